import { shallowRef } from 'vue'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useBusinessToday } from '../store-time.ts'

/** How long to wait after a day was typed before the range is used, in ms. */
export const dayRestMs = 400

/** The ranges are of business days. */
export function useRange(first: SpanName) {
  const today = useBusinessToday().value
  return { today, span: shallowRef<Span>(spanOf(first, today)) }
}
