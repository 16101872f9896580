import type { Ticket } from '#contract/tickets/ticket.ts'
import type { WholeTicket } from '#domain/printers/ticket-paper.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import type { Rows } from '../db/rows.ts'
import type { Context, NounEvents } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { newPrinted, printedRows, type PrintedRow } from './printed-rows.ts'
import type { PrinterStore } from './store.ts'
import { printsTickets, TicketPrintouts, type AutoPrinter } from './ticket-printouts.ts'

/**
 * Printers that print tickets automatically. Each ticket is followed for each of them from the
 * moment in which its order is first seen, in the transactions that store the order.
 */
export class AutomaticPrinting {
  readonly #context: Context
  readonly #store: PrinterStore
  readonly #rows: Rows<PrintedRow>
  readonly #printouts: TicketPrintouts
  /** When tickets that were not printed are due, in epoch milliseconds; null before they are read. */
  #due: Map<string, number> | null = null

  constructor(context: Context, store: PrinterStore) {
    this.#context = context
    this.#store = store
    this.#rows = context.rows(printedRows)
    this.#printouts = new TicketPrintouts(context, store, this.#rows)
  }

  /** An order was stored, in its transaction. */
  received({ orderId, receivedAt, isNew }: NounEvents['order.received']): void {
    const ticket = this.#isOff() ? null : this.#ticketOf(orderId)
    if (ticket === null) return
    if (isNew) this.#begin(ticket, receivedAt)
    this.#printChanges(ticket)
    this.#planDue(ticket)
  }

  /** A course was fired or is held again, in its transaction. */
  courseFired({ orderId }: { orderId: string }): void {
    const ticket = this.#isOff() ? null : this.#ticketOf(orderId)
    if (ticket !== null) this.#printChanges(ticket)
  }

  /** Prints tickets that have become due. */
  catchUp(): void {
    if (this.#isOff()) return
    const now = this.#context.clock.now()
    const ids = [...(this.#due ?? this.#loadDue())].filter(([, at]) => at <= now).map(([id]) => id)
    if (ids.length === 0) return
    this.#context.db.transact(() => ids.forEach((id) => this.#printDue(id)))
    // What they need later comes with an event.
    for (const id of ids) this.#due?.delete(id)
  }

  /** Times or printers have changed. */
  forget(): void {
    this.#due = null
  }

  /** Without such a printer, and while another computer prints. */
  #isOff(): boolean {
    return this.#context.storeMove.isAway || this.#printers().length === 0
  }

  #printers(): AutoPrinter[] {
    return this.#store.all().filter(printsTickets)
  }

  #ticketOf(orderId: string): WholeTicket | null {
    return this.#context.use(tickets).wholeTicket(orderId)
  }

  /** An order that is first seen. After a damage it may be one that was read before. */
  #begin(ticket: Ticket, receivedAt: string): void {
    for (const printer of this.#printers()) {
      const id = `${printer.id} ${ticket.id}`
      const place = { id, order_id: ticket.id, printer_id: printer.id, received_at: receivedAt }
      if (this.#rows.get(id) === null) this.#rows.put({ ...place, waiting: 0, printed: newPrinted })
    }
  }

  #printChanges(ticket: WholeTicket): void {
    for (const row of this.#rows.all('order_id = ?', ticket.id)) this.#printouts.follow(row, ticket)
  }

  #printDue(id: string): void {
    const ticket = this.#ticketOf(id)
    if (ticket === null) return
    for (const row of this.#rows.all('order_id = ? AND waiting = 1', id))
      this.#printouts.follow(row, ticket)
  }

  #planDue(ticket: Ticket): void {
    const { id, scheduled, queueAt } = ticket
    if (scheduled && !isGone(ticket)) this.#due?.set(id, Date.parse(queueAt))
    else this.#due?.delete(id)
  }

  #loadDue(): Map<string, number> {
    const due = new Map<string, number>()
    this.#due = due
    const waiting = this.#rows.all('waiting = 1')
    for (const id of new Set(waiting.map((row) => row.order_id))) {
      const ticket = this.#ticketOf(id)
      if (ticket !== null) this.#planDue(ticket)
    }
    return due
  }
}
