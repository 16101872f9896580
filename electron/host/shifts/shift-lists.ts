import type { AppError } from '#contract/result.ts'
import { tellApart, type NamedMethod } from '#domain/payments/method-names.ts'
import type { PaymentBook, WirePayment } from '#domain/shifts/payments.ts'
import type { WireWaste } from '#domain/shifts/waste.ts'
import type { PaymentWindow, Span } from '#domain/shifts/window.ts'
import { appError } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { eachItem, type ListPart, type ListProgress } from '#platform/lists/list-step.ts'
import type { PageStart, PageStep } from '#platform/lists/page.ts'
import { everyPaymentMethod, everyTabPayment, everyWasteIncident } from '#platform/lists.ts'

type Part = ListPart<WirePayment, PageStart>

/** Two instants (ISO) as the platform's lists take them; without `to` there is no end. */
const rangeOf = ({ from, to }: Span): { from: string; to?: string } => ({
  from: new Date(from).toISOString(),
  ...(to !== null && { to: new Date(to).toISOString() }),
})

/**
 * Reads the payments of a shift, span by span, until the window is wide enough, and puts them into the book. It yields the
 * steps as of one list: with the pages and records of all spans, and at the end whether each was complete. A payment whose
 * shift can't be read may be one of this shift, and counts as a record that was left out.
 *
 * Call what it returns again to go on after a failure.
 */
export function createShiftPayments(
  connection: Connection,
  storeId: string,
  shiftId: string,
  { book, window }: { book: PaymentBook; window: PaymentWindow },
) {
  let areComplete = true
  /** Of the spans that are read to their end; null where the platform doesn't say. */
  let totalPages: number | null = 0

  /** Answers how many records don't say whose they are. */
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

  return async function* pages(
    start: PageStart | null,
    signal: AbortSignal,
  ): AsyncGenerator<PageStep<WirePayment>> {
    const before = { pages: 0, items: 0, leftOut: 0 }
    let first = start
    for (let span = window.next(); span !== null; span = window.next()) {
      let here: ListProgress | null = null
      const options = { start: first, signal }
      for await (const step of everyTabPayment(connection, storeId, rangeOf(span), options)) {
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
}

/** What is shown beside the payments of a shift: the store's methods, and what was thrown away. */
export interface Beside {
  methods: NamedMethod[]
  incidents: WireWaste[]
  /** How many more there are that don't say whether they were voided. */
  unreadWaste: number
  wasteError: AppError | null
}

/** Reads what is shown beside payments. A shift has its figures also where this fails. */
export async function readBeside(
  connection: Connection,
  storeId: string,
  span: Span,
  signal: AbortSignal,
): Promise<Beside> {
  const methods: NamedMethod[] = []
  for await (const item of eachItem(everyPaymentMethod(connection, storeId, {}, { signal })))
    if (item.ok) methods.push({ methodId: item.value._id, name: item.value.name ?? '' })
  const incidents: WireWaste[] = []
  let unreadWaste = 0
  let wasteError: AppError | null = null
  for await (const part of everyWasteIncident(connection, storeId, rangeOf(span), { signal })) {
    if (!part.ok) wasteError = appError(part.failure)
    else
      for (const each of part.value)
        if (part.unreadOf.get(each)?.includes('voidedAt') === true) unreadWaste += 1
        else incidents.push(each)
  }
  return { methods, incidents, unreadWaste, wasteError }
}

/** The store's methods, and those that only payments name, with names that tell them apart. */
export function allMethods(
  known: readonly NamedMethod[],
  names: ReadonlyMap<string, string>,
): NamedMethod[] {
  const ids = new Set(known.map(({ methodId }) => methodId))
  const others = [...names].filter(([id]) => !ids.has(id))
  return tellApart([...known, ...others.map(([methodId, name]) => ({ methodId, name }))])
}
