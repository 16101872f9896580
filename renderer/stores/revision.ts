import type { HostEvent } from '#contract/operations.ts'
import type { Ticket, TicketsSnapshot } from '#contract/ticket.ts'

export type TicketsChanged = Extract<HostEvent, { type: 'tickets.changed' }>

/** What a screen knows: every ticket of the host at one revision. */
export interface Known {
  revision: number
  tickets: ReadonlyMap<string, Ticket>
}

export const fromSnapshot = ({ revision, tickets }: TicketsSnapshot): Known => ({
  revision,
  tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
})

/** The next state after one change, or null where a change in between was missed. */
export function applyChange(known: Known, change: TicketsChanged): Known | null {
  if (change.revision !== known.revision + 1) return null
  const tickets = new Map(known.tickets)
  for (const ticket of change.tickets) tickets.set(ticket.id, ticket)
  for (const id of change.gone) tickets.delete(id)
  return { revision: change.revision, tickets }
}

/** A snapshot and the changes that arrived while it was asked for; null where one of them is missing. */
export function catchUp(
  snapshot: TicketsSnapshot,
  changes: readonly TicketsChanged[],
): Known | null {
  let known: Known | null = fromSnapshot(snapshot)
  for (const change of changes) {
    if (change.revision <= snapshot.revision) continue
    known = applyChange(known, change)
    if (known === null) return null
  }
  return known
}
