import { expect, test } from 'vitest'
import { oddDay, turnWeekdays } from './weekdays.ts'

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
