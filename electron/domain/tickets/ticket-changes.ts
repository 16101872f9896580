import type {
  Bump,
  ItemChange,
  OrderChange,
  Ticket,
  TicketChange,
  TicketItem,
} from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Routes } from '../stations/routes.ts'
import { unseenChanges } from './acknowledgements.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { compareItems } from './item-changes.ts'
import type { PlainItem } from './items.ts'
import type { Marks } from './marks.ts'
import { compareOrders, type ReportedOrder } from './order-changes.ts'
import { currentDeliveries, currentOrder, type FirstOrder, type OrderFacts } from './order-facts.ts'
import { orderNotes } from './notes.ts'
import type { PlainOrder } from './plain-order.ts'
import { orderType, promisedTimes, type LatenessRules } from './timing.ts'

/** What a ticket is computed from. */
export interface TicketSource {
  id: string
  plain: PlainOrder
  marks: Marks
  bump: Bump | null
  rules: LatenessRules
  /** Says what a status means: only `pending` is specified (platform/README.md, Orders). */
  dialect: Dialect
  /** Epoch milliseconds: a planned driver becomes one that the platform looks for. */
  now: number
  /** Which stations make what. */
  routes: Routes
  allergies: AllergyReader
}

/** The parts of a ticket whose changes are shown, besides its dishes. */
type Reported = Pick<Ticket, 'type' | 'promisedAt' | 'buyerName' | 'notes'>

/**
 * What has changed since somebody acknowledged it or it was first reported, each with the stations
 * that have not acknowledged it.
 */
export function ticketChanges(
  source: TicketSource,
  ticket: Reported & Pick<Ticket, 'stage' | 'items'>,
): TicketChange[] {
  const { plain, marks, routes } = source
  const { items } = ticket
  // The items that changes are counted from: those that a cook last acknowledged, or the first.
  const before = marks.acknowledgedItems ?? plain.firstItems ?? []
  const ofItems = before === plain.items ? [] : itemChanges(before, items, marks, routes)
  const ofOrder: OrderChange[] = [
    ...(ticket.stage === 'handed-over' ? closedChanges(items, marks) : []),
    ...(marks.onAgainAt === null ? [] : [{ kind: 'again' as const, key: marks.onAgainAt }]),
    ...orderChanges(source, ticket),
  ]
  if (!routes.isUsed) return [...ofOrder, ...ofItems]
  const all = [
    ...ofOrder.map((change) => ({ ...change, stations: stationsFor(change, items) })),
    ...ofItems,
  ]
  return unseenChanges(all, items, marks.acknowledged)
}

/** The changes of an order besides its dishes, since it was first reported or acknowledged. */
function orderChanges(source: TicketSource, ticket: Reported): OrderChange[] {
  const { rules, dialect, allergies } = source
  const { facts, order, deliveries } = source.plain
  const { firstItems: first, layers } = facts
  const seen = source.marks.acknowledgedOrder
  // Most orders never change.
  if (seen === null && (first?.order === undefined || layers.at(-1)?.stamp === first.stamp))
    return []
  // With the standard words, as what is stored: the restaurant may change its own at any time.
  const standard = allergies === standardAllergies ? ticket.notes : orderNotes(order, deliveries)
  const notes = standard.map(({ text }) => ({ text, allergyWords: allergies.wordsIn(text) }))
  const now = { ...reportedOrder(ticket), notes: notes.map(({ text }) => text) }
  const before = seen ?? firstReported(first?.order, now, rules, dialect)
  return before === null ? [] : compareOrders(before, now, notes)
}

/** What a kitchen acts on besides the dishes. */
export const reportedOrder = ({ type, promisedAt, buyerName, notes }: Reported): ReportedOrder => ({
  ...{ type, promisedAt, buyer: buyerName },
  notes: notes.map(({ text }) => text),
})

/** The same as it is stored when somebody acknowledges it: its notes by the standard words. */
export const acknowledgedOrder = (facts: OrderFacts, ticket: Ticket): ReportedOrder =>
  reportedOrder({ ...ticket, notes: orderNotes(currentOrder(facts), currentDeliveries(facts)) })

/** The order as it was first reported. What it did not say then is as it is now. */
function firstReported(
  first: FirstOrder | undefined,
  now: ReportedOrder,
  rules: LatenessRules,
  dialect: Dialect,
): ReportedOrder | null {
  if (first === undefined) return null
  const { deliverAt, createdAt, isScheduled, expectedPreparationDuration, notes } = first
  const type =
    first.deliveryType == null
      ? now.type
      : orderType(first.deliveryType, first.hasDelivery, dialect)
  const timing = {
    ...{ type, deliverAt: deliverAt ?? null, scheduled: isScheduled ?? false },
    createdAt: createdAt ?? now.promisedAt,
    preparationMinutes: expectedPreparationDuration ?? null,
  }
  const promisedAt = deliverAt == null ? now.promisedAt : promisedTimes(timing, rules).promisedAt
  return { type, promisedAt, buyer: first.buyerName ?? null, notes }
}

/** That the order was closed elsewhere, if dishes of it are not done. */
function closedChanges(items: readonly TicketItem[], { closedAt }: Marks): OrderChange[] {
  if (closedAt === null) return []
  const unmade = items
    .filter(({ struck, depth }) => !struck && depth === undefined)
    .reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  return unmade === 0 ? [] : [{ kind: 'closed', key: closedAt, unmade }]
}

/** The stations that a change of the order is for: all that make something of it. */
function stationsFor({ kind }: OrderChange, items: readonly TicketItem[]): string[] {
  const works = items.flatMap(({ work = [] }) => work)
  // Whoever has done all of theirs has nothing more to do with a closed one.
  const some = kind === 'closed' ? works.filter(({ doneAt }) => doneAt === null) : works
  return [...new Set(some.map(({ station }) => station))]
}

/** The changes of dishes, with their stations. */
function itemChanges(
  before: readonly PlainItem[],
  items: readonly TicketItem[],
  marks: Marks,
  routes: Routes,
): ItemChange[] {
  const changes = compareItems(before, items)
  if (!routes.isUsed || changes.length === 0) return changes
  const routesBefore = routes.of(before.map((item) => ({ ...item, platformStation: null })))
  return changes.map((change) => {
    const stations = stationsOf(change.key, items, marks, routes)
    const at = before.findIndex(({ key }) => key === change.key)
    return { ...change, stations: stations.length === 0 ? (routesBefore[at] ?? []) : stations }
  })
}

/** Where a dish is made now, and where somebody has begun it as it was. */
function stationsOf(
  itemKey: string,
  items: readonly TicketItem[],
  marks: Marks,
  routes: Routes,
): string[] {
  const { work = [] } = items.find(({ key }) => key === itemKey) ?? {}
  const begun = Object.keys(marks.work[itemKey]?.stations ?? {})
  const stillThere = begun.filter((id) => routes.has(id))
  return [...new Set([...work.map(({ station }) => station), ...stillThere])]
}
