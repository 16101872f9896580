import { z } from 'zod'
import { answersManager, defineContract, id } from './operation.ts'

/**
 * How quick the kitchen was with some orders: from joining the queue to the bump. What was bumped before it joined counts
 * as an order and has no time. Null where no order has one.
 */
export interface Speed {
  orders: number
  /** How many were bumped after their promise. */
  late: number
  medianSeconds: number | null
  /** Nine of ten were ready within. */
  ninetiethSeconds: number | null
}

/** An item that was off: how often, how long altogether, and how many orders wanted it meanwhile. */
export interface SoldOut {
  key: string
  name: string
  times: number
  seconds: number
  orders: number
  /** It still is. */
  lasting: boolean
}

/** How the kitchen did between two instants: orders that were bumped then. Instants are ISO 8601 in UTC. */
export interface KitchenFigures {
  id: string
  from: string
  to: string
  /** `promisedSeconds` is the median of what was promised, reckoned from the same beginning. */
  all: Speed & { promisedSeconds: number | null }
  /** By the day of the bump, as the store's calendar has it; every day of the span. */
  days: (Speed & { day: string })[]
  /** By the hour in which an order joined the queue, on the store's clock; those with orders. */
  hours: (Speed & { hour: number })[]
  /** The time of an order counts for each of its products. Those of most orders first. */
  products: (Speed & { id: string; name: string; pieces: number })[]
  recalls: number
  driversLost: number
  soldOut: SoldOut[]
  /** Orders that were bumped before they joined the queue: they count as orders and have no time. */
  early: number
  /** Orders that left the queue without a bump: cancelled, or handed over. They are in no figure. */
  withoutBump: number
  /** Orders that could not be read. */
  unread: number
}

/** Days of the store, both among them; or a shift of it. */
export const figuresInput = z.strictObject({
  span: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('days'), from: z.iso.date(), to: z.iso.date() }),
    z.strictObject({ kind: z.literal('shift'), shiftId: z.string().min(1).max(100) }),
  ]),
})

export const kitchenFiguresContract = defineContract({
  name: 'kitchenFigures',
  operations: {
    /** Worked out of what is kept here; a screen that asks anew is not answered for what it asked before (`too-late`). */
    'kitchenFigures.read': answersManager<KitchenFigures>()(figuresInput),
    /** The same as a table for a spreadsheet (CSV); `not-found` where others were worked out since. */
    'kitchenFigures.table': answersManager<string>()(z.strictObject({ figuresId: id })),
  },
  events: {},
})
