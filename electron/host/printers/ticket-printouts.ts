import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Prints } from '#contract/printers/printers.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import {
  dishChanges,
  orderChangesSince,
  printedDishes,
  printedOrder,
  type PrintedDish,
  type PrintedOrder,
} from '#domain/printers/dishes.ts'
import { cancelledPaper, type KitchenPaper } from '#domain/printers/kitchen-papers.ts'
import type { Paper } from '#domain/printers/paper.ts'
import {
  firstPaper,
  isForPrinter,
  isPrintedBy,
  laterPaper,
  toPrint,
} from '#domain/printers/prints.ts'
import { sayIn } from '#domain/printers/say.ts'
import type { WholeTicket } from '#domain/printers/ticket-paper.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import type { Rows } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import { isQueued, notNeeded } from '../outbox/outbox.ts'
import { stations } from '../stations/stations.ts'
import { kind, printPayload, warning, type PrintPayload } from './outbox.ts'
import { newPrinted, type Printed, type PrintedRow } from './printed-rows.ts'
import { onSpare } from './spare.ts'
import type { PrinterRow, PrinterStore } from './store.ts'

/** A long outage must not print a roll: older orders are only on the screens. */
const oldAfterMs = 3 * 3_600_000

export type AutoPrinter = PrinterRow & { prints: Prints }

export const printsTickets = (printer: PrinterRow | undefined): printer is AutoPrinter =>
  printer !== undefined && printer.prints !== null

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** What became of the newest job of a ticket. */
interface NewestJob {
  id: string | null
  isWaiting: boolean
  /** A person doesn't want the ticket on paper. */
  isRefused: boolean
  onPaper: PrintedDish[] | null
  orderOnPaper: PrintedOrder | null
}

interface News {
  ofDishes: ReturnType<typeof dishChanges>
  ofOrder: ReturnType<typeof orderChangesSince>
}

/** Whether a printout would say the same as the newest job. */
function isSame(
  { now: before, orderNow }: Printed,
  now: PrintedDish[],
  { prints }: AutoPrinter,
  ticket: Ticket,
): boolean {
  const ofOrder = orderNow === null ? [] : orderChangesSince(orderNow, ticket, hash)
  return ofOrder.length + dishChanges(before ?? [], now, isPrintedBy(prints)).length === 0
}

/** What is new about a ticket since these dishes, and this order, were printed. */
function newsSince(
  { prints }: AutoPrinter,
  ticket: Ticket,
  before: PrintedDish[] | null,
  order: PrintedOrder | null,
): News {
  const now = printedDishes(ticket, hash)
  // What is left without a dish of a printer's stations is no news for them.
  const isForIt = [now, before ?? []].some((dishes) => isForPrinter(prints, dishes, ticket))
  return {
    ofDishes: dishChanges(before ?? [], now, isPrintedBy(prints)),
    ofOrder: order === null || !isForIt ? [] : orderChangesSince(order, ticket, hash),
  }
}

const isNone = ({ ofDishes, ofOrder }: News): boolean => ofDishes.length + ofOrder.length === 0

/** What each printer prints of a ticket: the ticket, then its changes. */
export class TicketPrintouts {
  readonly #context: Context
  readonly #store: PrinterStore
  readonly #rows: Rows<PrintedRow>

  constructor(context: Context, store: PrinterStore, rows: Rows<PrintedRow>) {
    this.#context = context
    this.#store = store
    this.#rows = rows
  }

  /** Prints what is new about a ticket, and remembers whether it is due later. */
  follow(before: PrintedRow, ticket: WholeTicket): void {
    this.#print(before, ticket)
    const row = this.#rows.get(before.id)
    if (row === null) return
    const { now, isOver } = row.printed
    const waiting = now === null && !isOver && this.#isAhead(ticket) ? 1 : 0
    if (row.waiting !== waiting) this.#rows.put({ ...row, waiting })
  }

