import type { PartyAhead } from '#contract/reservations/reservations.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'

/** Why a ticket needs attention, most urgent first. The last is a coming party, which has no ticket yet. */
export const attentionKinds = [
  'cancelled',
  'changed',
  'lost',
  'undelivered',
  'waiting',
  'allergy',
  'very-late',
  'party',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A ticket that needs attention, wherever its card is. */
export interface Attention {
  readonly id: string
  readonly code: string
  readonly kind: AttentionKind
  /** The platform's reason for a cancellation; for a party its tables and allergies. */
  readonly reason: string | null
}

function kindOf({
  cancellation,
  changes,
  driver,
  items,
  bump,
  guestAllergies,
  notes,
}: Ticket): Exclude<AttentionKind, 'very-late'> | null {
  if (cancellation !== null) return 'cancelled'
  if (bump !== null) return null
  if (changes.length > 0) return 'changed'
  if (driver?.stage === 'lost') return 'lost'
  if (driver?.stage === 'cancelled') return 'undelivered'
  if (driver?.stage === 'at-store') return 'waiting'
  if (guestAllergies !== null || notes.some(({ allergyWords }) => allergyWords.length > 0))
    return 'allergy'
  return items.some(({ allergyWords, struck }) => allergyWords.length > 0 && !struck)
    ? 'allergy'
    : null
}

/**
 * The tickets that need attention, each once with its most urgent kind; equally urgent ones in the
 * order of the tickets.
 */
export function attentionOf(
  tickets: readonly Ticket[],
  veryLate: ReadonlySet<string>,
): Attention[] {
  return tickets
    .flatMap((ticket): Attention[] => {
      const kind = kindOf(ticket) ?? (veryLate.has(ticket.id) ? 'very-late' : null)
      if (kind === null) return []
      return [
        { id: ticket.id, code: ticket.code, kind, reason: ticket.cancellation?.reason ?? null },
      ]
    })
    .sort((one, other) => attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind))
}

/** The parties that the kitchen should know about: time, covers and notes, never the guest. */
export const partiesOf = (
  parties: readonly PartyAhead[],
  text: { code: (party: PartyAhead) => string; about: (party: PartyAhead) => string },
): Attention[] =>
  parties.map((party) => ({
    id: `party ${party.reservationId}`,
    code: text.code(party),
    kind: 'party',
    reason: text.about(party),
  }))

/** Several tickets of one kind, in place of a chip for each. */
export interface AttentionGroup {
  readonly kind: Exclude<AttentionKind, 'party'>
  readonly count: number
}

/** The same with one entry for each kind that has several tickets. Parties stay apart. */
export const groupByKind = (
  attention: readonly Attention[],
): readonly (Attention | AttentionGroup)[] =>
  attentionKinds.flatMap((kind): readonly (Attention | AttentionGroup)[] => {
    const all = attention.filter((one) => one.kind === kind)
    return kind === 'party' || all.length <= 1 ? all : [{ kind, count: all.length }]
  })
