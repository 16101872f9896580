import { noMethod, type PaymentFilter } from '#contract/payments.ts'
import { fail, ok } from '#contract/result.ts'
import { plain } from '#domain/money/money.ts'
import type { ReadPayment } from '#domain/payments/payment.ts'
import { choicesOf, passes, sumPayments } from '#domain/payments/sums.ts'
import { clockOf, dayOf } from '#domain/reservations/store-day.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Readings } from '../reading/readings.ts'
import { tableOf } from '../table.ts'

/** What screens ask about payments that were read. */
export type PaymentQueries = Pick<HandlersOf<'payments'>, 'payments.list' | 'payments.table'>

/** What amounts of a reading are counted in. */
export interface Terms {
  /** How many decimals a major unit has: of the store's currency, as far as it is known when the reading begins. */
  decimals: number
}

interface QueriesDeps {
  readings: Pick<Readings<ReadPayment, Terms>, 'find'>
  timeZone: () => string
}

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

export function createPaymentQueries(deps: QueriesDeps): PaymentQueries {
  const { readings, timeZone } = deps

  function filtered(rows: readonly ReadPayment[], filter: PaymentFilter): ReadPayment[] {
    return rows
      .filter(passes(filter))
      .toSorted((one, other) => (one.shown.at < other.shown.at ? 1 : -1))
  }

  return {
    'payments.list'({ readingId, filter, page }) {
      const found = readings.find(readingId)
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
      const found = readings.find(readingId)
      if (found === null) return fail('not-found')
      const zone = timeZone()
      const rows = filtered(found.rows, filter)
      return ok(
        await tableOf(columns, rows, ({ shown }) => {
          const { amount, tips, exactly } = shown
          // A spreadsheet gets every digit, so that its sum is ours.
          const written = (minor: number | null, digits: string | null): number | null =>
            minor === null ? null : Number(digits ?? plain(minor, found.terms.decimals))
          return [
            shown.id,
            shown.code,
            dayOf(Date.parse(shown.at), zone),
            clockOf(Date.parse(shown.at), zone),
            shown.at,
            shown.methodId,
            shown.methodId === null ? noMethod.name : shown.method,
            written(amount, exactly.amount),
            written(tips, exactly.tips),
            shown.voidedAt,
            shown.shiftId,
            shown.shiftEndedAt,
            shown.takenBy,
            shown.payer,
            shown.wantsInvoice,
            shown.toCheck.join(' '),
          ]
        }),
      )
    },
  }
}
