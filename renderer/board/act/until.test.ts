import { expect, test } from 'vitest'
import type { StockUntil } from '#contract/stock/stock.ts'
import { soonEnd, untilText } from './until.ts'

const timeZone = 'America/Santiago'
// 11:56 in Santiago.
const now = Date.parse('2026-11-21T14:56:30.000Z')
const ends = (until: StockUntil, at = now, nextOpening: string | null = null): string | null => {
  const end = soonEnd(until, { now: at, timeZone, nextOpening })
  return end === null ? null : new Date(end).toISOString()
}

test.each<[string, StockUntil, string | null]>([
  ['a time in four minutes', { kind: 'time', time: '12:00' }, '2026-11-21T15:00:00.000Z'],
  [
    'a time in half an hour, less a moment',
    { kind: 'time', time: '12:26' },
    '2026-11-21T15:26:00.000Z',
  ],
  ['a time in more than half an hour', { kind: 'time', time: '12:27' }, null],
  ['the minute that it is: tomorrow', { kind: 'time', time: '11:56' }, null],
  ['a time of tomorrow', { kind: 'time', time: '11:00' }, null],
  ['an hour', { kind: 'hours', hours: 1 }, null],
  ['further notice', { kind: 'notice' }, null],
  ['an opening that nobody knows', { kind: 'opening' }, null],
])('%s', (_title, until, expected) => {
  expect(ends(until)).toBe(expected)
})

test('an opening in minutes is soon, one of tomorrow is not', () => {
  const opening = { kind: 'opening' } as const
  expect(ends(opening, now, '2026-11-21T15:05:00.000Z')).toBe('2026-11-21T15:05:00.000Z')
  expect(ends(opening, now, '2026-11-22T15:05:00.000Z')).toBeNull()
})

test('a time that is near because the clocks jump', () => {
  // A quarter to midnight; the clocks go from 0:00 to 1:00.
  const night = Date.parse('2026-09-06T03:45:00.000Z')
  expect(ends({ kind: 'time', time: '01:00' }, night)).toBe('2026-09-06T04:00:00.000Z')
})

test.each([
  ['2026-11-21T18:30:00.000Z', 'until 15:30'],
  ['2026-11-22T12:00:00.000Z', 'until tomorrow 09:00'],
  ['2026-11-24T12:00:00.000Z', 'until Tue 09:00'],
])('%s is %s', (at, text) => {
  expect(untilText(Date.parse(at), now, timeZone)).toBe(text)
})
