import type { Ticket } from '#contract/tickets/ticket.ts'
import { isoNow } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import type { OpenTickets } from './open-tickets.ts'
import { isUndone, readyKind } from './bumps.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

/** A kitchen that doesn't use the wall acknowledges nothing; after a night nobody asks any more. */
const closedUnseenMs = 12 * 3_600_000

/** Tickets that change although nothing was said about their orders. */
export class TicketUpkeep {
  readonly #context: Context
  readonly #store: TicketStore
  readonly #tickets: OpenTickets

  constructor(context: Context, store: TicketStore, tickets: OpenTickets) {
    this.#context = context
    this.#store = store
    this.#tickets = tickets
  }

  /** It is time to look for a planned driver, or to forget what nobody acknowledged. */
  everyBeat(): void {
    const now = isoNow(this.#context.clock)
    const due = this.#tickets
      .list()
      .filter(
        ({ driver }) =>
          driver?.stage === 'planned' && driver.searchesAt !== null && driver.searchesAt <= now,
      )
    for (const row of this.#rowsOf(due)) this.#tickets.touch(this.#store.ticket(row))
    this.#forgetClosed()
    if (due.length > 0) this.#context.changed()
  }

  /** Settings, stations or the menu have changed. What is no longer held is printed. */
  timeAgain(): void {
    for (const orderId of this.#tickets.timeAll())
      void this.#context.announce('course.fired', { orderId })
  }

  /** Builds and stores again the tickets that may disagree with the outbox. */
  saveDoubtful(): void {
    for (const id of this.#store.doubtful()) {
      const row = this.#store.load(id)
      if (row !== null) this.#saveDoubtful(row)
    }
  }

  #saveDoubtful(row: OrderRow): void {
    const { recalledAt } = row.marks
    const entry = this.#context.outbox.newest(readyKind, row.id)
    // The row comes from an older copy: it has a recall, but not the bump after it.
    const isBumped =
      recalledAt !== null && entry !== null && !isUndone(entry) && recalledAt < entry.createdAt
    this.#tickets.save(isBumped ? { ...row, marks: { ...row.marks, recalledAt: null } } : row)
  }

  /** Takes tickets off the wall that were closed elsewhere long ago. */
  #forgetClosed(): void {
    const { clock, db, changed } = this.#context
    const since = new Date(clock.now() - closedUnseenMs).toISOString()
    const old = this.#tickets
      .list()
      .filter(({ changes }) => changes.some(({ kind, key }) => kind === 'closed' && key < since))
    if (old.length === 0) return
    db.transact(() => {
      for (const row of this.#rowsOf(old))
        this.#tickets.save({ ...row, marks: { ...row.marks, closedAt: null } })
    })
    changed()
  }

  #rowsOf(tickets: readonly Ticket[]): OrderRow[] {
    return tickets.flatMap(({ id }) => this.#store.load(id) ?? [])
  }
}
