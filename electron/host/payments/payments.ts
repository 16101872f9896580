import type { z } from 'zod'
import { currencyOf, decimalsOf } from '#contract/currency.ts'
import { noMethod, paymentsContract, type PaymentFilter } from '#contract/payments.ts'
import { fail, ok } from '#contract/result.ts'
import { plain } from '#domain/money/money.ts'
import { readPayment, type ReadPayment } from '#domain/payments/payment.ts'
import { choicesOf, passes, sumPayments } from '#domain/payments/sums.ts'
import { clockOf, dayOf } from '#domain/reservations/store-day.ts'
import { everyTabPayment } from '#platform/lists.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { defineNoun } from '../noun.ts'
import { createReadings } from '../reading/readings.ts'
import { tableOf, type Cell } from '../table.ts'

const pageSize = 50

const columns = [
  'id',
  'code',
  'day',
  'time',
  'createdAt',
  'paymentMethodId',
  'paymentMethodName',
  'amount',
  'tipAmount',
  'voidedAt',
  'shiftId',
  'shiftEndedAt',
  'createdById',
  'payerName',
  'shouldMakeInvoice',
  'toCheck',
]

/** The cells of a payment, in the order of `columns`. `decimals` are those of the store's currency. */
function cellsOf({ shown }: ReadPayment, zone: string, decimals: number): Cell[] {
  const at = Date.parse(shown.at)
  // A spreadsheet gets every digit, so that its sum is ours.
  const written = (minor: number | null, digits: string | null): number | null =>
    minor === null ? null : Number(digits ?? plain(minor, decimals))
  return [
    shown.id,
    shown.code,
    dayOf(at, zone),
    clockOf(at, zone),
    shown.at,
    shown.methodId,
    shown.methodId === null ? noMethod.name : shown.method,
    written(shown.amount, shown.exactly.amount),
    written(shown.tips, shown.exactly.tips),
    shown.voidedAt,
    shown.shiftId,
    shown.shiftEndedAt,
    shown.takenBy,
    shown.payer,
    shown.wantsInvoice,
    shown.toCheck.join(' '),
  ]
}

/** What the filter lets through, the newest first. */
const filtered = (rows: readonly ReadPayment[], filter: PaymentFilter): ReadPayment[] =>
  rows.filter(passes(filter)).toSorted((one, other) => (one.shown.at < other.shown.at ? 1 : -1))

/** The noun of payments: what guests paid on the store's tabs, read from the platform each time somebody asks. */
export const payments = defineNoun(paymentsContract, {
  needs: [store],
  create(context) {
    const { use, timeZone, countryCode } = context
    const known = use(store)
    const { begin, cancel, resume, find, ...lifecycle } = createReadings<
      z.output<typeof tabPaymentSchema>,
      ReadPayment,
      { decimals: number }
    >(context, () => known.store?.id ?? context.storeId, {
      of: 'payments',
      terms: () => ({ decimals: decimalsOf(currencyOf(countryCode())) }),
      steps: everyTabPayment,
      at: ({ createdAt }) => createdAt ?? null,
      row: (wire, at, unread, { decimals }) => readPayment(wire, at, unread, decimals),
    })

    return {
      handlers: {
        'payments.read': begin,
        'payments.cancel': ({ readingId }) => cancel(readingId),
        'payments.resume': ({ readingId }) => resume(readingId),
        'payments.list'({ readingId, filter, page }) {
          const found = find(readingId)
          if (found === null) return fail('not-found')
          const all = filtered(found.rows, filter)
          const pages = Math.max(1, Math.ceil(all.length / pageSize))
          const shown = Math.min(page, pages)
          return ok({
            reading: found.reading,
            payments: all
              .slice((shown - 1) * pageSize, shown * pageSize)
              .map((payment) => payment.shown),
            page: shown,
            pages,
            total: all.length,
            ...sumPayments(all),
            choices: choicesOf(found.rows),
            decimals: found.terms.decimals,
          })
        },
        async 'payments.table'({ readingId, filter }) {
          const found = find(readingId)
          if (found === null) return fail('not-found')
          const zone = timeZone()
          const { decimals } = found.terms
          const rows = filtered(found.rows, filter)
          return ok(await tableOf(columns, rows, (payment) => cellsOf(payment, zone, decimals)))
        },
      },
      ...lifecycle,
    }
  },
})
