import { z } from 'zod'
import { isGone } from '#domain/tickets/ticket.ts'
import type { Connection } from '#platform/connection.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import {
  type OutboxEntry,
  type Move,
  whenUndecided,
  type OutboxRules,
  type SendOutcome,
} from '../outbox/rules.ts'
import { isNotSending, isQueued, notNeeded, withdrawn, type Outbox } from '../outbox/outbox.ts'
import { readyKind } from './bumps.ts'
import type { TicketStore } from './store.ts'
import type { OpenTickets } from './open-tickets.ts'

/** The platform confirmed the entry. If a person marked it done, the platform may not know. */
const isConfirmedByPlatform = ({ state, reason }: OutboxEntry): boolean =>
  state === 'confirmed' && reason !== 'by-person'

/** How a bump is sent. The order's id is all that it says. */
export class BumpRules implements OutboxRules<object> {
  readonly payload = z.strictObject({})
  readonly choices = whenUndecided('retry', 'mark-done')
  readonly #outbox: Outbox
  readonly #store: TicketStore
  readonly #tickets: OpenTickets

  constructor(outbox: Outbox, store: TicketStore, tickets: OpenTickets) {
    this.#outbox = outbox
    this.#store = store
    this.#tickets = tickets
  }

  mayRepeat(): boolean {
    return true
  }

  send(connection: Connection, entries: readonly OutboxEntry<object>[]): Promise<SendOutcome[]> {
    return Promise.all(entries.map((entry) => this.#send(connection, entry)))
  }

  title({ subject }: OutboxEntry): string {
    const row = this.#store.load(subject)
    return row === null ? '' : this.#store.ticket(row).code
  }

  changed({ subject }: OutboxEntry): void {
    const row = this.#store.load(subject)
    if (row === null) return
    const ticket = this.#store.ticket(row)
    // The bump was not needed or not wanted any more while it was being sent, when nothing could
    // stop it.
    const isMoved = isGone(ticket)
      ? this.#move(subject, isNotSending, notNeeded)
      : row.marks.recalledAt !== null && this.#move(subject, isQueued, withdrawn)
    this.#tickets.save(row, isMoved ? undefined : ticket)
  }

  async #send(connection: Connection, { subject }: OutboxEntry): Promise<SendOutcome> {
    // A recalled ticket was bumped again, and the platform knows it as ready already.
    if (this.#outbox.history(readyKind, subject).some(isConfirmedByPlatform))
      return { ok: true, value: null, answeredAt: null }
    return sendPreparationReady(connection, { params: { orderId: subject } })
  }

  #move(orderId: string, isFrom: (entry: OutboxEntry) => boolean, to: Move): boolean {
    return this.#outbox.move(readyKind, orderId, isFrom, to) !== null
  }
}
