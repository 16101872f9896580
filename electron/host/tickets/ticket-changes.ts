import { ok, type Result } from '#contract/shared/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import { workTimes } from '#domain/tickets/work-times.ts'
import type { Context } from '../noun.ts'
import type { Stations } from '../stations/stations.ts'
import type { OpenTickets } from './open-tickets.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

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