  #print(before: PrintedRow, whole: WholeTicket): void {
    const printer = this.#store.find(before.printer_id)
    if (!printsTickets(printer)) return
    // It is to be made after all, so it is printed anew.
    const isBack = before.printed.isCancelled && !isGone(whole)
    const { revision } = before.printed
    const row = isBack ? { ...before, printed: { ...newPrinted, revision } } : before
    const { printed } = row
    if (printed.isOver) return
    const ticket = toPrint(printer.prints, whole)
    const { isRefused, onPaper } = this.#newestJob(row)
    if (isRefused) this.#save(row, { ...printed, isOver: true })
    else if (ticket.stage === 'cancelled') this.#cancel(row, printer, ticket)
    else if (isGone(ticket)) this.#save(row, { ...printed, isOver: true })
    else if (onPaper === null) this.#printFirst(row, printer, ticket)
    else this.#printNews(row, printer, ticket, onPaper)
  }

  /** A ticket of which nothing is on paper. */
  #printFirst(row: PrintedRow, printer: AutoPrinter, ticket: WholeTicket): void {
    const { printed } = row
    const { prints } = printer
    const job = this.#newestJob(row)
    const { isWaiting } = job
    const now = printedDishes(ticket, hash)
    if (isWaiting && isSame(printed, now, printer, ticket)) return
    const none = { ...newPrinted, revision: printed.revision }
    if (!isForPrinter(prints, now, ticket)) {
      this.#withdraw(job)
      if (isWaiting) this.#save(row, none)
      return
    }
    if (ticket.stage !== 'new' || !this.#isTime(prints, ticket)) return
    if (!isWaiting && this.#isTooOld(prints, row, ticket)) {
      this.#save(row, { ...none, isOver: true })
      return
    }
    this.#withdraw(job)
    const next = { ...newPrinted, now, orderNow: printedOrder(ticket, hash) }
    this.#enqueue(row, printer, ticket, next, firstPaper(prints, ticket, this.#paperFor(printer)))
  }

  /** A ticket that is on paper. */
  #printNews(row: PrintedRow, printer: AutoPrinter, ticket: Ticket, onPaper: PrintedDish[]): void {
    const { printed } = row
    const { prints } = printer
    const now = printedDishes(ticket, hash)
    if (isNone(newsSince(printer, ticket, printed.now, printed.orderNow))) {
      if (!isDeepStrictEqual(now, printed.now)) this.#save(row, { ...printed, now })
      return
    }
    const job = this.#newestJob(row)
    const { orderOnPaper } = job
    this.#withdraw(job)
    const next = {
      ...{ before: onPaper, now, isOver: false, isCancelled: false },
      ...{ orderBefore: orderOnPaper, orderNow: printedOrder(ticket, hash) },
    }
    const news = newsSince(printer, ticket, onPaper, orderOnPaper)
    if (isNone(news)) {
      this.#save(row, { ...printed, ...next, jobId: null })
      return
    }
    const { ofDishes, ofOrder } = news
    const paper = laterPaper(prints, ticket, ofDishes, ofOrder, this.#paperFor(printer))
    this.#enqueue(row, printer, ticket, next, paper)
  }

  #cancel(row: PrintedRow, printer: AutoPrinter, ticket: Ticket): void {
    const job = this.#newestJob(row)
    const { onPaper } = job
    this.#withdraw(job)
    const dishes = (onPaper ?? []).filter(isPrintedBy(printer.prints))
    const over = { ...row.printed, isOver: true, isCancelled: true }
    if (dishes.length === 0 && onPaper?.length !== 0) {
      this.#save(row, over)
      return
    }
    const paper = cancelledPaper(ticket, dishes, this.#paperFor(printer))
    this.#enqueue(row, printer, ticket, over, paper)
  }

  #newestJob({ printed }: PrintedRow): NewestJob {
    const { jobId, before, now, orderBefore, orderNow } = printed
    const entry = jobId === null ? null : this.#context.outbox.newest(kind, jobId)
    const isWaiting = entry !== null && isQueued(entry)
    return {
      id: jobId,
      isWaiting,
      isRefused: entry?.state === 'withdrawn' && before === null,
      onPaper: isWaiting ? before : now,
      orderOnPaper: isWaiting ? orderBefore : orderNow,
    }
  }

  #withdraw({ id, isWaiting }: NewestJob): void {
    if (id === null || !isWaiting) return
    this.#context.outbox.move(kind, id, isQueued, notNeeded)
    this.#context.notify({ type: 'printers.changed' })
  }

  /** Enqueues the next job of a ticket once; the same step has the same id after any restart. */
  #enqueue(
    row: PrintedRow,
    printer: AutoPrinter,
    { code }: Ticket,
    next: Omit<Printed, 'revision' | 'jobId'>,
    content: Paper,
  ): void {
    const { outbox, mode, notify } = this.#context
    const { revision, jobId: lastId } = row.printed
    const { before, now, isOver, orderNow } = next
    const step = [printer.id, row.order_id, revision, isOver, before, now, orderNow]
    const jobId = `auto-${hash(JSON.stringify(step))}`
    const paper = mode === 'practice' ? [warning(printer, 'practice'), ...content] : content
    const own = { printerId: printer.id, printed: 'ticket', title: code, paper } as const
    const spare = this.#spareNow(printer, lastId)
    const payload: PrintPayload = spare === undefined ? own : onSpare(own, printer, spare)
    if (!outbox.has(jobId)) {
      outbox.enqueue({ id: jobId, kind, subject: jobId, payload })
      notify({ type: 'printers.changed' })
    }
    this.#save(row, { ...next, revision: revision + 1, jobId })
  }

  /** The spare printer that printed the last of a ticket; undefined if it was its own. */
  #spareNow(printer: AutoPrinter, jobId: string | null): PrinterRow | undefined {
    const entry = jobId === null ? null : this.#context.outbox.newest(kind, jobId)
    const payload = entry === null ? undefined : printPayload.safeParse(entry.payload).data
    return payload?.insteadOf === printer.id ? this.#store.find(payload.printerId) : undefined
  }

  #paperFor({ language }: PrinterRow): KitchenPaper {
    const { settings, timeZone, clock, use } = this.#context
    const { timeFormat } = settings()
    const names = new Map(use(stations).names())
    return {
      clock: { language, timeZone: timeZone(), timeFormat, now: clock.now() },
      stationName: (id) => names.get(id) || sayIn(language)('rest'),
    }
  }

  #save(row: PrintedRow, printed: Printed): void {
    this.#rows.put({ ...row, printed, waiting: 0 })
  }

  #isAhead({ scheduled, queueAt }: Ticket): boolean {
    return scheduled && Date.parse(queueAt) > this.#context.clock.now()
  }

  /** Whether it is time to print a ticket for the first time. */
  #isTime({ when }: Prints, ticket: Ticket): boolean {
    return when === 'arrival' || !this.#isAhead(ticket)
  }

  /**
   * Whether an order was too old when it was first seen, or is due since too long. A wrong clock
   * must not keep new tickets from the printer, so every clock has to agree about those.
   */
  #isTooOld({ when }: Prints, row: PrintedRow, { scheduled, queueAt }: Ticket): boolean {
    const { clock, agreed } = this.#context
    const at =
      when === 'due' && scheduled
        ? clock.now()
        : Math.min(Date.parse(row.received_at), agreed.now())
    return at - Date.parse(queueAt) > oldAfterMs
  }
}
