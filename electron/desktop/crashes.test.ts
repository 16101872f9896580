import { expect, test } from 'vitest'
import { argumentsAfter, crashesBefore, crashesLately } from './crashes.ts'

test('a restart passes on the earlier crashes, and does not repeat one-time flags', () => {
  const argv = ['/opt/kitchen-pass', '--reset-pin', '--lang=es', '--crashed-at=1700000000000,2']
  expect(crashesBefore(argv)).toEqual([1_700_000_000_000, 2])
  expect(argumentsAfter(argv, [2, 3])).toEqual(['--lang=es', '--crashed-at=2,3'])
  expect(crashesBefore(['x', ...argumentsAfter(argv, [2, 3])])).toEqual([2, 3])
})

test('a value that is not a time is ignored', () => {
  expect(crashesBefore(['x', '--crashed-at=soon,1.5,1e400'])).toEqual([])
  expect(crashesBefore(['x'])).toEqual([])
})

test.each([
  ['a minute ago', -60_000, 1],
  ['five minutes ago', -300_000, 0],
  ['before somebody set the clock back', 3 * 3_600_000, 0],
])('a crash %s', (_when, at, expected) => {
  expect(crashesLately([1_700_000_000_000 + at], 1_700_000_000_000)).toHaveLength(expected)
})
