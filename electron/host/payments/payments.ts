import type { z } from 'zod'
import { currencyOf, decimalsOf } from '#contract/currency.ts'
import { unnamedMethod, unnamedPlace } from '#contract/method-names.ts'
import { noMethod, paymentsContract, type Payment, type PaymentFilter } from '#contract/payments.ts'
import { fail, ok } from '#contract/result.ts'
import { plainDecimal } from '#domain/money/money.ts'
import { readPayment, type ReadPayment } from '#domain/payments/payment.ts'
import { choicesOf, matchesFilter, sumPayments } from '#domain/payments/sums.ts'
import { clockOf } from '#domain/reservations/store-day.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import { everyTabPayment } from '#platform/lists.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { DayLists, pageOf } from '../jobs/day-lists.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun } from '../noun.ts'
import type { Cell } from '../table.ts'
import { longTable } from '../worker/long-table.ts'

interface TableTerms {
  zone: string
  /** When the business day begins, HH:MM. */
  border: string
  methods: readonly { methodId: string; name: string }[]
  decimals: number
}

/** A spreadsheet gets every digit, so that its sum equals ours. `digits` is null if `minor` has them all. */
const amountCell = (minor: number | null, digits: string | null, decimals: number): Cell =>
  minor === null ? null : Number(digits ?? plainDecimal(minor, decimals))

/** The columns of the table by name, in order. */
const columns: Record<string, (payment: Payment, terms: TableTerms) => Cell> = {
  id: ({ id }) => id,
  code: ({ code }) => code,
  day: ({ at }, { zone, border }) => businessDayOf(Date.parse(at), zone, border),
  time: ({ at }, { zone }) => clockOf(Date.parse(at), zone),
  createdAt: ({ at }) => at,
  paymentMethodId: ({ methodId }) => methodId,
  paymentMethodName: ({ methodId, method }, { methods }) =>
    methodId === null ? noMethod.name : method || unnamedMethod(unnamedPlace(methods, methodId)),
  amount: ({ amount, exactly }, { decimals }) => amountCell(amount, exactly.amount, decimals),
  tipAmount: ({ tips, exactly }, { decimals }) => amountCell(tips, exactly.tips, decimals),
  voidedAt: ({ voidedAt }) => voidedAt,
  shiftId: ({ shiftId }) => shiftId,
  shiftEndedAt: ({ shiftEndedAt }) => shiftEndedAt,
  createdById: ({ takenBy }) => takenBy,
  payerName: ({ payer }) => payer,
  shouldMakeInvoice: ({ wantsInvoice }) => wantsInvoice,
  toCheck: ({ toCheck }) => toCheck.join(' '),
}
const cells = Object.values(columns)

const filtered = (rows: readonly ReadPayment[], filter: PaymentFilter): ReadPayment[] =>
  rows
    .filter(matchesFilter(filter))
    .toSorted((one, other) => (one.shown.at < other.shown.at ? 1 : -1))

/**
 * The noun of payments: what guests paid on the store's tabs. It reads them from the platform for
 * each request.
 */
export const payments = defineNoun(paymentsContract, {
  needs: [jobs, store],
  create(context) {
    const { use, timeZone, countryCode, settings } = context
    const known = use(store)
    const lists = new DayLists<
      z.output<typeof tabPaymentSchema>,
      ReadPayment,
      { decimals: number }
    >(context, () => known.id, {
      startedBy: 'payments.read',
      terms: () => ({ decimals: decimalsOf(currencyOf(countryCode())) }),
      list: everyTabPayment,
      at: ({ createdAt }) => createdAt ?? null,
      row: (wire, at, unread, { decimals }) => readPayment(wire, at, unread, decimals),
    })

    return {
      handlers: {
        'payments.read': (days) => lists.start(days),
        'payments.list'({ jobId, filter, page }) {
          const found = lists.find(jobId)
          if (found === null) return fail('not-found')
          const all = filtered(found.rows, filter)
          const { rows, ...place } = pageOf(all, page)
          return ok({
            job: found.job,
            payments: rows.map(({ shown }) => shown),
            ...place,
            ...sumPayments(all),
            choices: choicesOf(found.rows),
            decimals: found.terms.decimals,
          })
        },
        async 'payments.table'({ jobId, filter }) {
          const found = lists.find(jobId)
          if (found === null) return fail('not-found')
          const { businessDayBorder: border } = settings()
          const { methods } = choicesOf(found.rows)
          const terms = { zone: timeZone(), border, methods, decimals: found.terms.decimals }
          return ok(
            await longTable(Object.keys(columns), filtered(found.rows, filter), ({ shown }) =>
              cells.map((cell) => cell(shown, terms)),
            ),
          )
        },
      },
    }
  },
})
