import type { Caller } from '#contract/caller.ts'

export const manager: Caller = { screen: 'pass', name: 'Grill', role: 'manager' }
