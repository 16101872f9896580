import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  kitchenFiguresContract,
  type figuresInput,
  type KitchenFigures as Figures,
  type Speed,
} from '#contract/kitchen-figures.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { growFigures, sumSoldOut, type StoreTime } from '#domain/kitchen-figures/figures.ts'
import { clockOf, daysBetween } from '#domain/reservations/store-day.ts'
import { boundsOfDays, businessDayOf } from '#domain/shifts/business-day.ts'
import { appError } from '#platform/call/failure.ts'
import { readShift } from '#platform/tabs.ts'
import type { z } from 'zod'
import { isoNow } from '../clock.ts'
import { store } from '../connection/connection.ts'
import { defineNoun, type Context } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { stock } from '../stock/stock.ts'
import type { Cell } from '../table.ts'
import { longTable } from '../worker/long-table.ts'

/** From one ISO instant until before another, and the days of the store that this range touches. */
interface InstantSpan {
  from: string
  to: string
  days: { from: string; to: string }
}

/** Orders that are read in one turn: a few milliseconds of work. */
const ordersATurn = 20
/** The last results stay here for their tables. */
const mostStored = 4
/** Nobody can read a chart of more days. */
const mostDays = 400
/** Time zones change their clocks only at a quarter of an hour. */
const quarterMs = 15 * 60_000
/** The orders of these hours are not in the archive. */
const lastHoursMs = 24 * 3_600_000
const minuteMs = 60_000

/** Kitchen performance. It stores nothing: it is computed from tickets and the 86 board's history. */
export const kitchenFigures = defineNoun(kitchenFiguresContract, {
  needs: [store, orders, stock],
  create(context) {
    const { archive, clock, newId, timeZone, settings } = context
    const { bumpedBetween, leftWithoutBump } = context.use(orders)
    const board = context.use(stock)
    const stored = new Map<string, Figures>()
    /** The newest request of each screen. */
    const asked = new Map<string, symbol>()
    let isClosed = false

    /** Null when the screen has sent another request meanwhile, or the host closes. */
    async function workOut(
      { from, to, days }: InstantSpan,
      isNeeded: () => boolean,
    ): Promise<Figures | null> {
      const growing = growFigures(createStoreTime(timeZone(), settings().businessDayBorder))
      let unread = 0
      let next: ReturnType<typeof bumpedBetween>['next'] = null
      do {
        const part = bumpedBetween(from, to, next, ordersATurn)
        for (const order of part.orders) growing.add(order)
        unread += part.unread
        next = part.next
        if (next !== null) await nextTurn()
        if (!isNeeded()) return null
      } while (next !== null)
      const now = isoNow(clock)
      return {
        id: newId(),
        from,
        to,
        ...growing.result(daysBetween(days.from, days.to)),
        soldOut: sumSoldOut(board.outBetween(from, to), from, to < now ? to : now),
        withoutBump: leftWithoutBump(from, to),
        unread,
      }
    }

    function keep(figures: Figures): Result<Figures> {
      const [oldest] = stored.keys()
      if (stored.size >= mostStored && oldest !== undefined) stored.delete(oldest)
      stored.set(figures.id, figures)
      return ok(figures)
    }

    return {
      handlers: {
        async 'kitchenFigures.read'({ span }, { screen }) {
          const mine = Symbol('asked')
          asked.set(screen, mine)
          const isNeeded = (): boolean => !isClosed && asked.get(screen) === mine
          try {
            const instants = await instantsOf(span, context)
            if (!instants.ok) return instants
            if (!isNeeded()) return fail('too-late')
            archive.open()
            if (archive.isOut && Date.parse(instants.value.from) < clock.now() - lastHoursMs)
              return archive.notFound()
            const figures = await workOut(instants.value, isNeeded)
            return figures === null ? fail('too-late') : keep(figures)
          } finally {
            if (asked.get(screen) === mine) asked.delete(screen)
          }
        },
        async 'kitchenFigures.table'({ figuresId }) {
          const figures = stored.get(figuresId)
          return figures === undefined ? fail('not-found') : ok(await figuresTable(figures))
        },
      },
      close() {
        isClosed = true
      },
    }
  },
})

