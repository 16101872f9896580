import { describe, expect, test } from 'vitest'
import { openingsAt, readHours, type StoreHours } from './store-hours.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const lunchAndDinner = [
  { days: everyDay, fromMinute: 12 * 60, toMinute: 16 * 60 },
  { days: everyDay, fromMinute: 19 * 60, toMinute: 23 * 60 + 30 },
]
const santiago: StoreHours = {
  timeZone: 'America/Santiago',
  closedUntil: null,
  closedDays: [],
  special: [],
  periods: lunchAndDinner,
}

const opens = (hours: StoreHours, now: string): string | null => {
  const { next } = openingsAt(hours, Date.parse(now))
  return next === null ? null : new Date(next).toISOString()
}

/** When "until the next opening", chosen at `now`, ends. */
const afterService = (hours: StoreHours, now: string): string | null => {
  const { afterService: at } = openingsAt(hours, Date.parse(now))
  return at === null ? null : new Date(at).toISOString()
}

// Santiago is three hours behind UTC in summer.
test.each([
  ['before lunch, at lunch', '2026-11-21T13:00:00Z', '2026-11-21T15:00:00.000Z'],
  ['during lunch, at dinner', '2026-11-21T16:00:00Z', '2026-11-21T22:00:00.000Z'],
  ['during dinner, tomorrow', '2026-11-22T01:00:00Z', '2026-11-22T15:00:00.000Z'],
  ['at the very opening, the one after', '2026-11-21T15:00:00Z', '2026-11-21T22:00:00.000Z'],
])('%s', (_title, now, expected) => {
  expect(opens(santiago, now)).toBe(expected)
})

test('days without a period and closed days are passed over', () => {
  const tuesdayToSaturday = {
    ...santiago,
    periods: [{ days: [2, 3, 4, 5, 6], fromMinute: 600, toMinute: 1320 }],
    // Tuesday the 24th, as its first instant in the store.
    closedDays: ['2026-11-24T03:00:00.000Z'],
  }
  expect(opens(tuesdayToSaturday, '2026-11-21T20:00:00Z')).toBe('2026-11-25T13:00:00.000Z')
})

describe('a closure', () => {
  test('that ends within opening hours is an opening', () => {
    const closed = { ...santiago, closedUntil: '2026-11-21T17:00:00.000Z' }
    expect(opens(closed, '2026-11-21T16:00:00Z')).toBe('2026-11-21T17:00:00.000Z')
  })

  test('that ended long ago is ignored', () => {
    const closed = { ...santiago, closedUntil: '2022-10-02T12:00:00.000Z' }
    expect(opens(closed, '2026-11-21T13:00:00Z')).toBe('2026-11-21T15:00:00.000Z')
  })
})

test('periods that touch are one, past midnight too', () => {
  const untilLate = {
    ...santiago,
    periods: [
      { days: everyDay, fromMinute: 1080, toMinute: 1440 },
      { days: everyDay, fromMinute: 0, toMinute: 120 },
    ],
  }
  const overMidnight = {
    ...santiago,
    periods: [{ days: everyDay, fromMinute: 1080, toMinute: 120 }],
  }
  for (const hours of [untilLate, overMidnight])
    expect(opens(hours, '2026-11-22T02:00:00Z')).toBe('2026-11-22T21:00:00.000Z')
})

describe('a closed day', () => {
  test.each([
    ['as a date alone', '2026-11-24'],
    ['without a zone', '2026-11-24T00:00:00'],
    ['as its first instant', '2026-11-24T03:00:00.000Z'],
    ['as its last hour', '2026-11-24T23:30:00-03:00'],
  ])('%s is the store’s day', (_title, day) => {
    const closed = { ...santiago, closedDays: [day, 'some day'] }
    expect(opens(closed, '2026-11-24T02:45:00Z')).toBe('2026-11-25T15:00:00.000Z')
    expect(opens(closed, '2026-11-23T02:45:00Z')).toBe('2026-11-23T15:00:00.000Z')
  })
})

