import type { OutboxEntry } from './entry.ts'

/** The states of before, until every noun reads `Delivery`. */
export type LegacyState =
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'unconfirmed'
  | 'rejected'
  | 'done'
  | 'withdrawn'
  | 'dropped'
  | 'settled'

export function legacyState({
  state,
  reason,
  needsDecision,
}: Pick<OutboxEntry, 'state' | 'reason' | 'needsDecision'>): LegacyState {
  switch (state) {
    case 'queued':
    case 'sending':
      return state
    case 'unknown':
      return needsDecision ? 'unconfirmed' : 'unknown'
    case 'refused':
      return 'rejected'
    case 'accepted':
      return 'done'
    case 'confirmed':
      return reason === 'by-person' ? 'settled' : 'done'
    case 'withdrawn':
      return reason === 'not-needed' ? 'dropped' : 'withdrawn'
    case 'expired':
      return 'dropped'
  }
}
