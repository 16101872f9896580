import { shallowRef } from 'vue'
import { hostNow } from '../../clock/host-clock.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useStatus } from '../health/status.ts'

/** How long to wait after a day was typed before the range is used, in ms. */
export const dayRestMs = 400

export function useRange(first: SpanName) {
  const today = isoDay(hostNow(), useStatus().timeZone)
  return { today, span: shallowRef<Span>(spanOf(first, today)) }
}
