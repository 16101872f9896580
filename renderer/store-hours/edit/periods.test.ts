import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OpenPeriod } from '#contract/store-hours/store-hours.ts'
import {
  drawPeriod,
  movePeriod,
  parsePeriod,
  problemsOf,
  runsIntoNext,
  spaceAt,
  spaceOf,
  usualPeriod,
  withPeriod,
  type Grip,
  type Week,
} from './periods.ts'

const period = (fromMinute: number, toMinute: number): OpenPeriod => ({ fromMinute, toMinute })
const lunch = period(720, 960)
const dinner = period(1140, 1380)
const week: Week = [[], [lunch, dinner], [], [], [period(1080, 1560)], [period(600, 1380)], []]

describe('the space of a period', () => {
  test('ends at its neighbours on the same day', () => {
    expect(spaceOf(week, 1, 0)).toEqual({ from: 0, to: 1140 })
    expect(spaceOf(week, 1, 1)).toEqual({ from: 960, to: 2880 })
  })
  test('ends at the hours of the day before and after', () => {
    expect(spaceOf(week, 4, 0)).toEqual({ from: 0, to: 1440 + 600 })
    expect(spaceOf(week, 5, 0)).toEqual({ from: 120, to: 2880 })
  })
  test('goes round from Sunday to Monday', () => {
    const round: Week = [[period(60, 600)], [], [], [], [], [], [period(1080, 1470)]]
    expect(spaceOf(round, 6, 0).to).toBe(1500)
    expect(spaceOf(round, 0, 0).from).toBe(30)
  })
  test('of a period that overlaps already is at least its own', () => {
    const odd: Week = [[], [], [], [], [period(1080, 1560)], [period(60, 600)], []]
    expect(spaceOf(odd, 4, 0)).toEqual({ from: 0, to: 1560 })
    expect(spaceOf(odd, 5, 0)).toEqual({ from: 60, to: 2880 })
  })
  test('at an empty place; none where the store is open', () => {
    expect(spaceAt(week, 1, 1000)).toEqual({ from: 960, to: 1140 })
    expect(spaceAt(week, 1, 800)).toBeNull()
    expect(spaceAt(week, 5, 60)).toBeNull()
  })
})

const all = { from: 0, to: 2880 }
test.each<[string, OpenPeriod, Grip, number, OpenPeriod]>([
  ['a start moves in quarters of an hour', lunch, 'start', -37, period(690, 960)],
  ['a start stays before the end', lunch, 'start', 600, period(945, 960)],
  ['a start stays on its day', period(1380, 1800), 'start', 300, period(1439, 1800)],
  ['an end moves past midnight', dinner, 'end', 150, period(1140, 1530)],
  ['an end stays after the start', lunch, 'end', -900, period(720, 735)],
  ['no period is longer than a day', lunch, 'end', 2000, period(720, 2160)],
  ['the whole keeps its length', lunch, 'whole', 62, period(780, 1020)],
  ['the whole stays on its day', lunch, 'whole', 5000, period(1425, 1665)],
  ['the whole stops at midnight', lunch, 'whole', -5000, period(0, 240)],
  [
    'a time beside the quarters snaps when it is moved',
    period(721, 959),
    'end',
    15,
    period(721, 975),
  ],
])('%s', (_title, before, grip, by, after) => {
  expect(movePeriod(before, grip, by, all)).toEqual(after)
})

const overlap = (one: OpenPeriod, other: OpenPeriod) =>
  one.fromMinute < other.toMinute && other.fromMinute < one.toMinute

test('whatever is dragged, no period overlaps another or leaves its day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<[number, number]>([1, 0], [1, 1], [4, 0], [5, 0]),
      fc.constantFrom<Grip>('start', 'whole', 'end'),
      fc.integer({ min: -3000, max: 3000 }),
      ([day, nth], grip, by) => {
        const own = week[day]?.[nth] ?? lunch
        const moved = movePeriod(own, grip, by, spaceOf(week, day, nth))
        expect(moved.fromMinute).toBeGreaterThanOrEqual(0)
        expect(moved.fromMinute).toBeLessThan(1440)
        expect(moved.toMinute).toBeGreaterThan(moved.fromMinute)
        expect(moved.toMinute - moved.fromMinute).toBeLessThanOrEqual(1440)
        const on = (periods: Week[number], days: number) =>
          periods.map((each) => period(each.fromMinute + days * 1440, each.toMinute + days * 1440))
        const others = [
          ...(week[day] ?? []).filter((_, place) => place !== nth),
          ...on(week[(day + 1) % 7] ?? [], 1),
          ...on(week[(day + 6) % 7] ?? [], -1),
        ]
        for (const other of others) expect(overlap(moved, other)).toBe(false)
      },
    ),
  )
})

test('a drawn period goes from the first to the second place, in either direction', () => {
  expect(drawPeriod(733, 905, all)).toEqual(period(735, 900))
  expect(drawPeriod(905, 733, all)).toEqual(period(735, 900))
  expect(drawPeriod(733, 733, all)).toEqual(period(735, 750))
  expect(drawPeriod(1000, 2000, { from: 960, to: 1140 })).toEqual(period(1005, 1140))
})

test('a tapped period starts at a full hour and fits in its space', () => {
  expect(usualPeriod(733, all)).toEqual(period(720, 960))
  expect(usualPeriod(1000, { from: 975, to: 1140 })).toEqual(period(975, 1140))
})

test('periods are replaced, added and removed in order', () => {
  const early = period(420, 600)
  expect(withPeriod([lunch, dinner], null, early)).toEqual([early, lunch, dinner])
  expect(withPeriod([lunch, dinner], 0, early)).toEqual([early, dinner])
  expect(withPeriod([lunch, dinner], 0, null)).toEqual([dinner])
})

test('a day that runs into the next is found', () => {
  expect(runsIntoNext(week, 4)).toBe(false)
  const late: Week = [[], [], [], [], [period(1080, 2100)], [period(600, 1380)], []]
  expect(runsIntoNext(late, 4)).toBe(true)
})

const typed = (id: number, from: string, to: string) => ({ id, from, to })

test.each([
  ['12:00', '16:00', period(720, 960)],
  ['18:00', '02:00', period(1080, 1560)],
  ['18:00', '00:00', period(1080, 1440)],
  ['00:00', '00:00', period(0, 1440)],
  ['12:00', '', null],
  ['', '', null],
])('%s to %s', (from, to, expected) => {
  expect(parsePeriod(typed(1, from, to))).toEqual(expected)
})

test('what is wrong with typed periods', () => {
  const problems = problemsOf([
    typed(1, '12:00', '16:00'),
    typed(2, '15:45', '18:00'),
    typed(3, '', '20:00'),
    typed(4, '18:00', '01:00'),
  ])
  expect([...problems]).toEqual([
    [2, 'overlaps'],
    [3, 'incomplete'],
  ])
})
