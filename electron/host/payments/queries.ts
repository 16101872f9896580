import type { Payment, PaymentFilter } from '#contract/payments.ts'
import { fail, ok } from '#contract/result.ts'
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
  readings: Pick<Readings<Payment, Terms>, 'find'>
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
]

export function createPaymentQueries(deps: QueriesDeps): PaymentQueries {
  const { readings, timeZone } = deps

  function filtered(rows: readonly Payment[], filter: PaymentFilter): Payment[] {
    return rows.filter(passes(filter)).toSorted((one, other) => (one.at < other.at ? 1 : -1))
  }

  /** Major units: dividing whole numbers gives the very decimal. */
  const major = (minor: number | null, { decimals }: Terms): number | null =>
    minor === null ? null : minor / 10 ** decimals

  return {
    'payments.list'({ readingId, filter, page }) {
      const found = readings.find(readingId)
      if (found === null) return fail('not-found')
      const all = filtered(found.rows, filter)
      const pages = Math.max(1, Math.ceil(all.length / pageSize))
      const shown = Math.min(page, pages)
      return ok({
        reading: found.reading,
        payments: all.slice((shown - 1) * pageSize, shown * pageSize),
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
        await tableOf(columns, rows, (payment) => [
          payment.id,
          payment.code,
          dayOf(Date.parse(payment.at), zone),
          clockOf(Date.parse(payment.at), zone),
          payment.at,
          payment.methodId,
          payment.method,
          major(payment.amount, found.terms),
          major(payment.tips, found.terms),
          payment.voidedAt,
          payment.shiftId,
          payment.shiftEndedAt,
          payment.takenBy,
          payment.payer,
          payment.wantsInvoice,
        ]),
      )
    },
  }
}
