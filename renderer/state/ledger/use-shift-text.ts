import type { PaymentShift } from '#contract/payments/payments.ts'
import { say } from '../../ui/ledger/messages.ts'
import { useShortWhen } from '../store-time.ts'

/** Names a shift by the times of its payments, because the platform has no list of shifts. */
export function useShiftText(): (shift: PaymentShift) => string {
  const when = useShortWhen()
  return ({ firstAt, lastAt, endedAt }) =>
    endedAt === null
      ? say('ledger.shiftOpen', { from: when(firstAt) })
      : say('ledger.shiftSpan', { from: when(firstAt), to: when(lastAt) })
}
