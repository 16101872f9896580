import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maySearch, searchPause } from './search-plan.ts'

const hourMs = 3_600_000

test.for([
  [true, -1, false],
  [true, 0, true],
  [false, 0, false],
  [false, 24 * hourMs - 1, false],
  [false, 24 * hourMs, true],
] as const)('quiet %s, due for %i ms: %s', ([isQuiet, dueMs, may]) => {
  expect(maySearch(isQuiet, dueMs)).toBe(may)
})

test.for([
  [0, 6],
  [1, 0.25],
  [2, 0.5],
  [3, 1],
  [6, 6],
  [40, 6],
] as const)('after %i failures it waits %f hours', ([failures, hours]) => {
  expect(searchPause(failures, 0.5)).toBe(hours * hourMs)
})

test('two restaurants don’t ask at the same moment, and nobody asks all the time', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 60 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, chance) => {
        const pause = searchPause(failures, chance)
        expect(pause).toBeGreaterThan(10 * 60_000)
        expect(pause).toBeLessThan(8 * hourMs)
      },
    ),
  )
  expect(searchPause(0, 0)).not.toBe(searchPause(0, 0.9))
})
