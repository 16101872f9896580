import { expect, test } from 'vitest'
import { createBackOff, jitter } from './back-off.ts'

const refused = { retryAfterMs: null }

test('pauses grow with the failures of everybody, up to the longest of each, until somebody has an answer', () => {
  const backOff = createBackOff(() => 0.5)
  const list = () => backOff.after(refused, { firstMs: 15_000, longestMs: 300_000 })
  const menu = () => backOff.after(refused, { firstMs: 60_000, longestMs: 600_000 })
  expect([list(), menu(), list(), menu(), list(), menu(), list()]).toEqual([
    15_000, 120_000, 60_000, 480_000, 240_000, 600_000, 300_000,
  ])
  backOff.answered()
  expect([list(), menu()]).toEqual([15_000, 120_000])
})

test('as long as the platform wants, where that is longer, and never shorter', () => {
  const backOff = createBackOff(() => 0.5)
  const patience = { firstMs: 15_000, longestMs: 300_000 }
  expect(backOff.after({ retryAfterMs: 400_000 }, patience)).toBe(400_000)
  expect(backOff.after({ retryAfterMs: 1_000 }, patience)).toBe(30_000)
})

test('jitter spreads by a quarter either way', () => {
  expect([jitter(1000, 0), jitter(1000, 0.5), jitter(1000, 0.999)]).toEqual([750, 1000, 1250])
})
