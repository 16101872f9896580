import { expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { coversAt, heatOf } from './pacing.ts'

const party = (time: string, some: object = {}): Reservation =>
  ({
    ...{ kind: 'booked', visit: 'expected', partySize: 2, isDiscarded: false, change: null },
    startsAt: `2026-11-20T${time}:00.000Z`,
    ...some,
  }) as unknown as Reservation

test('covers are the guests of a half hour who come or came, without those who wait', () => {
  const all = [
    party('20:30'),
    party('20:59'),
    party('20:29'),
    party('21:00'),
    party('20:40', { visit: 'left' }),
    party('20:40', { visit: 'cancelled' }),
    party('20:40', { kind: 'waiting' }),
  ]
  expect(coversAt(Date.parse('2026-11-20T20:30:00.000Z'), all)).toBe(6)
})

test.each([
  [13, 20, ''],
  [14, 20, 'warn'],
  [20, 20, 'warn'],
  [21, 20, 'bad'],
  [0, 1, ''],
  [500, null, ''],
])('%i guests with a limit of %s: %s', (covers, limit, heat) => {
  expect(heatOf(covers, limit)).toBe(heat)
})
