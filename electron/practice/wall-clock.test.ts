import { describe, expect, test } from 'vitest'
import { wallDay, wallInstant, wallMinute } from './wall-clock.ts'

const iso = (instant: number): string => new Date(instant).toISOString()

describe('the clock on the wall', () => {
  test.each([
    ['in winter, four hours behind', 'America/Santiago', [2026, 7, 1], 690, '2026-07-01T15:30'],
    ['in summer, three hours behind', 'America/Santiago', [2026, 1, 1], 690, '2026-01-01T14:30'],
    ['where there is no winter time', 'America/Punta_Arenas', [2026, 7, 1], 0, '2026-07-01T03:00'],
    [
      'on day 0, the last of the month before',
      'America/Santiago',
      [2026, 3, 0],
      720,
      '2026-02-28T15:00',
    ],
    ['on day 31 of a month of 30', 'America/Santiago', [2026, 6, 31], 720, '2026-07-01T16:00'],
    ['in a skipped hour, the one after', 'America/Santiago', [2026, 9, 6], 30, '2026-09-06T04:30'],
    ['after a skipped hour', 'America/Santiago', [2026, 9, 6], 60, '2026-09-06T04:00'],
    ['on the evening before it', 'America/Santiago', [2026, 9, 5], 1410, '2026-09-06T03:30'],
    ['far ahead of UTC', 'Pacific/Auckland', [2026, 1, 10], 60, '2026-01-09T12:00'],
  ] as const)('%s', (_name, zone, [year, month, day], minute, instant) => {
    expect(iso(wallInstant({ year, month, day }, minute, zone))).toBe(`${instant}:00.000Z`)
  })

  test('shows day and minute', () => {
    const night = Date.parse('2026-01-01T02:59:59.999Z')
    expect(wallDay(night, 'America/Santiago')).toEqual({ year: 2025, month: 12, day: 31 })
    expect(wallMinute(night, 'America/Santiago')).toBe(1439)
    expect(wallMinute(night + 1, 'America/Santiago')).toBe(0)
    expect(wallDay(night + 1, 'America/Santiago')).toEqual({ year: 2026, month: 1, day: 1 })
  })

  test('does not know invented zones', () => {
    expect(() => wallDay(0, 'Nowhere/Here')).toThrow(RangeError)
  })
})
