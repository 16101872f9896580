import { needsDecision, type DeliveryState } from '#contract/deliveries/delivery.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { hasJoined, type CardContent } from '../state/stations/card-content.ts'
import { placeOf } from '../state/ticket-place.ts'

/** What the kitchen must hear, most urgent first. */
export const occasions = ['cancelled', 'refused', 'changed', 'allergy', 'driver', 'new'] as const
export type Occasion = (typeof occasions)[number]

/** The preference that says how each sounds on this screen. */
export const soundKeys = {
  cancelled: 'soundCancelled',
  refused: 'soundRefused',
  changed: 'soundChanged',
  allergy: 'soundAllergy',
  driver: 'soundDriver',
  new: 'soundNew',
} as const satisfies Record<Occasion, string>

/** The tickets at an instant (ms since the epoch). */
export interface Scene {
  tickets: ReadonlyMap<string, CardContent>
  at: number
}

/** How often a ticket speaks of an allergy. */
const allergiesIn = ({ items, notes, guestAllergies }: Ticket): number =>
  [...items, ...notes].reduce(
    (sum, { allergyWords }) => sum + allergyWords.length,
    guestAllergies === null ? 0 : 1,
  )

/** The state of a bump that needs a decision: rejected or unanswered. */
const undecided = ({ bump }: Ticket): DeliveryState | null =>
  bump !== null && needsDecision(bump.delivery) ? bump.delivery.state : null

/** A driver's stage that the kitchen must notice: waiting here, or gone. */
function pressingStage({ driver }: Ticket): string | null {
  return driver?.stage === 'at-store' || driver?.stage === 'lost' ? driver.stage : null
}

function occasionsOf(
  before: CardContent | undefined,
  scene: Scene,
  ticket: CardContent,
  now: number,
): Occasion[] {
  // Most tickets haven't changed; a scheduled one can still become due.
  if (before === ticket && !ticket.scheduled) return []
  if (ticket.cancellation !== null) return before?.cancellation ? [] : ['cancelled']
  const newOccasions: Occasion[] = []
  const trouble = undecided(ticket)
  if (trouble !== null && (before === undefined || undecided(before) !== trouble))
    newOccasions.push('refused')
  const changed = JSON.stringify(ticket.changes) !== JSON.stringify(before?.changes ?? [])
  if (before !== undefined && changed && ticket.changes.length > 0) {
    newOccasions.push('changed')
    // Typed later, it is as urgent as on a new ticket.
    if (allergiesIn(ticket) > allergiesIn(before)) newOccasions.push('allergy')
  }
  if (ticket.bump !== null || placeOf(ticket, now) !== 'queue') return newOccasions
  const joins =
    before === undefined || placeOf(before, scene.at) === 'scheduled' || hasJoined(before, ticket)
  // A recalled ticket is not news.
  if (joins && ticket.recalledAt !== null) return newOccasions
  const stage = pressingStage(ticket)
  if (stage !== null && (joins || stage !== before.driver?.stage)) newOccasions.push('driver')
  if (joins) newOccasions.push(allergiesIn(ticket) > 0 ? 'allergy' : 'new')
  return newOccasions
}

/** What happened between two moments: each occasion once, for any number of tickets. */
export function occasionsBetween(before: Scene, after: Scene): Occasion[] {
  const newOccasions = new Set<Occasion>()
  for (const ticket of after.tickets.values())
    for (const occasion of occasionsOf(before.tickets.get(ticket.id), before, ticket, after.at))
      newOccasions.add(occasion)
  return occasions.filter((occasion) => newOccasions.has(occasion))
}
