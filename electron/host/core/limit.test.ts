import { expect, test } from 'vitest'
import { Limit } from './limit.ts'

test('so many within the time, and again once it has gone by', () => {
  let now = 0
  const limit = new Limit(3, 60_000, () => now)
  expect([limit.take(), limit.take(), limit.take(), limit.take()]).toEqual([
    true,
    true,
    true,
    false,
  ])
  now = 59_999
  expect(limit.take()).toBe(false)
  now = 60_000
  // One of the five is left within the minute.
  expect([limit.take(), limit.take(), limit.take()]).toEqual([true, true, false])
})

test('earlier uses count, and uses in the future after a clock change do not', () => {
  const limit = new Limit(2, 1_000, () => 5_000, [3_999, 4_500, 9_999])
  expect(limit.take()).toBe(true)
  expect(limit.times).toEqual([4_500, 5_000])
  expect(limit.take()).toBe(false)
})