/**
 * The instants of a span: business days of the store, a shift by the platform. An open shift
 * lasts until now.
 */
async function instantsOf(
  span: z.output<typeof figuresInput>['span'],
  context: Context,
): Promise<Result<InstantSpan>> {
  const { connection, clock } = context
  const dayAt = (at: number): string =>
    businessDayOf(at, context.timeZone(), context.settings().businessDayBorder)
  if (span.kind === 'days') {
    const { businessDayBorder } = context.settings()
    const { from, to } = boundsOfDays(span, context.timeZone(), businessDayBorder)
    return between(from, to, dayAt)
  }
  const storeId = context.use(store).id
  if (connection === null) return fail('unauthorised', undefined, 'no-token')
  if (storeId === null) return fail('not-found')
  const shift = await readShift(connection, { params: { storeId, shiftId: span.shiftId } })
  if (!shift.ok) return { ok: false, error: appError(shift.failure) }
  const { startedAt, endedAt } = shift.value
  if (startedAt == null) return fail('unreadable', 'data.startedAt')
  const to = endedAt == null ? clock.now() : Date.parse(endedAt)
  return between(Date.parse(startedAt), to, dayAt)
}

function between(from: number, to: number, dayAt: (at: number) => string): Result<InstantSpan> {
  if (to <= from) return fail('bad-input', 'to: is before from')
  if (to - from > mostDays * 86_400_000)
    return fail('bad-input', `to: at most ${String(mostDays)} days`)
  const days = { from: dayAt(from), to: dayAt(to - 1) }
  return ok({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), days })
}

/**
 * The store's business day and hour of instants. Caches one value a quarter of an hour, because there
 * may be a hundred thousand instants; a minute, if the business day begins in between.
 */
function createStoreTime(timeZone: string, border: string): StoreTime {
  const stepMs = Number(border.slice(3)) % 15 === 0 ? quarterMs : minuteMs
  const known = new Map<number, { day: string; hour: number }>()
  function of(at: string): { day: string; hour: number } {
    const step = Math.floor(Date.parse(at) / stepMs)
    const found = known.get(step)
    if (found !== undefined) return found
    const begin = step * stepMs
    const hour = Number(clockOf(begin, timeZone).slice(0, 2))
    const made = { day: businessDayOf(begin, timeZone, border), hour }
    known.set(step, made)
    return made
  }
  return { dayOf: (at) => of(at).day, hourOf: (at) => of(at).hour }
}

const columns = [
  'what',
  'name',
  'orders',
  'late',
  'medianSeconds',
  'ninetiethSeconds',
  'pieces',
  'count',
  'seconds',
]

type Row = readonly Cell[]

const speedRow = (what: string, name: Cell, speed: Speed, pieces: number | null = null): Row => [
  what,
  name,
  speed.orders,
  speed.late,
  speed.medianSeconds,
  speed.ninetiethSeconds,
  pieces,
  null,
  null,
]
const countRow = (
  what: string,
  name: Cell,
  orders: number | null,
  n: number,
  seconds: number | null,
) => [what, name, orders, null, null, null, null, n, seconds] as const

/** Figures for a spreadsheet (CSV): a row for the total, each day, hour and product, and each count. */
function figuresTable(figures: Figures): Promise<string> {
  const { from, to, all, days, hours, products, soldOut } = figures
  const rows: Row[] = [
    speedRow('all', `${from} ${to}`, all),
    ...days.map((each) => speedRow('day', each.day, each)),
    ...hours.map((each) => speedRow('hour', each.hour, each)),
    ...products.map((each) => speedRow('product', each.name, each, each.pieces)),
    ...soldOut.map(({ name, times, seconds, orders }) =>
      countRow('soldOut', name, orders, times, seconds),
    ),
    countRow('early', null, null, figures.early, null),
    countRow('recalls', null, null, figures.recalls, null),
    countRow('driversLost', null, null, figures.driversLost, null),
    countRow('withoutBump', null, null, figures.withoutBump, null),
  ]
  return longTable(columns, rows, (each) => each)
}
