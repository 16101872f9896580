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
import type { Context, ReceivedOrder } from '../noun.ts'
import { isQueued, notNeeded } from '../outbox/outbox.ts'
import { stations } from '../stations/stations.ts'
import { orders } from '../tickets/tickets.ts'
import { kind, printPayload, warning, type PrintPayload } from './outbox.ts'
import { newPrinted, printedRows, type Printed, type PrintedRow } from './printed-rows.ts'
import { onSpare } from './spare.ts'
import type { PrinterRow, PrinterStore } from './store.ts'

/** A long outage must not print a roll: older orders are only on the screens. */
const oldAfterMs = 3 * 3_600_000

type AutoPrinter = PrinterRow & { prints: Prints }

const printsItself = (printer: PrinterRow | undefined): printer is AutoPrinter =>
  printer !== undefined && printer.prints !== null

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * Printers that print tickets by themselves. Each ticket is followed for each of them from the
 * moment in which its order is first seen, in the transactions that store the order.
 */
export function createPrintsByItself(context: Context, store: PrinterStore) {
  const { db, outbox, clock, agreed, settings, timeZone, mode, notify, storeMove, use } = context
  const tickets = use(orders)
  const rows = context.rows(printedRows)
  /** When tickets that were not printed are due, in epoch milliseconds; null before they are read. */
  let due: Map<string, number> | null = null

  const printers = (): AutoPrinter[] => store.all().filter(printsItself)

  function makingFor({ language }: PrinterRow): KitchenPaper {
    const { timeFormat } = settings()
    const names = new Map(use(stations).names())
    return {
      clock: { language, timeZone: timeZone(), timeFormat, now: clock.now() },
      stationName: (id) => names.get(id) || sayIn(language)('rest'),
    }
  }

  const keep = (row: PrintedRow, printed: Printed): void =>
    rows.put({ ...row, printed, waiting: 0 })

  const isAhead = ({ scheduled, queueAt }: Ticket): boolean =>
    scheduled && Date.parse(queueAt) > clock.now()

  /** The printer that printed the last of a ticket: its own, or its spare. */
  function printerNow(printer: AutoPrinter, jobId: string | null): PrintPayload['insteadOf'] {
    const last = jobId === null ? null : outbox.newest(kind, jobId)
    const payload = last === null ? undefined : printPayload.safeParse(last.payload).data
    return payload?.insteadOf === printer.id && store.find(payload.printerId) !== undefined
      ? payload.printerId
      : undefined
  }

  /** Enqueues the next job of a ticket once; the same step has the same id after any restart. */
  function enqueue(
    row: PrintedRow,
    printer: AutoPrinter,
    { code }: Ticket,
    next: Omit<Printed, 'revision' | 'jobId'>,
    made: Paper,
  ): void {
    const { revision, jobId: lastId } = row.printed
    const { before, now, isOver, orderNow } = next
    const step = [printer.id, row.order_id, revision, isOver, before, now, orderNow]
    const jobId = `auto-${hash(JSON.stringify(step))}`
    const paper = mode === 'practice' ? [warning(printer, 'practice'), ...made] : made
    const own = { printerId: printer.id, printed: 'ticket', title: code, paper } as const
    const spare = store.find(printerNow(printer, lastId) ?? '')
    const payload: PrintPayload = spare === undefined ? own : onSpare(own, printer, spare)
    if (!outbox.has(jobId)) {
      outbox.enqueue({ id: jobId, kind, subject: jobId, payload })
      notify({ type: 'printers.changed' })
    }
    keep(row, { ...next, revision: revision + 1, jobId })
  }

  /** Whether it is time to print a ticket for the first time. */
  const isTime = ({ when }: Prints, ticket: Ticket): boolean =>
    when === 'arrival' || !isAhead(ticket)

  /**
   * Whether an order was too old when it was first seen, or is due since too long. A wrong clock
   * must not keep new tickets from the printer, so every clock has to agree about those.
   */
  function isTooOld({ when }: Prints, row: PrintedRow, { scheduled, queueAt }: Ticket): boolean {
    const at =
      when === 'due' && scheduled
        ? clock.now()
        : Math.min(Date.parse(row.received_at), agreed.now())
    return at - Date.parse(queueAt) > oldAfterMs
  }

  /** What became of the newest job of a ticket. */
  function lastOf({ printed }: PrintedRow) {
    const { jobId, before, now, orderBefore, orderNow } = printed
    const last = jobId === null ? null : outbox.newest(kind, jobId)
    const isWaiting = last !== null && isQueued(last)
    const isTakenBack = last?.state === 'withdrawn'
    return {
      isWaiting,
      /** A person doesn't want the ticket on paper. */
      isRefused: isTakenBack && before === null,
      onPaper: isWaiting ? before : now,
      orderOnPaper: isWaiting ? orderBefore : orderNow,
      withdraw(): void {
        if (!isWaiting || jobId === null) return
        outbox.move(kind, jobId, isQueued, notNeeded)
        notify({ type: 'printers.changed' })
      },
    }
  }

  function cancel(row: PrintedRow, printer: AutoPrinter, ticket: Ticket): void {
    const last = lastOf(row)
    last.withdraw()
    const dishes = (last.onPaper ?? []).filter(isPrintedBy(printer.prints))
    const over = { ...row.printed, isOver: true, isCancelled: true }
    const isDescribed = last.onPaper?.length === 0
    if (dishes.length === 0 && !isDescribed) keep(row, over)
    else enqueue(row, printer, ticket, over, cancelledPaper(ticket, dishes, makingFor(printer)))
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

  /** A ticket of which nothing is on paper. */
  function first(row: PrintedRow, printer: AutoPrinter, ticket: WholeTicket): void {
    const { printed } = row
    const { prints } = printer
    const last = lastOf(row)
    const now = printedDishes(ticket, hash)
    if (last.isWaiting && isSame(printed, now, printer, ticket)) return
    const none = { ...newPrinted, revision: printed.revision }
    if (!isForPrinter(prints, now, ticket)) {
      last.withdraw()
      if (last.isWaiting) keep(row, none)
      return
    }
    if (ticket.stage !== 'new' || !isTime(prints, ticket)) return
    if (!last.isWaiting && isTooOld(prints, row, ticket)) {
      keep(row, { ...none, isOver: true })
      return
    }
    last.withdraw()
    const next = { ...newPrinted, now, orderNow: printedOrder(ticket, hash) }
    enqueue(row, printer, ticket, next, firstPaper(prints, ticket, makingFor(printer)))
  }

  /** A ticket that is on paper. */
  function later(
    row: PrintedRow,
    printer: AutoPrinter,
    ticket: Ticket,
    onPaper: PrintedDish[],
  ): void {
    const { printed } = row
    const now = printedDishes(ticket, hash)
    const { orderOnPaper, withdraw } = lastOf(row)
    const isOwn = isPrintedBy(printer.prints)
    const isForIt = (dishes: PrintedDish[]) => isForPrinter(printer.prints, dishes, ticket)
    const newsOf = (dishes: PrintedDish[] | null, order: PrintedOrder | null) => ({
      ofDishes: dishChanges(dishes ?? [], now, isOwn),
      // What is left without a dish of a printer's stations is no news for them.
      ofOrder:
        order === null || !(isForIt(now) || isForIt(dishes ?? []))
          ? []
          : orderChangesSince(order, ticket, hash),
    })
    const isNone = ({ ofDishes, ofOrder }: ReturnType<typeof newsOf>): boolean =>
      ofDishes.length + ofOrder.length === 0
    if (isNone(newsOf(printed.now, printed.orderNow))) {
      if (!isDeepStrictEqual(now, printed.now)) keep(row, { ...printed, now })
      return
    }
    withdraw()
    const next = {
      ...{ before: onPaper, now, isOver: false, isCancelled: false },
      ...{ orderBefore: orderOnPaper, orderNow: printedOrder(ticket, hash) },
    }
    const news = newsOf(onPaper, orderOnPaper)
    if (isNone(news)) keep(row, { ...printed, ...next, jobId: null })
    else {
      const { ofDishes, ofOrder } = news
      const making = makingFor(printer)
      enqueue(
        row,
        printer,
        ticket,
        next,
        laterPaper(printer.prints, ticket, ofDishes, ofOrder, making),
      )
    }
  }

  /** Prints what is new about a ticket. */
  function follow(before: PrintedRow, whole: WholeTicket): void {
    const printer = store.find(before.printer_id)
    if (!printsItself(printer)) return
    // It is to be made after all, so it is printed anew.
    const isBack = before.printed.isCancelled && !isGone(whole)
    const { revision } = before.printed
    const row = isBack ? { ...before, printed: { ...newPrinted, revision } } : before
    const { printed } = row
    if (printed.isOver) return
    const ticket = toPrint(printer.prints, whole)
    const { isRefused, onPaper } = lastOf(row)
    if (isRefused) keep(row, { ...printed, isOver: true })
    else if (ticket.stage === 'cancelled') cancel(row, printer, ticket)
    else if (isGone(ticket)) keep(row, { ...printed, isOver: true })
    else if (onPaper === null) first(row, printer, ticket)
    else later(row, printer, ticket, onPaper)
  }

  /** The same, and remembers whether the ticket is due later. */
  function followAndWait(before: PrintedRow, ticket: WholeTicket): void {
    follow(before, ticket)
    const row = rows.get(before.id)
    if (row === null) return
    const { now, isOver } = row.printed
    const waiting = now === null && !isOver && isAhead(ticket) ? 1 : 0
    if (row.waiting !== waiting) rows.put({ ...row, waiting })
  }

  /** An order that is first seen. After a damage it may be one that was read before. */
  function begin(ticket: Ticket, receivedAt: string): void {
    for (const printer of printers()) {
      const id = `${printer.id} ${ticket.id}`
      const place = { id, order_id: ticket.id, printer_id: printer.id, received_at: receivedAt }
      if (rows.get(id) === null) rows.put({ ...place, waiting: 0, printed: newPrinted })
    }
  }

  function planDue(ticket: Ticket): void {
    if (due === null) return
    if (ticket.scheduled && !isGone(ticket)) due.set(ticket.id, Date.parse(ticket.queueAt))
    else due.delete(ticket.id)
  }

  function readDue(): Map<string, number> {
    due = new Map()
    const waiting = rows.all('waiting = 1')
    for (const id of new Set(waiting.map((row) => row.order_id))) {
      const ticket = tickets.wholeTicket(id)
      if (ticket !== null) planDue(ticket)
    }
    return due
  }

  return {
    /** An order was stored, in its transaction. */
    received({ orderId, receivedAt, isNew }: ReceivedOrder): void {
      // Another computer prints now.
      if (storeMove.isAway || printers().length === 0) return
      const ticket = tickets.wholeTicket(orderId)
      if (ticket === null) return
      if (isNew) begin(ticket, receivedAt)
      for (const row of rows.all('order_id = ?', orderId)) followAndWait(row, ticket)
      planDue(ticket)
    },
    /** A course was fired or is held again, in its transaction. */
    courseFired({ orderId }: { orderId: string }): void {
      if (storeMove.isAway || printers().length === 0) return
      const ticket = tickets.wholeTicket(orderId)
      if (ticket === null) return
      for (const row of rows.all('order_id = ?', orderId)) followAndWait(row, ticket)
    },
    /** Prints tickets that have become due. */
    catchUp(): void {
      if (storeMove.isAway || printers().length === 0) return
      const now = clock.now()
      const ids = [...(due ?? readDue())].filter(([, at]) => at <= now).map(([id]) => id)
      if (ids.length === 0) return
      db.transact(() => {
        for (const id of ids) {
          const ticket = tickets.wholeTicket(id)
          if (ticket === null) continue
          for (const row of rows.all('order_id = ? AND waiting = 1', id)) followAndWait(row, ticket)
        }
      })
      // What they need later comes with an event.
      for (const id of ids) due?.delete(id)
    },
    /** Times or printers have changed. */
    forget: () => void (due = null),
  }
}
