import { shallowRef } from 'vue'
import { hostNow } from '../../clock/host-clock.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useStatus } from '../health/status.ts'

/** How long a hand may rest between two days that are typed, in ms. */
export const dayRestMs = 400

/** The days that a page is about. */
export function useRange(first: SpanName) {
  const today = isoDay(hostNow(), useStatus().timeZone)
  return { today, span: shallowRef<Span>(spanOf(first, today)) }
}
