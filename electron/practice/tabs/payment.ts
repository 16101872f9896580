import type { TakenPayment } from './dining-tab.ts'

/** Every field of a payment. Money in whole pesos, date-times ISO 8601 in UTC. */
export interface WireTabPayment {
  _id: string
  code: string
  shiftId: string
  paymentMethodId: string
  paymentMethodName: string
  createdById: string
  payerName: string | null
  payerUserId: string | null
  /** Without the tip. */
  amount: number
  tipAmount: number
  createdAt: string
  voidedAt: string | null
  /** Null while the shift is open. */
  shiftEndedAt: string | null
  shouldMakeInvoice: boolean
}

interface PaymentNames {
  id: string
  code: string
  shiftId: string
  /** ISO 8601. */
  shiftEndedAt: string | null
}

/** A payment as the platform answers it. */
export function tabPayment(taken: TakenPayment, names: PaymentNames): WireTabPayment {
  return {
    _id: names.id,
    code: names.code,
    shiftId: names.shiftId,
    paymentMethodId: taken.method._id,
    paymentMethodName: taken.method.name,
    createdById: taken.staffId,
    payerName: taken.payerName,
    payerUserId: taken.payerUserId,
    amount: taken.amount,
    tipAmount: taken.tipAmount,
    createdAt: new Date(taken.createdAt).toISOString(),
    voidedAt: taken.voidedAt === null ? null : new Date(taken.voidedAt).toISOString(),
    shiftEndedAt: names.shiftEndedAt,
    shouldMakeInvoice: taken.shouldMakeInvoice,
  }
}
