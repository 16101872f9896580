import { expect, test } from 'vitest'
import { timeLeftText } from './pause-text.ts'

const until = '2026-11-25T19:00:00.000Z'
const before = (minutes: number) => Date.parse(until) - minutes * 60_000

test.for<[number, string]>([
  [90, '1 h 30 left'],
  [60, '1 h 00 left'],
  [59.5, '1 h 00 left'],
  [12, '12 min left'],
  [0.2, '1 min left'],
  [0, 'Orders start again now'],
  [-1, 'Orders start again now'],
])('%f minutes before the end: %s', ([minutes, text]) => {
  expect(timeLeftText(until, before(minutes))).toBe(text)
})
