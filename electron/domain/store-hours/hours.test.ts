import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hours, OpenPeriod } from '#contract/store-hours/store-hours.ts'
import { endOfToday, hoursOf, scheduleOf } from './hours.ts'

const timeZone = 'America/Santiago'
const weekdays = [1, 2, 3, 4, 5, 6, 7]
const rules = { weekdays, timeZone }

const lunch: OpenPeriod = { fromMinute: 720, toMinute: 900 }
const night: OpenPeriod = { fromMinute: 1200, toMinute: 1560 }
const closed: OpenPeriod[] = []

const hours = (change: Partial<Hours> = {}): Hours => ({
  week: [closed, [lunch], [lunch], [lunch], [lunch, night], [night], [lunch]],
  closedDays: [],
  special: [],
  ...change,
})

describe('a schedule is read', () => {
  test('by the numbers of the days, with periods past midnight and days in any form', () => {
    const read = hoursOf(
      {
        openPeriods: [
          { daysOfWeek: [5, 6], fromMinute: 1200, toMinute: 120 },
          { daysOfWeek: [5], fromMinute: 720, toMinute: 900 },
        ],
        closedDays: ['2026-12-25', '2027-01-01T03:00:00.000Z', '2026-12-25'],
        specialPeriods: [{ days: ['2026-12-31'], fromMinute: 690, toMinute: 960 }],
      },
      rules,
    )
    expect(read).toEqual({
      hours: {
        week: [closed, closed, closed, closed, [lunch, night], [night], closed],
        closedDays: ['2026-12-25', '2027-01-01'],
        special: [{ day: '2026-12-31', periods: [{ fromMinute: 690, toMinute: 960 }] }],
      },
      unread: [],
    })
  })

  test.each([
    ['an unknown number of a day', { openPeriods: [{ daysOfWeek: [0], ...lunch }] }, 'openPeriods'],
    ['a missing time', { openPeriods: [{ daysOfWeek: [1], fromMinute: 5 }] }, 'openPeriods'],
    [
      'a time beyond the day',
      { openPeriods: [{ daysOfWeek: [1], fromMinute: 1500, toMinute: 1600 }] },
      'openPeriods',
    ],
    ['a day that is no date', { closedDays: ['tomorrow'] }, 'closedDays'],
    [
      'a special day that is no date',
      { specialPeriods: [{ days: ['soon'], ...lunch }] },
      'specialPeriods',
    ],
  ])('%s has no place, and is named', (_name, schedule, field) => {
    expect(hoursOf(schedule, rules).unread).toEqual([field])
  })
})

test.each([
  'America/Santiago',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'UTC',
])('a day written as midnight in UTC is that day in %s', (zone) => {
  const closedDays = ['2026-12-25T00:00:00.000Z', '2027-01-01T00:00:00+00:00', '2027-05-01']
  const read = hoursOf({ closedDays }, { weekdays, timeZone: zone })
  expect(read.hours.closedDays).toEqual(['2026-12-25', '2027-01-01', '2027-05-01'])
})

describe('hours are written', () => {
  test('with days of the same period together, and new days as the instant they start', () => {
    expect(scheduleOf(hours({ closedDays: ['2026-12-25'] }), null, rules)).toEqual({
      openPeriods: [
        { daysOfWeek: [2, 3, 4, 5, 7], ...lunch },
        { daysOfWeek: [5, 6], ...night },
      ],
      closedDays: ['2026-12-25T03:00:00.000Z'],
      specialPeriods: [],
    })
  })

  test('and leave known days in the form that the platform gave them', () => {
    const before = { closedDays: ['2026-12-25'] }
    const written = scheduleOf(hours({ closedDays: ['2026-12-25', '2026-12-26'] }), before, rules)
    expect(written.closedDays).toEqual(['2026-12-25', '2026-12-26T03:00:00.000Z'])
  })

  const period = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([fromMinute, length]) => ({ fromMinute, toMinute: fromMinute + length }))
  const periods = fc.uniqueArray(period, {
    minLength: 1,
    maxLength: 4,
    selector: ({ fromMinute }) => fromMinute,
  })
  const day = fc
    .integer({ min: 0, max: 700 })
    .map((ahead) => new Date(Date.UTC(2026, 0, 1 + ahead)).toISOString().slice(0, 10))
  const sorted = (list: OpenPeriod[]): OpenPeriod[] =>
    list.toSorted((one, other) => one.fromMinute - other.fromMinute)

  test.each(['America/Santiago', 'Asia/Tokyo', 'America/Los_Angeles', 'UTC'])(
    'and read back as they were, in %s',
    (zone) => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(fc.constant<OpenPeriod[]>([]), periods), {
            minLength: 7,
            maxLength: 7,
          }),
          fc.uniqueArray(day, { maxLength: 5 }),
          fc.uniqueArray(fc.record({ day, periods }), {
            maxLength: 4,
            selector: (each) => each.day,
          }),
          fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
          (week, closedDays, special, numbers) => {
            const hours = {
              week: week.map(sorted),
              closedDays: closedDays.toSorted(),
              special: special
                .map((each) => ({ ...each, periods: sorted(each.periods) }))
                .toSorted((one, other) => one.day.localeCompare(other.day)),
            }
            const own = { weekdays: numbers, timeZone: zone }
            expect(hoursOf(scheduleOf(hours, null, own), own)).toEqual({ hours, unread: [] })
          },
        ),
      )
    },
  )
})

describe('the end of today', () => {
  const at = (text: string): number => Date.parse(text)
  test.each([
    ['midnight of the store', null, '2026-11-24T18:00:00Z', '2026-11-25T03:00:00.000Z'],
    ['midnight on a closed day', hours(), '2026-11-23T18:00:00Z', '2026-11-24T03:00:00.000Z'],
    [
      'the end of a period past midnight',
      hours(),
      '2026-11-27T18:00:00Z',
      '2026-11-28T05:00:00.000Z',
    ],
    [
      'the same after midnight, while it lasts',
      hours(),
      '2026-11-28T04:30:00Z',
      '2026-11-28T05:00:00.000Z',
    ],
    ['the next day after its end', hours(), '2026-11-28T05:00:00Z', '2026-11-29T05:00:00.000Z'],
    [
      'midnight if the day is closed after all',
      hours({ closedDays: ['2026-11-27'] }),
      '2026-11-27T18:00:00Z',
      '2026-11-28T03:00:00.000Z',
    ],
    [
      'the end of special hours',
      hours({ special: [{ day: '2026-11-24', periods: [night] }] }),
      '2026-11-24T18:00:00Z',
      '2026-11-25T05:00:00.000Z',
    ],
    [
      '23 hours on the day that clocks go forward',
      null,
      '2026-09-06T05:00:00Z',
      '2026-09-07T03:00:00.000Z',
    ],
  ])('is %s', (_name, hours, now, expected) => {
    expect(new Date(endOfToday(hours, timeZone, at(now))).toISOString()).toBe(expected)
  })
})
