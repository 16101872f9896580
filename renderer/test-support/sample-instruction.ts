import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'

/** A change of settings and stations. */
export const profileChange: ReceivedInstruction['change'] = {
  kind: 'profile',
  settings: {},
  stations: [],
  soldOut: [],
}

/** Salmon was sold out by the chain a few minutes ago, and nobody has read it. */
export const makeInstruction = (some: Partial<ReceivedInstruction> = {}): ReceivedInstruction => {
  const sentAt = new Date(Date.now() - 5 * 60_000).toISOString()
  return {
    id: 'i1',
    chain: 'Alerce',
    by: 'Ana Rojas',
    sentAt,
    receivedAt: sentAt,
    reason: 'Recall of the supplier',
    change: { kind: 'sold-out', what: 'ingredient', name: 'Salmon' },
    names: ['Salmon roll', 'Salmon sashimi'],
    isSeen: false,
    state: 'done',
    items: 2,
    confirmed: 0,
    changed: 0,
    missing: [],
    ...some,
  }
}
