import { z } from 'zod'
import { answersManager, defineContract, id } from './operation.ts'

/**
 * Preparation times of a group of orders, from joining the wall to the bump, in seconds. An order
 * bumped before it joined counts as an order without a time. Null when no order has a time.
 */
export interface Speed {
  orders: number
  /** Orders bumped after their promised time. */
  late: number
  medianSeconds: number | null
  /** 90 % were ready within this time. */
  ninetiethSeconds: number | null
}

/** An item that was sold out: how often, for how long in total, and how many orders included it meanwhile. */
export interface SoldOut {
  key: string
  name: string
  times: number
  seconds: number
  orders: number
  /** Whether it is still sold out. */
  lasting: boolean
}

/**
 * Kitchen performance between two instants, for the orders bumped in that time. Instants are ISO
 * 8601 in UTC.
 */
export interface KitchenFigures {
  id: string
  from: string
  to: string
  /** `promisedSeconds` is the median promised time, from the same start. */
  all: Speed & { promisedSeconds: number | null }
  /** By day of the bump in the store's calendar, every day of the range. */
  days: (Speed & { day: string })[]
  /** By the hour in which orders joined the wall, on the store's clock; only hours with orders. */
  hours: (Speed & { hour: number })[]
  /** An order's time counts for each of its products. Products with the most orders first. */
  products: (Speed & { id: string; name: string; pieces: number })[]
  recalls: number
  driversLost: number
  soldOut: SoldOut[]
  /** Orders bumped before they joined the wall: counted, but without a time. */
  early: number
  /** Orders that left the wall without a bump (cancelled or handed over). They are in no figure. */
  withoutBump: number
  /** Orders that could not be read. */
  unread: number
}

/** A range of days of the store, both included, or one of its shifts. */
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
     * Computed from stored data. A screen that asks again gets no answer to its earlier question
     * (`too-late`).
     */
    'kitchenFigures.read': answersManager<KitchenFigures>()(figuresInput),
    /** The same figures as a spreadsheet table (CSV); `not-found` when other figures were computed since. */
    'kitchenFigures.table': answersManager<string>()(z.strictObject({ figuresId: id })),
  },
  events: {},
})
