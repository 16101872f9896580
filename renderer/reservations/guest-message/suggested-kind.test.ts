import { expect, test } from 'vitest'
import type { GuestMessageKind } from '#contract/reservations/fields.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { kindsFor, suggestedKind } from './suggested-kind.ts'

const startsAt = '2026-11-27T23:30:00.000Z'
const party = {
  kind: 'booked',
  visit: 'expected',
  startsAt,
  businessDay: '2026-11-27',
  messages: [],
  otherTables: null,
} satisfies Partial<Reservation>
const opened = (kind: GuestMessageKind) => ({
  messages: [{ kind, channel: 'sms' as const, at: startsAt, by: 'Caja' }],
})

test.for<[string, Partial<Reservation>, number, string, GuestMessageKind]>([
  ['who waits', { kind: 'waiting' }, 0, '2026-11-27', 'ready'],
  ['who waits and was told', { kind: 'waiting', ...opened('ready') }, 0, '2026-11-27', 'ready'],
  ['without a reservation', { kind: 'walk-in', visit: 'arrived' }, 5, '2026-11-27', 'ready'],
  ['who is late', { visit: 'late' }, 15, '2026-11-27', 'ready'],
  ['who came early', { visit: 'arrived' }, -10, '2026-11-27', 'ready'],
  ['who came and still waits', { visit: 'arrived' }, 5, '2026-11-27', 'late'],
  [
    'who knows that we are late',
    { visit: 'arrived', ...opened('late') },
    20,
    '2026-11-27',
    'ready',
  ],
  ['of a later day', {}, -1500, '2026-11-26', 'confirmation'],
  ['of a later day, confirmed', opened('confirmation'), -1500, '2026-11-26', 'reminder'],
  ['of the same day', {}, -300, '2026-11-27', 'reminder'],
])('guests %s', ([_title, some, minutes, today, kind]) => {
  const now = Date.parse(startsAt) + minutes * 60_000
  expect(suggestedKind({ ...party, ...some }, { now, today })).toBe(kind)
})

test('only a reservation is confirmed and remembered', () => {
  expect(kindsFor({ kind: 'booked' })).toEqual(['confirmation', 'reminder', 'ready', 'late'])
  expect(kindsFor({ kind: 'waiting' })).toEqual(['ready', 'late'])
})
