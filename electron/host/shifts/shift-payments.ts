import type { PaymentBook, WirePayment } from '#domain/shifts/payments.ts'
import type { PaymentWindow } from '#domain/shifts/window.ts'
import type { Connection } from '#platform/connection.ts'
import type { ListPart, ListProgress } from '#platform/lists/list-step.ts'
import type { PageStart, PageStep } from '#platform/lists/page.ts'
import { everyTabPayment } from '#platform/lists.ts'

interface Deps {
  connection: Connection
  storeId: string
  shiftId: string
  book: PaymentBook
  window: PaymentWindow
}

type Part = ListPart<WirePayment, PageStart>

const iso = (instant: number): string => new Date(instant).toISOString()

/**
 * Reads the payments of a shift, stretch by stretch, until the window is wide enough, and puts them into the book. What it
 * tells is as of one list: pages and records of all stretches, and at the end whether each was complete. A payment whose shift
 * cannot be read may be one of this shift, and counts as a record that was left out.
 */
export function createShiftPayments({ connection, storeId, shiftId, book, window }: Deps) {
  let areComplete = true
  /** Of the stretches that are read to their end; null where the platform does not say. */
  let totalPages: number | null = 0

  /** Answers how many records may be the shift's. */
  function take({ value, unreadOf }: Part): number {
    let unnamed = 0
    for (const payment of value) {
      const unread = unreadOf.get(payment) ?? []
      if (unread.includes('shiftId')) unnamed += 1
      if (payment.shiftId !== shiftId || !book.put(payment, unread)) continue
      window.found(payment.createdAt == null ? null : Date.parse(payment.createdAt))
    }
    return unnamed
  }

  const plusPages = (more: number | null): number | null =>
    totalPages === null || more === null ? null : totalPages + more

  async function* pages(
    start: PageStart | null,
    signal: AbortSignal,
  ): AsyncGenerator<PageStep<WirePayment>> {
    const before = { pages: 0, items: 0, leftOut: 0 }
    let first = start
    for (let span = window.next(); span !== null; span = window.next()) {
      const range = { from: iso(span.from), ...(span.to === null ? {} : { to: iso(span.to) }) }
      let here: ListProgress | null = null
      const options = { start: first, signal }
      for await (const step of everyTabPayment(connection, storeId, range, options)) {
        here = step.progress
        const unnamed = step.ok ? take(step) : 0
        before.leftOut += unnamed
        const progress = {
          ...here,
          pages: before.pages + here.pages,
          items: before.items + here.items,
          leftOut: before.leftOut + here.leftOut,
          totalPages: plusPages(here.totalPages),
        }
        if (!step.ok) {
          yield { ...step, progress }
          return
        }
        if (step.complete !== null) {
          areComplete &&= step.complete
          window.done()
        }
        const complete = window.next() === null ? areComplete : null
        const leftOut = step.leftOut + unnamed
        yield { ...step, leftOut, progress, complete }
      }
      if (signal.aborted || here === null) return
      before.pages += here.pages
      before.items += here.items
      before.leftOut += here.leftOut
      totalPages = plusPages(here.totalPages)
      first = null
    }
  }

  return { pages }
}
