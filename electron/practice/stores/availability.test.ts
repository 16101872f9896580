import { expect, test } from 'vitest'
import { availability, type WireSchedule } from './schedule.ts'

/** Mondays from noon to 22:00, Fridays from 18:00 to 02:00 of the next day. */
const bar: WireSchedule = {
  closedUntilDate: null,
  closedDays: [],
  availableAtPeriods: true,
  openPeriods: [
    { daysOfWeek: [1], fromMinute: 720, toMinute: 1320 },
    { daysOfWeek: [5], fromMinute: 1080, toMinute: 120 },
  ],
  specialPeriods: [],
}
const untilTwo = { ...bar, openPeriods: [{ daysOfWeek: [5], fromMinute: 1080, toMinute: 1560 }] }
const shortMonday = {
  ...bar,
  specialPeriods: [{ days: ['2026-11-23'], fromMinute: 720, toMinute: 900 }],
}

// In November Santiago is three hours behind UTC; the 23rd is a Monday.
test.each<[string, WireSchedule, string, boolean, string]>([
  ['before it opens', bar, '2026-11-23T14:00:00Z', false, '2026-11-23T15:00:00.000Z'],
  ['as it opens', bar, '2026-11-23T15:00:00Z', true, '2026-11-24T01:00:00.000Z'],
  ['as it closes', bar, '2026-11-24T01:00:00Z', false, '2026-11-24T03:00:00.000Z'],
  ['on a day without hours', bar, '2026-11-24T15:00:00Z', false, '2026-11-25T03:00:00.000Z'],
  ['past midnight', bar, '2026-11-28T04:00:00Z', true, '2026-11-28T05:00:00.000Z'],
  [
    'past midnight, as minutes after 1440',
    untilTwo,
    '2026-11-28T04:00:00Z',
    true,
    '2026-11-28T05:00:00.000Z',
  ],
  ['in special hours', shortMonday, '2026-11-23T17:00:00Z', true, '2026-11-23T18:00:00.000Z'],
  ['after them', shortMonday, '2026-11-23T18:00:00Z', false, '2026-11-24T03:00:00.000Z'],
  [
    'on a closed day, written as an instant',
    { ...bar, closedDays: ['2026-11-23T03:00:00.000Z'] },
    '2026-11-23T16:00:00Z',
    false,
    '2026-11-24T03:00:00.000Z',
  ],
  [
    'on a closed day, written as a bare date',
    { ...bar, closedDays: ['2026-11-23'] },
    '2026-11-23T16:00:00Z',
    false,
    '2026-11-24T03:00:00.000Z',
  ],
  [
    'while it is closed',
    { ...bar, closedUntilDate: '2026-11-23T17:00:00.000Z' },
    '2026-11-23T16:00:00Z',
    false,
    '2026-11-23T17:00:00.000Z',
  ],
  [
    'after a closure',
    { ...bar, closedUntilDate: '2022-10-02T12:00:00.000Z' },
    '2026-11-23T16:00:00Z',
    true,
    '2026-11-24T01:00:00.000Z',
  ],
])('%s', (_title, schedule, now, isAvailableNow, availableStateValidUntil) => {
  expect(availability(schedule, 'America/Santiago', Date.parse(now))).toEqual({
    isAvailableNow,
    availableStateValidUntil,
  })
})
