import type { WasteFilter, WastePage } from '#contract/waste.ts'
import { useBridge } from '../bridge/key.ts'
import { useReadPages } from '../state/ledger/use-ledger.ts'

const everything: WasteFilter = { ingredient: null, voided: null }

/** What was thrown away on some days. */
export function useWaste() {
  const bridge = useBridge()
  return useReadPages<WasteFilter, WastePage>('waste', 'week', everything, (filter) => filter, {
    list: (input) => bridge.call('waste.list', input),
    table: (input) => bridge.call('waste.table', input),
  })
}
