import type { Ticket } from '#contract/ticket.ts'
import { placeOf } from '../state/ticket-place.ts'

/** What the kitchen must hear, most pressing first. */
const occasions = ['cancelled', 'changed', 'new'] as const
export type Occasion = (typeof occasions)[number]

/** The tickets as they stood at an instant (ms since the epoch). */
export interface Scene {
  tickets: ReadonlyMap<string, Ticket>
  at: number
}

function occasionOf(before: Ticket | undefined, scene: Scene, ticket: Ticket, now: number) {
  // Most tickets are as they were, and only the clock could make news of a scheduled one.
  if (before === ticket && !ticket.scheduled) return null
  if (ticket.cancellation !== null) return before?.cancellation ? null : 'cancelled'
  const changed = JSON.stringify(ticket.changes) !== JSON.stringify(before?.changes ?? [])
  if (before !== undefined && changed && ticket.changes.length > 0) return 'changed'
  if (ticket.bump !== null || ticket.recalledAt !== null) return null
  if (placeOf(ticket, now) !== 'queue') return null
  return before === undefined || placeOf(before, scene.at) === 'scheduled' ? 'new' : null
}

/** What happened between two scenes: each occasion once, however many tickets it befell. */
export function occasionsBetween(before: Scene, after: Scene): Occasion[] {
  const heard = new Set<Occasion>()
  for (const ticket of after.tickets.values()) {
    const occasion = occasionOf(before.tickets.get(ticket.id), before, ticket, after.at)
    if (occasion !== null) heard.add(occasion)
  }
  return occasions.filter((occasion) => heard.has(occasion))
}