describe('special periods', () => {
  const breakfast = { days: ['2026-11-24'], fromMinute: 540, toMinute: 600 }
  const special = { ...santiago, special: [breakfast] }

  test.each([
    ['that day opens by them', special, '2026-11-24T03:00:00Z', '2026-11-24T12:00:00.000Z'],
    ['and not by the usual ones', special, '2026-11-24T12:30:00Z', '2026-11-25T15:00:00.000Z'],
    ['the day before is as ever', special, '2026-11-23T03:00:00Z', '2026-11-23T15:00:00.000Z'],
    [
      'a closed day stays closed',
      { ...special, closedDays: ['2026-11-24'] },
      '2026-11-24T03:00:00Z',
      '2026-11-25T15:00:00.000Z',
    ],
    [
      'a day that has no usual ones opens',
      { ...special, periods: [] },
      '2026-11-22T03:00:00Z',
      '2026-11-24T12:00:00.000Z',
    ],
    [
      'several on one day',
      { ...special, special: [breakfast, { ...breakfast, fromMinute: 1200, toMinute: 1260 }] },
      '2026-11-24T12:30:00Z',
      '2026-11-24T23:00:00.000Z',
    ],
  ])('%s', (_title, hours, now, expected) => {
    expect(opens(hours, now)).toBe(expected)
  })

  test('are read from a schedule, also where it has nothing else', () => {
    const specialPeriods = [
      { days: ['2026-11-24T12:00:00.000Z'], fromMinute: 540, toMinute: 600 },
      { days: ['2026-11-25'], fromMinute: null, toMinute: 600 },
    ]
    const hours = readHours({ specialPeriods }, everyDay, 'America/Santiago')
    expect(hours?.special).toEqual([
      { days: ['2026-11-24T12:00:00.000Z'], fromMinute: 540, toMinute: 600 },
    ])
    expect(readHours({}, everyDay, 'America/Santiago')).toBeNull()
  })

  test('are given in the schedule’s own time zone', () => {
    const schedule = { timezone: 'Europe/Madrid', specialPeriods: [breakfast] }
    const hours = readHours(schedule, everyDay, 'America/Santiago')
    expect(hours && opens(hours, '2026-11-23T12:00:00Z')).toBe('2026-11-24T08:00:00.000Z')
  })
})

test('a store that never closes, and one that never opens, have no opening', () => {
  const always = { ...santiago, periods: [{ days: everyDay, fromMinute: 0, toMinute: 1440 }] }
  expect(opens(always, '2026-11-21T13:00:00Z')).toBeNull()
  expect(opens({ ...santiago, periods: [] }, '2026-11-21T13:00:00Z')).toBeNull()
})

// The clocks change in the night, so 12:00 local time is an hour earlier or later in UTC than the
// day before.
test.each([
  ['America/Santiago', '2026-09-06T00:00:00Z', '2026-09-06T15:00:00.000Z'],
  ['America/Santiago', '2026-09-04T23:45:00Z', '2026-09-05T16:00:00.000Z'],
  ['America/Santiago', '2026-04-05T04:00:00Z', '2026-04-05T16:00:00.000Z'],
  ['Europe/Madrid', '2026-03-29T00:00:00Z', '2026-03-29T10:00:00.000Z'],
  ['Europe/Madrid', '2026-10-25T00:00:00Z', '2026-10-25T11:00:00.000Z'],
  ['America/Sao_Paulo', '2026-11-21T12:00:00Z', '2026-11-21T15:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-26T20:00:00Z', '2026-09-26T23:00:00.000Z'],
])('in %s after %s it opens at %s', (timeZone, now, expected) => {
  const lunch = { ...santiago, timeZone, periods: lunchAndDinner.slice(0, 1) }
  expect(opens(lunch, now)).toBe(expected)
})

