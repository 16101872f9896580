import type { Ticket } from '#contract/ticket.ts'

/** Why a ticket needs eyes, the most pressing first. */
export const attentionKinds = [
  'cancelled',
  'changed',
  'lost',
  'undelivered',
  'waiting',
  'allergy',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A ticket that needs eyes, wherever its card is. */
export interface Attention {
  readonly id: string
  readonly code: string
  readonly kind: AttentionKind
  /** Why it was cancelled, as the platform says. */
  readonly reason: string | null
}

function kindOf({ cancellation, changes, driver, items, bump }: Ticket): AttentionKind | null {
  if (cancellation !== null) return 'cancelled'
  if (bump !== null) return null
  if (changes.length > 0) return 'changed'
  if (driver?.stage === 'lost') return 'lost'
  if (driver?.stage === 'cancelled') return 'undelivered'
  if (driver?.stage === 'at-store') return 'waiting'
  return items.some(({ allergyWords, struck }) => allergyWords.length > 0 && !struck)
    ? 'allergy'
    : null
}

/** What needs eyes among the tickets of the wall, each once with what presses most; alike ones in the order of the tickets. */
export function attentionOf(tickets: readonly Ticket[]): Attention[] {
  return tickets
    .flatMap((ticket): Attention[] => {
      const kind = kindOf(ticket)
      if (kind === null) return []
      return [
        { id: ticket.id, code: ticket.code, kind, reason: ticket.cancellation?.reason ?? null },
      ]
    })
    .sort((one, other) => attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind))
}
