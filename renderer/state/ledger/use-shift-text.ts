import type { PaymentShift } from '#contract/payments.ts'
import { say } from '../../ui/ledger/messages.ts'
import { useShortWhen } from '../store-time.ts'

/** What a shift is called: the platform gives no list of them, so by when its payments were. */
export function useShiftText(): (shift: PaymentShift) => string {
  const when = useShortWhen()
  return ({ firstAt, lastAt, endedAt }) =>
    endedAt === null
      ? say('ledger.shiftOpen', { from: when(firstAt) })
      : say('ledger.shiftSpan', { from: when(firstAt), to: when(lastAt) })
}
