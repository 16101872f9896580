import type { CategoryCare } from '#contract/stations/station.ts'
import type { StockKey } from '#contract/stock/stock.ts'
import type { TicketExpo, TicketItem } from '#contract/tickets/ticket.ts'

/** What the kitchen noted about a ticket at expo. */
export interface ExpoMarks {
  /** Dishes in the bag, by item key: a changed dish is no longer in it. */
  bagged: Record<string, string>
  shelf: string
  handedOverAt: string | null
}

export const newExpoMarks: ExpoMarks = { bagged: {}, shelf: '', handedOverAt: null }

/** What a store says about the dishes of a product's categories. */
export type CareOf = (key: StockKey) => readonly CategoryCare[]

/** When the last station was done with a dish; null if some are not. */
function doneAtOf({ work, struck }: TicketItem): string | null {
  const times = work?.map(({ doneAt }) => doneAt) ?? []
  return struck && !times.includes(null) ? (times.toSorted().at(-1) ?? null) : null
}

/** A ticket at expo; null as long as there is nothing to say. */
export function expoOf(
  items: readonly TicketItem[],
  { shelf, handedOverAt }: ExpoMarks,
  bumpedAt: string | null,
  careOf: CareOf,
): TicketExpo | null {
  const done = items.map((item) => doneAtOf(item) ?? bumpedAt)
  const care = items.map(({ stockKey }) => (stockKey === null ? [] : careOf(stockKey)))
  const packing = [...new Set(care.flat().map((each) => each.packing))].filter(Boolean)
  const limits = care.flatMap((each, at) => {
    const from = done[at]
    if (from == null) return []
    const minutes = each.flatMap(({ waitMinutes }) => waitMinutes ?? [])
    return minutes.map((min) => Date.parse(from) + min * 60_000)
  })
  const isDone = items.length > 0 && !done.includes(null)
  const doneAt = isDone ? (done.toSorted().at(-1) ?? null) : null
  const coolsAt = limits.length === 0 ? null : new Date(Math.min(...limits)).toISOString()
  const isNothing =
    doneAt === null &&
    coolsAt === null &&
    packing.length === 0 &&
    shelf === '' &&
    handedOverAt === null
  return isNothing ? null : { doneAt, coolsAt, shelf, packing, handedOverAt }
}
