import { answersManager } from '../operation.ts'
import { paymentListInput, paymentTableInput, type PaymentPage } from '../payments.ts'
import { readingInput, spanInput, type ListReading } from '../reading.ts'

export const paymentsOperations = {
  /** Begins to read the payments between two days. How far it is comes as an event (`reading.changed`). */
  'payments.read': answersManager<ListReading>()(spanInput),
  'payments.cancel': answersManager<null>()(readingInput),
  /** Goes on with one that was stopped or cancelled, where it was; `too-late` for any other. */
  'payments.resume': answersManager<null>()(readingInput),
  /** A page of 50; `not-found` where the reading is forgotten. */
  'payments.list': answersManager<PaymentPage>()(paymentListInput),
  /** All that the filter lets through as a table for a spreadsheet (CSV). */
  'payments.table': answersManager<string>()(paymentTableInput),
} as const
