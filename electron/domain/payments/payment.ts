import type { Payment } from '#contract/payments.ts'
import { minorOf } from '#domain/money/minor.ts'

/** As much of the wire's payment as the room shows. */
interface WirePayment {
  _id: string
  code?: string | null | undefined
  shiftId?: string | null | undefined
  paymentMethodId?: string | null | undefined
  paymentMethodName?: string | null | undefined
  createdById?: string | null | undefined
  payerName?: string | null | undefined
  amount?: number | null | undefined
  tipAmount?: number | null | undefined
  voidedAt?: string | null | undefined
  shiftEndedAt?: string | null | undefined
  shouldMakeInvoice?: boolean | null | undefined
}

/** A payment that was made at `at`. One that says nothing of a tip has none. */
export const readPayment = (wire: WirePayment, at: string, decimals: number): Payment => ({
  id: wire._id,
  code: wire.code ?? null,
  at,
  methodId: wire.paymentMethodId ?? null,
  method: wire.paymentMethodName ?? null,
  shiftId: wire.shiftId ?? null,
  shiftEndedAt: wire.shiftEndedAt ?? null,
  takenBy: wire.createdById ?? null,
  payer: wire.payerName ?? null,
  amount: minorOf(wire.amount ?? Number.NaN, decimals),
  tips: minorOf(wire.tipAmount ?? 0, decimals),
  voidedAt: wire.voidedAt ?? null,
  wantsInvoice: wire.shouldMakeInvoice ?? false,
})
