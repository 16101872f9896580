import { describe, expect, test } from 'vitest'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { clockOf, dayOf, daysBetween, halfHourOf, opennessAt } from './store-day.ts'

const at = Date.parse
const iso = (instant: number): string => new Date(instant).toISOString()

describe('the day of an instant in the store’s time zone', () => {
  // In Santiago the first hour of 2026-09-06 does not exist; in Madrid one hour of 2026-10-25
  // occurs twice.
  test.each([
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05', '23:59'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06', '01:00'],
    ['America/Santiago', '2026-09-07T02:59:59Z', '2026-09-06', '23:59'],
    ['America/Santiago', '2026-09-07T03:00:00Z', '2026-09-07', '00:00'],
    ['America/Santiago', '2026-04-05T02:59:59Z', '2026-04-04', '23:59'],
    ['America/Santiago', '2026-04-05T03:59:59Z', '2026-04-04', '23:59'],
    ['America/Santiago', '2026-04-05T04:00:00Z', '2026-04-05', '00:00'],
    ['Europe/Madrid', '2026-03-29T00:59:59Z', '2026-03-29', '01:59'],
    ['Europe/Madrid', '2026-03-29T01:00:00Z', '2026-03-29', '03:00'],
    ['Europe/Madrid', '2026-10-25T00:30:00Z', '2026-10-25', '02:30'],
    ['Europe/Madrid', '2026-10-25T01:30:00Z', '2026-10-25', '02:30'],
  ])('%s %s is %s %s', (timeZone, instant, day, clock) => {
    expect(dayOf(at(instant), timeZone)).toBe(day)
    expect(clockOf(at(instant), timeZone)).toBe(clock)
  })
})

test('days from one to another', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(daysBetween('2026-03-01', '2026-03-01')).toEqual(['2026-03-01'])
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
})

describe('the half hour of an instant', () => {
  test.each([
    ['America/Santiago', '2026-11-20T23:29:59Z', '2026-11-20T23:00:00.000Z'],
    ['America/Santiago', '2026-11-20T23:30:00Z', '2026-11-20T23:30:00.000Z'],
    // The repeated hour counts as two hours.
    ['Europe/Madrid', '2026-10-25T00:45:00Z', '2026-10-25T00:30:00.000Z'],
    ['Europe/Madrid', '2026-10-25T01:45:00Z', '2026-10-25T01:30:00.000Z'],
    // A time zone with an offset of 45 minutes.
    ['Asia/Kathmandu', '2026-11-20T12:10:00Z', '2026-11-20T11:45:00.000Z'],
  ])('%s %s began at %s', (timeZone, instant, began) => {
    expect(iso(halfHourOf(at(instant), timeZone))).toBe(began)
  })
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const hoursIn = (timeZone: string, more: Partial<StoreHours> = {}): StoreHours => ({
  timeZone,
  closedUntil: null,
  closedDays: [],
  special: [],
  periods: [{ days: everyDay, fromMinute: 12 * 60, toMinute: 26 * 60 - 1440 }],
  ...more,
})

describe('whether the store is open, noon to two in the morning', () => {
  const now = at('2026-01-01T00:00:00Z')
  const santiago = hoursIn('America/Santiago')
  const madrid = hoursIn('Europe/Madrid')
  const closedSaturday = { ...santiago, closedDays: ['2026-09-05T12:00:00Z'] }
  const openOf = ['2026-09-06T15:00:00.000Z', '2026-09-07T05:00:00.000Z']

  test.each([
    ['in the night of the change', santiago, '2026-09-06T04:30:00Z', 'open', []],
    [
      'its end by the wall, which is an hour sooner',
      santiago,
      '2026-09-06T05:00:00Z',
      'closed-then',
      openOf,
    ],
    ['just before noon of the short day', santiago, '2026-09-06T14:59:59Z', 'closed-then', openOf],
    ['noon of the short day', santiago, '2026-09-06T15:00:00Z', 'open', []],
    ['a closed day', closedSaturday, '2026-09-05T18:00:00Z', 'closed-day', []],
    ['the night after a closed day', closedSaturday, '2026-09-06T04:30:00Z', 'closed-then', openOf],
    ['the hour that does not exist is none', madrid, '2026-03-29T00:59:59Z', 'open', []],
    [
      'two by a wall that went on to three',
      madrid,
      '2026-03-29T01:00:00Z',
      'closed-then',
      ['2026-03-29T10:00:00.000Z', '2026-03-30T00:00:00.000Z'],
    ],
  ] as const)('%s', (_title, hours, instant, state, reported) => {
    expect(opennessAt(hours, at(instant), now)).toEqual({ state, hours: reported })
  })

  test('a closure that is in force takes its time, and one that is over does not', () => {
    const closed = { ...santiago, closedUntil: '2026-09-06T17:00:00.000Z' }
    const asked = at('2026-09-06T16:00:00Z')
    expect(opennessAt(closed, asked, now).state).toBe('closed-then')
    expect(opennessAt(closed, at('2026-09-06T17:00:00Z'), now).state).toBe('open')
    expect(opennessAt(closed, at('2026-09-05T17:00:00Z'), now).state).toBe('closed-day')
    expect(opennessAt(closed, asked, at('2026-09-06T17:00:00Z')).state).toBe('open')
  })
})
