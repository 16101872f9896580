import { expect, test } from 'vitest'
import { clockWords } from './skew-words.ts'
import { wrongClock } from './skew.ts'

const minute = 60_000
const hour = 60 * minute

test.for<[number | null, string | null, boolean]>([
  [null, null, false],
  [0, null, false],
  [2 * minute, null, false],
  [-2 * minute, null, false],
  [2 * minute + 1, '2 minutes behind', false],
  [-10 * minute, '10 minutes ahead', false],
  [-11 * minute, '11 minutes ahead', true],
  [119 * minute, '119 minutes behind', true],
  [-25 * hour, '25 hours ahead', true],
  [25 * hour, '25 hours behind', true],
  [-400 * 24 * hour, '400 days ahead', true],
])('%s ms is %s', ([skewMs, words, isFar]) => {
  const clock = wrongClock({ skewMs })
  expect(clock && clockWords(clock)).toBe(words && `This machine’s clock is ${words}`)
  expect(clock?.isFar ?? false).toBe(isFar)
})
