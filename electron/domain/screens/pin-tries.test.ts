import { expect, test } from 'vitest'
import {
  afterWrong,
  lockedForMs,
  noTries,
  triesLeft,
  triesOfScreen as limit,
  type PinTries,
} from './pin-tries.ts'

const at = '2026-11-20T15:30:00.000Z'
const now = Date.parse(at)
const afterMany = (count: number): PinTries =>
  Array.from({ length: count }).reduce<PinTries>((tries) => afterWrong(tries, at, limit), noTries)

test.for<[number, number, number]>([
  [0, 5, 0],
  [1, 4, 0],
  [4, 1, 0],
  [5, 5, 60],
  [6, 4, 0],
  [9, 1, 0],
  [10, 5, 120],
  [15, 5, 240],
  [20, 5, 480],
  [25, 5, 960],
  [30, 5, 1920],
  [35, 5, 3600],
  [40, 5, 3600],
  [10_000, 5, 3600],
])('%i wrong: %i tries left, locked for %i seconds', ([wrong, left, seconds]) => {
  const tries = afterMany(wrong)
  expect(tries.wrong).toBe(wrong)
  expect(triesLeft(tries, limit)).toBe(left)
  expect(lockedForMs(tries, now, limit)).toBe(seconds * 1_000)
})

test.for<[string, number, number]>([
  ['a second later', 1_000, 59_000],
  ['a moment before its end', 59_999, 1],
  ['at its end', 60_000, 0],
  ['long after', 86_400_000, 0],
  ['with the clock set back by a day', -86_400_000, 60_000],
])('a lock %s', ([, later, left]) => {
  expect(lockedForMs(afterMany(5), now + later, limit)).toBe(left)
})
