import type { PaymentFilter, PaymentPage } from '#contract/payments.ts'
import { useBridge } from '../bridge/key.ts'
import { useReadPages } from '../state/ledger/use-ledger.ts'

const everything: PaymentFilter = { methodId: null, shiftId: null, voided: null }

/** The payments of some days; other days have other shifts. */
export function usePayments() {
  const bridge = useBridge()
  return useReadPages<PaymentFilter, PaymentPage>(
    'payments',
    'today',
    everything,
    (filter) => ({ ...filter, shiftId: null }),
    {
      list: (input) => bridge.call('payments.list', input),
      table: (input) => bridge.call('payments.table', input),
    },
  )
}
