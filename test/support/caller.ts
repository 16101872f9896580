import type { Caller } from '#contract/caller.ts'

/** A manager's screen, which may ask everything. */
export const manager: Caller = { screen: 'pass', name: 'Grill', role: 'manager' }
