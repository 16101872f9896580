import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { isFor } from '#domain/stations/work.ts'
import { acknowledge } from '#domain/tickets/acknowledgements.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import { acknowledgedOrder } from '#domain/tickets/ticket-changes.ts'
import { hasBegun } from '#domain/tickets/timing.ts'
import { workTimes } from '#domain/tickets/work-times.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { isQueued, isUndecided, markedDone, withdrawn } from '../outbox/outbox.ts'
import type { Stations } from '../stations/stations.ts'
import { changedWork, isAllDone, plainItem } from './dish-work.ts'
import { readyKind } from './bumps.ts'
import type { OpenTickets } from './open-tickets.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

type NewMarks = Result<Partial<Marks> | null>

const hasKey = (keys: readonly string[], { key }: TicketItem): boolean =>
  keys.length === 0 || keys.includes(key)

/** When a station was last done with a dish; undefined for never. */
const lastDoneAt = ({ items }: Ticket, stations: readonly string[]): string | undefined =>
  items
    .flatMap(({ work = [] }) => work)
    .flatMap(({ station, doneAt }) => (stations.includes(station) ? (doneAt ?? []) : []))
    .toSorted()
    .at(-1)

/** Commands about what is made, and about what a cook must see. */
export class TicketCommands {
  readonly #context: Context
  readonly #changes: TicketChanges
  readonly #stations: Stations

  constructor(context: Context, changes: TicketChanges, stations: Stations) {
    this.#context = context
    this.#changes = changes
    this.#stations = stations
  }

  markReady({ ticketId, tapId }: Parsed<'tickets.markReady'>): Result<null> {
    return this.#changes.apply(ticketId, (_row, { stage }) => {
      if (this.#context.outbox.has(tapId) || stage === 'ready') return ok(null)
      return stage === 'new' ? ok(this.#markReady(ticketId, tapId)) : fail('too-late')
    })
  }

