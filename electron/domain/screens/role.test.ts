import { expect, test } from 'vitest'
import { roles, type Role } from '#contract/shared/caller.ts'
import { effectiveRole, isUnlocked, unlockingFrom } from './role.ts'

const itsOwn = (assigned: Role): Role => assigned
const manager = (): Role => 'manager'

test.for<[boolean, boolean, boolean, (assigned: Role) => Role]>([
  [false, false, false, manager],
  [false, false, true, manager],
  [false, true, false, itsOwn],
  [false, true, true, manager],
  [true, false, false, itsOwn],
  [true, false, true, manager],
  [true, true, false, itsOwn],
  [true, true, true, manager],
])(
  'with a PIN: %s, on the network: %s, unlocked: %s',
  ([hasPin, isOnNetwork, isUnlocked, expected]) => {
    for (const assigned of roles)
      expect(effectiveRole({ hasPin, isOnNetwork, assigned, isUnlocked })).toBe(expected(assigned))
  },
)

const minute = 60_000
test.for<[string, { wall: number; monotonic: number }, boolean]>([
  ['at once', { wall: 0, monotonic: 0 }, true],
  ['a moment before', { wall: 5 * minute - 1, monotonic: 5 * minute - 1 }, true],
  ['after five minutes', { wall: 5 * minute, monotonic: 5 * minute }, false],
  ['after a sleep, in which one clock stood still', { wall: 6 * minute, monotonic: minute }, false],
  ['with the wall clock set back', { wall: -60 * minute, monotonic: 5 * minute }, false],
  ['with the wall clock set back, before', { wall: -60 * minute, monotonic: minute }, true],
])('an unlocking %s', ([, later, expected]) => {
  const start = { wall: 1_700_000_000_000, monotonic: 4_000 }
  const now = { wall: start.wall + later.wall, monotonic: start.monotonic + later.monotonic }
  expect(isUnlocked(unlockingFrom(start), now)).toBe(expected)
})

test('a screen that was never unlocked stays locked', () => {
  expect(isUnlocked(undefined, { wall: 0, monotonic: 0 })).toBe(false)
})
