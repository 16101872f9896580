import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { Caller } from '#contract/shared/caller.ts'
import {
  kitchenFiguresContract,
  type figuresInput,
  type KitchenFigures as Figures,
} from '#contract/kitchen-figures/kitchen-figures.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { GrowingFigures, sumSoldOut, type StoreTime } from '#domain/kitchen-figures/figures.ts'
import { clockOf, daysBetween } from '#domain/store-time/store-day.ts'
import { boundsOfDays, businessDayOf } from '#domain/store-time/business-day.ts'
import { appError } from '#platform/call/failure.ts'
import { readShift } from '#platform/tabs.ts'
import { isoNow } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { tickets, type Tickets } from '../tickets/tickets.ts'
import { stock } from '../stock/stock.ts'
import { figuresTable } from './figures-table.ts'

/** From one ISO instant until before another, and the days of the store that this range touches. */
interface InstantSpan {
  from: string
  to: string
  days: { from: string; to: string }
}

type Span = z.output<typeof figuresInput>['span']

/** Orders that are read in one turn: a few milliseconds of work. */
const ordersATurn = 20
/** The last results stay here for their tables. */
const maxResults = 4
/** Nobody can read a chart of more days. */
const maxDays = 400
/** Time zones change their clocks only at a quarter of an hour. */
const quarterMs = 15 * 60_000
/** The orders of these hours are not in the archive. */
const lastHoursMs = 24 * 3_600_000
const minuteMs = 60_000

/** Kitchen performance. It stores nothing: it is computed from tickets and the 86 board's history. */
class KitchenFigures {
  readonly handlers: HandlersOf<'kitchenFigures'> = handlersOf(kitchenFiguresContract, this)
  readonly #context: Context
  readonly #results = new Map<string, Figures>()
  /** The newest request of each screen. */
  readonly #requests = new Map<string, symbol>()
  #isClosed = false

  constructor(context: Context) {
    this.#context = context
  }

  async get({ span }: Parsed<'kitchenFigures.get'>, { screen }: Caller): Promise<Result<Figures>> {
    const request = Symbol('request')
    this.#requests.set(screen, request)
    try {
      const instants = await this.#instantsOf(span)
      if (!instants.ok) return instants
      if (!this.#isNeeded(screen, request)) return fail('too-late')
      if (this.#isOut(instants.value)) return this.#context.archive.notFound()
      const figures = await this.#workOut(instants.value, screen, request)
      if (figures === null) return fail('too-late')
      this.#save(figures)
      return ok(figures)
    } finally {
      if (this.#requests.get(screen) === request) this.#requests.delete(screen)
    }
  }

  async table({ figuresId }: Parsed<'kitchenFigures.table'>): Promise<Result<string>> {
    const figures = this.#results.get(figuresId)
    return figures === undefined ? fail('not-found') : ok(await figuresTable(figures))
  }

  close(): void {
    this.#isClosed = true
  }

  /** False once the screen has sent another request, or the host closes. */
  #isNeeded(screen: string, request: symbol): boolean {
    return !this.#isClosed && this.#requests.get(screen) === request
  }

  /** Whether orders may be in an archive that can't be read. */
  #isOut({ from }: InstantSpan): boolean {
    const { archive, clock } = this.#context
    archive.open()
    return archive.isOut && Date.parse(from) < clock.now() - lastHoursMs
  }

  /** Null if they are not needed any more. */
  async #workOut(
    { from, to, days }: InstantSpan,
    screen: string,
    request: symbol,
  ): Promise<Figures | null> {
    const { clock, newId, timeZone, settings, use } = this.#context
    const growing = new GrowingFigures(
      new CachedStoreTime(timeZone(), settings().businessDayBorder),
    )
    let unread = 0
    let next: ReturnType<Tickets['bumped']['between']>['next'] = null
    do {
      const page = use(tickets).bumped.between(from, to, next, ordersATurn)
      for (const order of page.orders) growing.add(order)
      unread += page.unread
      next = page.next
      if (next !== null) await nextTurn()
      if (!this.#isNeeded(screen, request)) return null
    } while (next !== null)
    const now = isoNow(clock)
    return {
      ...{ id: newId(), from, to },
      ...growing.result(daysBetween(days.from, days.to)),
      soldOut: sumSoldOut(use(stock).outBetween(from, to), from, to < now ? to : now),
      withoutBump: use(tickets).leftWithoutBump(from, to),
      unread,
    }
  }

  #save(figures: Figures): void {
    const [oldest] = this.#results.keys()
    if (this.#results.size >= maxResults && oldest !== undefined) this.#results.delete(oldest)
    this.#results.set(figures.id, figures)
  }

  /**
   * The instants of a span: business days of the store, a shift by the platform. An open shift
   * lasts until now.
   */
  #instantsOf(span: Span): Promise<Result<InstantSpan>> | Result<InstantSpan> {
    if (span.kind === 'shift') return this.#instantsOfShift(span.shiftId)
    const { timeZone, settings } = this.#context
    const { from, to } = boundsOfDays(span, timeZone(), settings().businessDayBorder)
    return this.#between(from, to)
  }

  async #instantsOfShift(shiftId: string): Promise<Result<InstantSpan>> {
    const { connection, clock, use } = this.#context
    const storeId = use(store).id
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    if (storeId === null) return fail('not-found')
    const shift = await readShift(connection, { params: { storeId, shiftId } })
    if (!shift.ok) return { ok: false, error: appError(shift.failure) }
    const { startedAt, endedAt } = shift.value
    if (startedAt == null) return fail('unreadable', 'data.startedAt')
    const to = endedAt == null ? clock.now() : Date.parse(endedAt)
    return this.#between(Date.parse(startedAt), to)
  }

  #between(from: number, to: number): Result<InstantSpan> {
    if (to <= from) return fail('bad-input', 'to: is before from')
    if (to - from > maxDays * 86_400_000)
      return fail('bad-input', `to: at most ${String(maxDays)} days`)
    const days = { from: this.#dayAt(from), to: this.#dayAt(to - 1) }
    return ok({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), days })
  }

  #dayAt(at: number): string {
    const { timeZone, settings } = this.#context
    return businessDayOf(at, timeZone(), settings().businessDayBorder)
  }
}

/** The noun of kitchen performance. */
export const kitchenFigures = defineNoun(kitchenFiguresContract, {
  needs: [store, tickets, stock],
  create: (context) => new KitchenFigures(context),
})

/**
 * The store's business day and hour of instants. Caches one value a quarter of an hour, because there
 * may be a hundred thousand instants; a minute, if the business day begins in between.
 */
class CachedStoreTime implements StoreTime {
  readonly #timeZone: string
  readonly #border: string
  readonly #stepMs: number
  readonly #times = new Map<number, { day: string; hour: number }>()

  constructor(timeZone: string, border: string) {
    this.#timeZone = timeZone
    this.#border = border
    this.#stepMs = Number(border.slice(3)) % 15 === 0 ? quarterMs : minuteMs
  }

  dayOf(at: string): string {
    return this.#timeOf(at).day
  }

  hourOf(at: string): number {
    return this.#timeOf(at).hour
  }

  #timeOf(at: string): { day: string; hour: number } {
    const step = Math.floor(Date.parse(at) / this.#stepMs)
    const cached = this.#times.get(step)
    if (cached !== undefined) return cached
    const begin = step * this.#stepMs
    const hour = Number(clockOf(begin, this.#timeZone).slice(0, 2))
    const time = { day: businessDayOf(begin, this.#timeZone, this.#border), hour }
    this.#times.set(step, time)
    return time
  }
}
