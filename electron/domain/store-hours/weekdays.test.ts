import { expect, test } from 'vitest'
import { fitWeekdays, oddDay, turnWeekdays, usedNumbers } from './weekdays.ts'

const lunch = [{ fromMinute: 720, toMinute: 900 }]
const late = [{ fromMinute: 720, toMinute: 1380 }]

test.each([
  ['the closed day', [[], lunch, lunch, lunch, late, lunch, lunch], { weekday: 1, periods: [] }],
  [
    'the one day with other hours',
    [lunch, lunch, lunch, lunch, late, lunch, lunch],
    { weekday: 5, periods: late },
  ],
  ['none if all days are alike', [lunch, lunch, lunch, lunch, lunch, lunch, lunch], null],
  ['none if every kind of day comes twice', [[], [], lunch, lunch, late, late, late], null],
])('a person tells the days by %s', (_name, week, expected) => {
  expect(oddDay({ week })).toEqual(expected)
})

test.each([
  ['a right answer changes nothing', 1, 1, [1, 2, 3, 4, 5, 6, 7]],
  ['what was read as Monday is Sunday', 1, 7, [2, 3, 4, 5, 6, 7, 1]],
  ['what was read as Sunday is Monday', 7, 1, [7, 1, 2, 3, 4, 5, 6]],
])('%s', (_name, from, to, expected) => {
  expect(turnWeekdays([1, 2, 3, 4, 5, 6, 7], from, to)).toEqual(expected)
})

test.each([
  ['counts from 1', [1, 2, 3, 4, 5, 6, 7], [7, 1], [1, 2, 3, 4, 5, 6, 7]],
  ['counts from 0', [1, 2, 3, 4, 5, 6, 7], [0, 6], [1, 2, 3, 4, 5, 6, 0]],
  ['counts from 0, after an answer', [7, 1, 2, 3, 4, 5, 6], [0], [0, 1, 2, 3, 4, 5, 6]],
  ['counts from 1, against the profile', [1, 2, 3, 4, 5, 6, 0], [7], [1, 2, 3, 4, 5, 6, 7]],
  ['counts from 0, as the profile has it', [1, 2, 3, 4, 5, 6, 0], [0], [1, 2, 3, 4, 5, 6, 0]],
  ['does not tell', [1, 2, 3, 4, 5, 6, 7], [1, 2], [1, 2, 3, 4, 5, 6, 7]],
  ['has both', [1, 2, 3, 4, 5, 6, 7], [0, 7], [1, 2, 3, 4, 5, 6, 7]],
])('a schedule that %s', (_name, weekdays, used, expected) => {
  const openPeriods = used.map((day) => ({ daysOfWeek: [day] }))
  expect(fitWeekdays(weekdays, usedNumbers({ openPeriods }))).toEqual(expected)
})
