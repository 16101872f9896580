import type { z } from 'zod'
import { paymentsContract } from '#contract/payments.ts'
import { currencyOf, decimalsOf } from '#contract/currency.ts'
import { readPayment, type ReadPayment } from '#domain/payments/payment.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import { everyTabPayment } from '#platform/lists.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { createReadings, type ReadingsDeps } from '../reading/readings.ts'
import { createPaymentQueries, type Terms } from './queries.ts'

interface PaymentsDeps extends Omit<ReadingsDeps, 'boundsOf'> {
  timeZone: () => string
  /** Of the store, ISO 3166 alpha-2; null where it is not known. */
  countryCode: () => string | null
}

function createPayments(deps: PaymentsDeps): NounParts<typeof paymentsContract, undefined> {
  const readings = createReadings<z.output<typeof tabPaymentSchema>, ReadPayment, Terms>(
    {
      of: 'payments',
      terms: () => ({ decimals: decimalsOf(currencyOf(deps.countryCode())) }),
      steps: everyTabPayment,
      at: ({ createdAt }) => createdAt ?? null,
      row: (wire, at, unread, { decimals }) => readPayment(wire, at, unread, decimals),
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

/** The noun of payments: what the store's tabs were paid with, read anew each time that somebody asks. */
export const payments = defineNoun(paymentsContract, {
  needs: [store],
  create(context) {
    const known = context.use(store)
    return createPayments({ ...context, storeId: () => known.store?.id ?? context.storeId })
  },
})