describe('the opening after the current service', () => {
  const lunch = { ...santiago, periods: lunchAndDinner.slice(0, 1) }
  const overMidnight = {
    ...santiago,
    periods: [{ days: everyDay, fromMinute: 18 * 60, toMinute: 2 * 60 }],
  }
  const tuesdays = {
    ...santiago,
    periods: [{ days: [2], fromMinute: 9 * 60, toMinute: 21 * 60 }],
  }

  test.each<[string, StoreHours, string, string | null]>([
    ['four minutes before lunch: dinner', santiago, '2026-11-21T14:56:00Z', '2026-11-21T22:00:00Z'],
    [
      'four minutes before the only service: tomorrow',
      lunch,
      '2026-11-21T14:56:00Z',
      '2026-11-22T15:00:00Z',
    ],
    ['in the morning', lunch, '2026-11-21T12:00:00Z', '2026-11-22T15:00:00Z'],
    ['during lunch: dinner', santiago, '2026-11-21T16:00:00Z', '2026-11-21T22:00:00Z'],
    ['as lunch begins: dinner', santiago, '2026-11-21T15:00:00Z', '2026-11-21T22:00:00Z'],
    ['just after lunch: dinner', santiago, '2026-11-21T19:05:00Z', '2026-11-21T22:00:00Z'],
    ['before dinner: tomorrow’s lunch', santiago, '2026-11-21T21:56:00Z', '2026-11-22T15:00:00Z'],
    [
      'at night, after closing: tomorrow’s lunch',
      santiago,
      '2026-11-22T02:45:00Z',
      '2026-11-22T15:00:00Z',
    ],
    [
      'past midnight, within an overnight service',
      overMidnight,
      '2026-11-22T04:00:00Z',
      '2026-11-22T21:00:00Z',
    ],
    ['after an overnight service', overMidnight, '2026-11-22T05:30:00Z', '2026-11-22T21:00:00Z'],
    ['before an overnight service', overMidnight, '2026-11-22T20:56:00Z', '2026-11-23T21:00:00Z'],
    ['before the one day of the week', tuesdays, '2026-11-24T11:56:00Z', '2026-12-01T12:00:00Z'],
    ['days before it', tuesdays, '2026-11-22T20:00:00Z', '2026-11-24T12:00:00Z'],
    [
      'before a service, with a closed day after it',
      { ...lunch, closedDays: ['2026-11-22'] },
      '2026-11-21T14:56:00Z',
      '2026-11-23T15:00:00Z',
    ],
    [
      'before a closure ends within lunch: dinner',
      { ...santiago, closedUntil: '2026-11-21T17:00:00.000Z' },
      '2026-11-21T16:56:00Z',
      '2026-11-21T22:00:00Z',
    ],
    [
      'in a closure that ends days from now: when it ends',
      { ...lunch, closedUntil: '2026-11-25T16:00:00.000Z' },
      '2026-11-21T16:00:00Z',
      '2026-11-25T16:00:00Z',
    ],
    [
      'before the last opening that is known',
      {
        ...lunch,
        periods: [],
        special: [{ days: ['2026-11-21'], fromMinute: 720, toMinute: 960 }],
      },
      '2026-11-21T14:56:00Z',
      null,
    ],
    // The clocks jump from 0:00 to 1:00 in the night after this service.
    ['before the clocks go forward', lunch, '2026-09-05T15:56:00Z', '2026-09-06T15:00:00Z'],
    ['before they go back', lunch, '2026-04-04T14:56:00Z', '2026-04-05T16:00:00Z'],
  ])('%s', (_title, hours, now, expected) => {
    expect(afterService(hours, now)).toBe(
      expected === null ? null : new Date(expected).toISOString(),
    )
  })

  test('reports when the next service starts to count as the current one', () => {
    const night = Date.parse('2026-11-22T02:45:00Z')
    const { changesAt } = openingsAt(santiago, night)
    // Halfway between 23:30 and noon.
    expect(changesAt).toBe(Date.parse('2026-11-22T08:45:00Z'))
    expect(openingsAt(santiago, changesAt ?? 0).afterService).toBe(
      Date.parse('2026-11-22T22:00:00Z'),
    )
    expect(openingsAt(tuesdays, night).changesAt).toBe(Date.parse('2026-11-24T00:00:00Z'))
    expect(openingsAt(santiago, Date.parse('2026-11-21T16:00:00Z')).changesAt).toBeNull()
  })
})
