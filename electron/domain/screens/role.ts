import type { Role } from '#contract/caller.ts'

/** What a screen is that nobody has assigned a role yet. */
export const newScreensRole: Role = 'kitchen'

/** How long a manager's PIN unlocks a screen. */
const unlockMinutes = 5

/** When an unlocking ends, by both clocks of the host in milliseconds. */
export interface Unlocking {
  wall: number
  monotonic: number
}

type Now = Unlocking

export const unlockingFrom = ({ wall, monotonic }: Now): Unlocking => ({
  wall: wall + unlockMinutes * 60_000,
  monotonic: monotonic + unlockMinutes * 60_000,
})

/** Whichever clock comes first ends it: the one stands still while the machine sleeps, the other can be set back. */
export const lasts = (unlocking: Unlocking | undefined, now: Now): boolean =>
  unlocking !== undefined && now.wall < unlocking.wall && now.monotonic < unlocking.monotonic

/** What a screen may be now. A restaurant without a PIN is not asked for anything. */
export function effectiveRole(screen: {
  hasPin: boolean
  assigned: Role
  isUnlocked: boolean
}): Role {
  return !screen.hasPin || screen.isUnlocked ? 'manager' : screen.assigned
}
