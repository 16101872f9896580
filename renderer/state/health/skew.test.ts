import { expect, test } from 'vitest'
import { clockText } from './skew-text.ts'
import { wrongClock } from './skew.ts'

const minute = 60_000
const hour = 60 * minute

const off = (time: string): string => `This computer’s clock is ${time}`
const difference = (time: string): string =>
  `This computer’s clock and the platform’s differ by ${time}`

test.for<[number | null, string | null, boolean]>([
  [null, null, false],
  [0, null, false],
  [2 * minute, null, false],
  [-2 * minute, null, false],
  [2 * minute + 1, off('2 minutes behind'), false],
  [-10 * minute, off('10 minutes ahead'), false],
  [-11 * minute, off('11 minutes ahead'), true],
  [119 * minute, off('119 minutes behind'), true],
  [-24 * hour, off('24 hours ahead'), true],
  [-25 * hour, difference('25 hours'), true],
  [25 * hour, difference('25 hours'), true],
  [-400 * 24 * hour, difference('400 days'), true],
])('%s ms is %s', ([skewMs, text, isFar]) => {
  const clock = wrongClock({ skewMs })
  expect(clock && clockText(clock)).toBe(text)
  expect(clock?.isFar ?? false).toBe(isFar)
})
