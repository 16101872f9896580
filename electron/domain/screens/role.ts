import type { Role } from '#contract/shared/caller.ts'

/** The role of a screen until someone assigns one. */
export const newScreensRole: Role = 'kitchen'

/** How long a manager's PIN unlocks a screen. */
const unlockMinutes = 5

/** When an unlock ends, by both of the host's clocks in milliseconds. */
export interface Unlocking {
  wall: number
  monotonic: number
}

type Now = Unlocking

export const unlockingFrom = ({ wall, monotonic }: Now): Unlocking => ({
  wall: wall + unlockMinutes * 60_000,
  monotonic: monotonic + unlockMinutes * 60_000,
})

/**
 * The unlock ends when either clock reaches its end: the monotonic clock stops while the machine
 * sleeps, and the wall clock can be set back.
 */
export const isUnlocked = (unlocking: Unlocking | undefined, now: Now): boolean =>
  unlocking !== undefined && now.wall < unlocking.wall && now.monotonic < unlocking.monotonic

/**
 * The role that a screen has now. Without a PIN, every screen of the kitchen computer has full
 * access; one on the network never has more than a manager gave it.
 */
export function effectiveRole(screen: {
  hasPin: boolean
  isOnNetwork: boolean
  assigned: Role
  isUnlocked: boolean
}): Role {
  const isOpen = !screen.hasPin && !screen.isOnNetwork
  return isOpen || screen.isUnlocked ? 'manager' : screen.assigned
}
