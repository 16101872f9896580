import { z } from 'zod'
import { marksWithoutGuest, withoutGuest } from '#domain/tickets/forget-guest.ts'
import { isoNow } from '../clock/clock.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'
import type { OpenTickets } from './open-tickets.ts'
import type { LeftPlace, TicketStore } from './store.ts'

const leftPlace = z.object({ leftAt: z.string(), id: z.string() })
const firstPlace = { leftAt: '', id: '' }
/** Forgetting a guest parses and writes a ticket again, so the work is split into turns. */
const forgottenAtOnce = 50
/** In the archive, words are taken out of the index as well. */
const archivedAtOnce = 20

/** Forgets the guests of tickets that left the wall. */
export class PastGuests {
  readonly #context: Context
  readonly #store: TicketStore
  readonly #tickets: OpenTickets
  /** The last ticket whose guest was forgotten. */
  readonly #last: StoredValue<LeftPlace>
  /** When a person last deleted all guest data, ISO: orders that were over then lose theirs too. */
  readonly #purgedAt: StoredValue<string>

  constructor(context: Context, store: TicketStore, tickets: OpenTickets) {
    this.#context = context
    this.#store = store
    this.#tickets = tickets
    this.#last = context.values('guestsOfTicketsForgotten', leftPlace)
    this.#purgedAt = context.values('guestsOfTicketsPurged', z.string())
  }

  /** A person deleted all guest data. */
  purge(): void {
    const { db, clock } = this.#context
    db.transact(() => this.#purgedAt.write(isoNow(clock)))
  }

  /** Those of the next tickets that left before an ISO instant. Returns whether there may be more. */
  forget(before: string): boolean {
    const place = this.#last.read() ?? firstPlace
    const rows = this.#store.leftBetween(place, before, forgottenAtOnce)
    for (const { id, known: facts, marks } of rows)
      this.#tickets.save({ id, known: withoutGuest(facts), marks: marksWithoutGuest(marks) })
    const last = rows.at(-1)
    if (last === undefined) return this.#forgetArchived(before)
    this.#last.write({ leftAt: last.leftAt, id: last.id })
    return true
  }

  #forgetArchived(before: string): boolean {
    const purged = this.#purgedAt.read() ?? ''
    const until = purged > before ? purged : before
    return this.#context.archive.forgetPeople(until, archivedAtOnce, (order) =>
      this.#store.forgetGuest(order),
    )
  }
}
