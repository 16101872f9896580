import type { OrderChange, OrderType, TicketNote } from '#contract/tickets/ticket.ts'

/** What a kitchen acts on besides the dishes. Instants are ISO. */
export interface ReportedOrder {
  type: OrderType
  promisedAt: string
  /** The guest's name, or the table. */
  buyer: string | null
  /** The texts of its notes. */
  notes: readonly string[]
}

/** A promised time that moves less is no news for a cook. */
const minMoveMs = 5 * 60_000

const isMoved = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) >= minMoveMs

/** The changes of an order besides its dishes. */
export function compareOrders(
  before: ReportedOrder,
  now: ReportedOrder,
  notes: readonly TicketNote[],
): OrderChange[] {
  const changes: OrderChange[] = []
  if (before.type !== now.type)
    changes.push({ kind: 'type', key: now.type, before: before.type, now: now.type })
  if (now.buyer !== null && before.buyer !== now.buyer)
    changes.push({ kind: 'buyer', key: now.buyer, before: before.buyer, now: now.buyer })
  if (isMoved(before.promisedAt, now.promisedAt))
    changes.push({
      ...{ kind: 'time', key: now.promisedAt },
      ...{ before: before.promisedAt, now: now.promisedAt },
    })
  for (const note of notes)
    if (!before.notes.includes(note.text)) changes.push({ kind: 'note', key: note.text, note })
  for (const text of before.notes)
    if (!now.notes.includes(text)) changes.push({ kind: 'note-gone', key: text, text })
  return changes
}
