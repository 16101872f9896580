import { z } from 'zod'
import { answersManager, defineContract, id } from '../shared/operation.ts'

/**
 * How fast the kitchen made some orders: from the time on the wall to the bump. An order that was
 * bumped before it was due on the wall counts but has no time. Null when no order has a time.
 */
export interface Speed {
  orders: number
  /** Orders that were bumped after their promised time. */
  late: number
  medianSeconds: number | null
  /** Nine of ten orders were ready within this time. */
  ninetiethSeconds: number | null
}

/** An item that was sold out: how often, how long in total, and how many orders contained it at that time. */
export interface SoldOut {
  key: string
  name: string
  times: number
  seconds: number
  orders: number
  lasting: boolean
}

/**
 * The kitchen's performance between two instants: orders that were bumped then. Instants are ISO
 * 8601 in UTC.
 */
export interface KitchenFigures {
  id: string
  from: string
  to: string
  /** `promisedSeconds` is the median of the promised times, counted from the same start as the others. */
  all: Speed & { promisedSeconds: number | null }
  /** By the day of the bump, in the store's calendar. Contains every day of the range. */
  days: (Speed & { day: string })[]
  /**
   * By the hour in which an order appeared on the wall, by the store's clock. Hours without orders
   * are left out.
   */
  hours: (Speed & { hour: number })[]
  /** The time of an order counts for each of its products. The product with most orders is first. */
  products: (Speed & { id: string; name: string; pieces: number })[]
  recalls: number
  driversLost: number
  soldOut: SoldOut[]
  /** Orders that were bumped before they were due on the wall: they count as orders and have no time. */
  early: number
  /** Orders that left the wall without a bump: cancelled, or handed over. No other figure contains them. */
  withoutBump: number
  unread: number
}

/** Days of the store, both inclusive; or one of its shifts. */
export const figuresInput = z.strictObject({
  span: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('days'), from: z.iso.date(), to: z.iso.date() }),
    z.strictObject({ kind: z.literal('shift'), shiftId: z.string().min(1).max(100) }),
  ]),
})

export const kitchenFiguresContract = defineContract({
  name: 'kitchenFigures',
  operations: {
    /**
     * Computed from what is stored here. When a screen asks again before the answer, the first
     * request gets `too-late`.
     */
    'kitchenFigures.get': answersManager<KitchenFigures>()(figuresInput),
    /** The same as a table for a spreadsheet (CSV). `not-found` when newer figures have replaced them. */
    'kitchenFigures.table': answersManager<string>()(z.strictObject({ figuresId: id })),
  },
  events: {},
})
