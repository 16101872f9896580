import type { z } from 'zod'
import type { Payment } from '#contract/payments.ts'
import { currencyOf, decimalsOf } from '#contract/currency.ts'
import { readPayment } from '#domain/payments/payment.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import { everyTabPayment } from '#platform/lists.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Noun } from '../noun.ts'
import { createReadings, type ReadingsDeps } from '../reading/readings.ts'
import { createPaymentQueries, type Terms } from './queries.ts'

interface PaymentsDeps extends Omit<ReadingsDeps, 'boundsOf'> {
  timeZone: () => string
  /** Of the store, ISO 3166 alpha-2; null where it is not known. */
  countryCode: () => string | null
}

/** The noun of payments: what the store's tabs were paid with, read anew each time that somebody asks. */
export interface Payments extends Noun {
  readonly handlers: HandlersOf<'payments'>
}

/** As many as any currency has: where nobody knows which one it is, a sum loses nothing. */
const mostDecimals = 3

export function createPayments(deps: PaymentsDeps): Payments {
  const readings = createReadings<z.output<typeof tabPaymentSchema>, Payment, Terms>(
    {
      of: 'payments',
      terms() {
        const currency = currencyOf(deps.countryCode())
        return { decimals: currency === null ? mostDecimals : decimalsOf(currency) }
      },
      steps: everyTabPayment,
      at: ({ createdAt }) => createdAt ?? null,
      row: (wire, at, { decimals }) => readPayment(wire, at, decimals),
    },
    { ...deps, boundsOf: (day) => boundsOf(day, deps.timeZone()) },
  )
  return {
    changes: readings.changes,
    catchUp: readings.catchUp,
    close: readings.close,
    handlers: {
      'payments.read': readings.begin,
      'payments.cancel': ({ readingId }) => readings.cancel(readingId),
      'payments.resume': ({ readingId }) => readings.resume(readingId),
      ...createPaymentQueries({ readings, timeZone: deps.timeZone }),
    },
  }
}
