import type { HostEvent } from '#contract/index.ts'
import { isClosedUnseen, type Ticket } from '#contract/tickets/ticket.ts'
import { isOpen } from '#domain/tickets/ticket.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { splitChanges } from '../notify/notify.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'
import { alikeCode, withoutMark } from '#domain/tickets/codes.ts'

/** The codes of the open tickets, so that a new one that looks like another is marked. */
class AlikeCodes {
  /** The numbers in the marks of tickets whose codes look alike, by ticket. */
  readonly #marks = new Map<string, Map<string, number>>()

  add({ id, code: marked }: Ticket): void {
    const { code, nth } = withoutMark(marked)
    const alike = alikeCode(code)
    const marks = this.#marks.get(alike) ?? new Map<string, number>()
    this.#marks.set(alike, marks.set(id, nth))
  }

  remove({ id, code }: Ticket): void {
    const alike = alikeCode(withoutMark(code).code)
    const marks = this.#marks.get(alike)
    marks?.delete(id)
    if (marks?.size === 0) this.#marks.delete(alike)
  }

  /** The number for the mark of a new ticket: 1 for none. */
  next(code: string): number {
    const marks = this.#marks.get(alikeCode(code))
    return marks === undefined ? 1 : 1 + Math.max(...marks.values())
  }
}

/** Whether a ticket has left the wall: bumped and past its undo, or cancelled or handed over, and a cook knows. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' &&
  ticket.cancellation === null &&
  !isClosedUnseen(ticket) &&
  ticket.bump?.delivery.undoUntil === undefined

const heldIn = ({ items }: Ticket): number => items.filter(({ isHeld }) => isHeld).length

/** A ticket that nobody picks up is no longer shown as waiting after this time. */
const waitsMs = 3 * 3_600_000
/** Reading them all must stay fast. */
const maxWaiting = 100

/** Sorts by the bump; two at the same instant are in the same order after a restart too. */
const bumpOrder = ({ bump, id }: Ticket): string => `${bump?.bumpedAt ?? ''} ${id}`

/**
 * The open tickets in memory, and which of them the screens do not have yet. Written within
 * transactions. `changes` is called in a later turn, so that screens receive one message a batch.
 */
export class OpenTickets {
  readonly #clock: Clock
  readonly #store: TicketStore
  /** Read on first use: a ticket knows its delivery only once every noun is created. */
  #open: Map<string, Ticket> | null = null
  #codes = new AlikeCodes()
  /** The ids that screens show. */
  readonly #shown = new Set<string>()
  /** Ready, and neither picked up nor handed over; read on first use. */
  #waiting: Map<string, Ticket> | null = null
  readonly #touched = new Set<string>()
  #revision = 0
  #touches = 0

  constructor({ clock }: Pick<Context, 'clock'>, store: TicketStore) {
    this.#clock = clock
    this.#store = store
  }

  get revision(): number {
    return this.#revision
  }

  /** Counts the marked tickets: also those that screens don't have. */
  get touches(): number {
    return this.#touches
  }

  list(): Ticket[] {
    return [...this.#tickets().values()]
  }

  /** The tickets that wait for a guest or a driver, the oldest first. */
  waiting(): Ticket[] {
    return [...this.#waitingTickets().values()].toSorted((one, other) =>
      bumpOrder(one) < bumpOrder(other) ? -1 : 1,
    )
  }

  /** The number for the mark of a new ticket whose code looks like that of an open one. */
  nextMark(code: string): number {
    this.#tickets()
    return this.#codes.next(code)
  }

  /** Marks a ticket for the next notification. */
  touch(ticket: Ticket): void {
    this.#touched.add(ticket.id)
    this.#touches += 1
    const open = this.#tickets()
    const before = open.get(ticket.id)
    if (before !== undefined) this.#codes.remove(before)
    if (isOpen(ticket)) {
      open.set(ticket.id, ticket)
      this.#codes.add(ticket)
    } else open.delete(ticket.id)
    if (this.#isWaiting(ticket) || this.#waiting?.has(ticket.id) === true)
      this.#waiting?.set(ticket.id, ticket)
    // Nobody asks any more: they are read again when somebody does.
    if ((this.#waiting?.size ?? 0) > 2 * maxWaiting) this.#waiting = null
  }

  /** Marks every open ticket, as the store builds it now. */
  touchAll(): void {
    for (const ticket of this.#store.open()) this.touch(ticket)
  }

  /**
   * The same once settings, stations or the menu have changed, inside a transaction. Returns the ids
   * of tickets with fewer held dishes than before.
   */
  timeAll(): string[] {
    return this.#store.open().flatMap((ticket) => {
      const before = this.#tickets().get(ticket.id)
      this.#store.saveTimes(ticket)
      this.touch(ticket)
      return before !== undefined && heldIn(before) > heldIn(ticket) ? [ticket.id] : []
    })
  }

  /** Stores a row. `ticket` is its ticket if the caller has built it already. */
  save(row: OrderRow, ticket = this.#store.ticket(row)): void {
    const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(this.#clock)) : null
    this.#store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
    this.touch(ticket)
  }

  /**
   * Changes since the last call, in messages with a revision each. A ticket that waits at expo is
   * gone from the screens, and gone again with each change: their lists are stale.
   */
  changes(): HostEvent[] {
    const tickets: Ticket[] = []
    const gone: string[] = []
    for (const id of this.#touched) {
      const ticket = this.#tickets().get(id)
      if (ticket !== undefined) {
        this.#shown.add(id)
        tickets.push(ticket)
      } else if (this.#shown.delete(id) || this.#waiting?.has(id) === true) gone.push(id)
    }
    this.#touched.clear()
    return splitChanges(tickets, gone).map((part): HostEvent => {
      this.#revision += 1
      const change = { revision: this.#revision, tickets: part.changed, gone: part.gone }
      return { type: 'tickets.changed', now: isoNow(this.#clock), ...change }
    })
  }

  /**
   * Reads the open tickets again after a failed transaction. Tickets that were marked before it
   * are still sent.
   */
  reload(): void {
    if (this.#open !== null) this.#open = this.#read()
    if (this.#waiting === null) return
    // A screen may show them, and hears of a change only while they are here.
    this.#waiting = null
    this.#waitingTickets()
  }

  #tickets(): Map<string, Ticket> {
    if (this.#open !== null) return this.#open
    this.#open = this.#read()
    for (const id of this.#open.keys()) this.#shown.add(id)
    return this.#open
  }

  #read(): Map<string, Ticket> {
    const tickets = this.#store.open()
    this.#codes = new AlikeCodes()
    for (const ticket of tickets) this.#codes.add(ticket)
    return new Map(tickets.map((ticket) => [ticket.id, ticket]))
  }

  #waitingTickets(): Map<string, Ticket> {
    this.#waiting ??= this.#readWaiting()
    for (const [id, ticket] of this.#waiting) if (!this.#isWaiting(ticket)) this.#waiting.delete(id)
    return this.#waiting
  }

  #readWaiting(): Map<string, Ticket> {
    const since = new Date(this.#clock.now() - waitsMs).toISOString()
    const tickets = [...this.#store.leftSince(since, maxWaiting), ...this.list()]
    return new Map(tickets.map((ticket) => [ticket.id, ticket]))
  }

  #isWaiting({ stage, bump, expo }: Ticket): boolean {
    return (
      stage === 'ready' &&
      (expo?.handedOverAt ?? null) === null &&
      bump !== null &&
      Date.parse(bump.bumpedAt) > this.#clock.now() - waitsMs
    )
  }
}
