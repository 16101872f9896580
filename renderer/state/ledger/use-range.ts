import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { hostNow } from '../../clock/host-clock.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useStatus } from '../health/status.ts'

/** Between two days that are typed, in ms. */
const pause = 400

/** The days that a page is about. */
export function useRange(first: SpanName) {
  const today = isoDay(hostNow(), useStatus().timeZone)
  return { today, span: shallowRef<Span>(spanOf(first, today)) }
}

/** What is chosen, once it stays so for a moment: nothing is asked about a day that is half typed. */
export function useSettled<Value>(chosen: () => Value): Readonly<ShallowRef<Value>> {
  const settled = shallowRef(chosen())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(chosen, (value) => {
    clearTimeout(timer)
    timer = setTimeout(() => (settled.value = value), pause)
  })
  onScopeDispose(() => clearTimeout(timer))
  return settled
}
