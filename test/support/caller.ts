import type { Caller } from '#contract/shared/caller.ts'

export const manager: Caller = { screen: 'pass', name: 'Grill', role: 'manager' }
