import type { z } from 'zod'
import { currencyOf, decimalsOf } from '#contract/shared/currency.ts'
import { unnamedMethod, unnamedPlace } from '#contract/shared/method-names.ts'
import {
  noMethod,
  paymentsContract,
  type Payment,
  type PaymentFilter,
  type PaymentPage,
} from '#contract/payments/payments.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { plainDecimal } from '#domain/money/money.ts'
import { readPayment, type ReadPayment } from '#domain/payments/payment.ts'
import { choicesOf, matchesFilter, sumPayments } from '#domain/payments/sums.ts'
import { clockOf } from '#domain/store-time/store-day.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import { everyTabPayment } from '#platform/lists.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { DayLists, pageOf, type DayListSource } from '../jobs/day-lists.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun, type Context } from '../noun.ts'
import type { Cell } from '../core/table.ts'
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

/** For all payments of one job. */
interface Terms {
  decimals: number
}

type WirePayment = z.output<typeof tabPaymentSchema>

/** What guests paid on the store's tabs. It reads them from the platform for each request. */
class Payments {
  readonly handlers: HandlersOf<'payments'> = handlersOf(paymentsContract, this)
  readonly #source: DayListSource<WirePayment, ReadPayment, Terms> = {
    startedBy: 'payments.read',
    terms: () => ({ decimals: decimalsOf(currencyOf(this.#context.countryCode())) }),
    list: everyTabPayment,
    at: ({ createdAt }) => createdAt ?? null,
    row: (wire, at, unread, { decimals }) => readPayment(wire, at, unread, decimals),
  }
  readonly #context: Context
  readonly #lists: DayLists<WirePayment, ReadPayment, Terms>

  constructor(context: Context) {
    this.#context = context
    this.#lists = new DayLists(context, () => context.use(store).id, this.#source)
  }

  read(days: Parsed<'payments.read'>): Result<Output<'payments.read'>> {
    return this.#lists.start(days)
  }

  list({ jobId, filter, page }: Parsed<'payments.list'>): Result<PaymentPage> {
    const list = this.#lists.find(jobId)
    if (list === null) return fail('not-found')
    const all = filtered(list.rows, filter)
    const { rows, ...place } = pageOf(all, page)
    return ok({
      job: list.job,
      payments: rows.map(({ shown }) => shown),
      ...place,
      ...sumPayments(all),
      choices: choicesOf(list.rows),
      decimals: list.terms.decimals,
    })
  }

  async table({ jobId, filter }: Parsed<'payments.table'>): Promise<Result<string>> {
    const list = this.#lists.find(jobId)
    if (list === null) return fail('not-found')
    const { timeZone, settings } = this.#context
    const terms = {
      zone: timeZone(),
      border: settings().businessDayBorder,
      methods: choicesOf(list.rows).methods,
      decimals: list.terms.decimals,
    }
    return ok(
      await longTable(Object.keys(columns), filtered(list.rows, filter), ({ shown }) =>
        cells.map((cell) => cell(shown, terms)),
      ),
    )
  }
}

/** The noun of payments. */
export const payments = defineNoun(paymentsContract, {
  needs: [jobs, store],
  create: (context) => new Payments(context),
})