  undo({ ticketId, stations }: Parsed<'tickets.undo'>): Result<null> {
    return this.#changes.apply(ticketId, ({ marks }, ticket) => {
      const isBumped = ticket.bump !== null
      if (isBumped && !this.#withdraw(ticketId)) return fail('too-late')
      if (stations.length === 0) return ok(isBumped ? {} : null)
      const last = lastDoneAt(ticket, stations)
      const work = this.#changedWork(marks, ticket, (each) =>
        stations.includes(each.station) && each.doneAt === last ? { ...each, doneAt: null } : each,
      )
      return ok(work === null ? {} : { work })
    })
  }

  recall({ ticketId, stations }: Parsed<'tickets.recall'>, { name }: Caller): Result<null> {
    return this.#changes.apply(ticketId, ({ marks }, ticket) => {
      const isBumped = ticket.stage === 'ready'
      if (ticket.stage !== 'new' && !isBumped) return fail('too-late')
      if (isBumped) this.#withdraw(ticketId)
      const recalled = isBumped ? this.#recalled(marks) : null
      if (stations.length === 0) return ok(recalled)
      const work = this.#changedWork(marks, ticket, (each) =>
        stations.includes(each.station) && each.doneAt !== null
          ? { ...each, startedAt: null, doneAt: null, by: name }
          : each,
      )
      return ok({ ...recalled, ...(work !== null && { work }) })
    })
  }

  setDone(input: Parsed<'tickets.setDone'>, { name }: Caller): Result<null> {
    return this.#changes.apply(input.ticketId, ({ marks }, ticket) => {
      const { stations, itemKeys, done } = input
      if (!ticket.items.some((item) => hasKey(itemKeys, item))) return fail('not-found')
      const doneAt = done ? isoNow(this.#context.clock) : null
      const work = this.#changedWork(marks, ticket, (each, item) => {
        // Nobody makes a dish of a course that was not fired.
        const isMeant = hasKey(itemKeys, item) && item.isHeld === undefined
        if (!isMeant || !isFor(stations, each.station) || (each.doneAt !== null) === done)
          return each
        return { ...each, doneAt, by: name }
      })
      if (work === null) return ok(null)
      return ok({ work, ...this.#markReadyIfLast(input, ticket, work) })
    })
  }

  start(input: Parsed<'tickets.start'>, { name }: Caller): Result<null> {
    return this.#changes.apply(input.ticketId, ({ marks }, ticket) => {
      if (ticket.stage !== 'new') return fail('too-late')
      const { stations, itemKeys, started } = input
      const now = isoNow(this.#context.clock)
      const startedAt = started ? (marks.startedAt ?? now) : null
      if (stations.length === 0) return ok({ startedAt })
      const work = this.#changedWork(marks, ticket, (each, item) =>
        item.isHeld === undefined &&
        stations.includes(each.station) &&
        hasKey(itemKeys, item) &&
        each.doneAt === null &&
        (each.startedAt !== null) !== started
          ? { ...each, startedAt: started ? now : null, by: name }
          : each,
      )
      return ok({
        startedAt: started ? startedAt : marks.startedAt,
        ...(work !== null && { work }),
      })
    })
  }

  acknowledge({ ticketId, stations }: Parsed<'tickets.acknowledge'>): Result<null> {
    return this.#changes.apply(ticketId, (row, ticket) => ok(this.#seen(row, ticket, stations)))
  }

  fire({ ticketId, course, fired }: Parsed<'tickets.fire'>): Result<null> {
    return this.#changes.apply(ticketId, ({ marks: { times } }, ticket): NewMarks => {
      const { stage, courses = [], items } = ticket
      const at = courses.findIndex((each) => each.course === course)
      if (at === -1) return fail('not-found')
      if (stage !== 'new') return fail('too-late')
      if ((courses[at]?.firedAt !== null) === fired) return ok(null)
      const { [course]: _before, ...others } = times.fired
      if (!fired) {
        const isBegun = items.some((item) => item.course === course && hasBegun(item))
        // The first course is never held, and neither is what somebody makes already.
        return at === 0 || isBegun ? fail('too-late') : ok({ times: { ...times, fired: others } })
      }
      const firedAt = isoNow(this.#context.clock)
      return ok({ times: { ...times, fired: { ...others, [course]: firedAt } } })
    })
  }

  /** Stores and sends that a ticket is ready, inside a transaction. */
  #markReady(ticketId: string, tapId: string): Partial<Marks> {
    const { outbox, settings } = this.#context
    // An earlier bump was recalled: marking it ready again decides about it.
    outbox.move(readyKind, ticketId, isUndecided, markedDone)
    // If an entry may have been sent before the recall, it serves as this bump.
    if (outbox.open(readyKind, ticketId) === null)
      outbox.enqueue({
        ...{ id: tapId, kind: readyKind, subject: ticketId, payload: {} },
        undoMs: settings().undoSeconds * 1000,
      })
    return { recalledAt: null }
  }

  /** Marks a ticket ready whose last dish was done at a station, if the setting says so. */
  #markReadyIfLast(
    { ticketId, stations, done, tapId }: Parsed<'tickets.setDone'>,
    ticket: Ticket,
    work: Marks['work'],
  ): Partial<Marks> {
    const { settings, outbox } = this.#context
    const isLast = done && stations.length > 0 && settings().lastStationBumps
    if (!isLast || ticket.stage !== 'new' || !isAllDone(work, ticket)) return {}
    return outbox.has(tapId) ? {} : this.#markReady(ticketId, tapId)
  }

  /** Whether the bump was still in the queue. */
  #withdraw(ticketId: string): boolean {
    return this.#context.outbox.move(readyKind, ticketId, isQueued, withdrawn) !== null
  }

  #recalled({ recalls, expo }: Marks): Partial<Marks> {
    return {
      recalledAt: isoNow(this.#context.clock),
      recalls: recalls + 1,
      expo: { ...expo, handedOverAt: null },
    }
  }

  #changedWork(
    marks: Marks,
    ticket: Ticket,
    change: (work: StationWork, item: TicketItem) => StationWork,
  ): Marks['work'] | null {
    return changedWork(marks, ticket, this.#stations.routes, change)
  }

  /** What is acknowledged now: by some stations, or by the whole kitchen. */
  #seen({ known: facts, marks }: OrderRow, ticket: Ticket, stations: string[]): Partial<Marks> {
    const acknowledged = acknowledge(stations, ticket, marks.acknowledged)
    const left = [ticket.cancellation, ...ticket.changes].flatMap((each) => each?.stations ?? [])
    // A station without a screen can't acknowledge, so the others do it for it.
    const isSeen = left.every((id) => stations.includes(id) || !this.#stations.isShown(id))
    if (stations.length > 0 && !isSeen) return { acknowledged }
    return {
      acknowledged: {},
      acknowledgedItems: ticket.items.map(plainItem),
      acknowledgedOrder: acknowledgedOrder(facts, ticket),
      onAgainAt: null,
      closedAt: null,
      cancellationAcknowledged: ticket.stage === 'cancelled',
    }
  }
}

/** What people change of tickets, each in a transaction. */
export class TicketChanges {
  readonly #context: Context
  readonly #store: TicketStore
  readonly #tickets: OpenTickets
  readonly #dishTimes: Stations['dishTimes']

  constructor(
    context: Context,
    store: TicketStore,
    tickets: OpenTickets,
    dishTimes: Stations['dishTimes'],
  ) {
    this.#context = context
    this.#store = store
    this.#tickets = tickets
    this.#dishTimes = dishTimes
  }

  /** Stores the marks that `change` returns; null if nothing changes. */
  apply(
    orderId: string,
    change: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> {
    return this.#context.db.transact(() => {
      const row = this.#store.load(orderId)
      if (row === null) return this.#context.archive.notFound()
      const ticket = this.#store.ticket(row)
      const marks = change(row, ticket)
      if (!marks.ok) return marks
      if (marks.value !== null)
        this.#save(row, ticket, { ...row, marks: { ...row.marks, ...marks.value } })
      return ok(null)
    })
  }

  #save(row: OrderRow, before: Ticket, next: OrderRow): void {
    const after = this.#store.ticket(next)
    const worked = workTimes(before, row.marks)
    this.#dishTimes.follow(row.id, worked, workTimes(after, row.marks))
    this.#tickets.save(next, after)
    if (next.marks.times !== row.marks.times)
      void this.#context.announce('course.fired', { orderId: row.id })
  }
}
