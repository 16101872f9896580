import { expect, test } from 'vitest'
import { agoText, diskText, minutesText, spanText } from './fleet-text.ts'

const minute = 60_000

test('ages are in minutes at least, so that a table of them is calm', () => {
  const now = 100 * 24 * 60 * minute
  expect(spanText(now - 59_000, now)).toBe('< 1 min')
  expect(spanText(now + 5_000, now)).toBe('< 1 min')
  expect(spanText(now - 12 * minute, now)).toBe('12 min')
  expect(spanText(now - 90 * minute, now)).toBe('1 h')
  expect(spanText(now - 24 * 60 * minute, now)).toBe('1 day')
  expect(agoText(null, now)).toBe('–')
})

test('sums of minutes have hours', () => {
  expect(minutesText(35)).toBe('35 min')
  expect(minutesText(120)).toBe('2 h')
  expect(minutesText(135)).toBe('2 h 15 min')
})

test('space on a disk is in the unit that reads best', () => {
  expect(diskText(640)).toBe('640 MB')
  expect(diskText(44_940)).toBe('44.9 GB')
  expect(diskText(null)).toBe('–')
})
