import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { KitchenFigures } from '#contract/kitchen-figures.ts'
import type { Input } from '#contract/index.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../bridge/key.ts'
import { hostNow } from '../clock/host-clock.ts'
import { isoDay } from '../clock/when.ts'
import { useStatus } from '../state/health/status.ts'
import { isWhole, spanOf, type Span } from '../ui/ledger/ledger.ts'

/** Between two days that are typed. */
const pause = 400

/** How the kitchen did over some days, or over a shift. */
export function useFigures() {
  const bridge = useBridge()
  const status = useStatus()
  const today = isoDay(hostNow(), status.timeZone)
  const over = shallowRef<'days' | 'shift'>('days')
  const span = shallowRef<Span>(spanOf('today', today))
  const shiftId = shallowRef<string | null>(null)
  const figures = shallowRef<KitchenFigures | null>(null)
  const error = shallowRef<AppError | null>(null)
  const working = shallowRef(false)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What is asked for; null while it is not whole. */
  const wanted = computed((): Input<'kitchenFigures.read'>['span'] | null => {
    if (over.value === 'days') return isWhole(span.value) ? { kind: 'days', ...span.value } : null
    return shiftId.value === null ? null : { kind: 'shift', shiftId: shiftId.value }
  })

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    working.value = wanted.value !== null
    if (wanted.value === null) return
    const answer = await bridge.call('kitchenFigures.read', { span: wanted.value })
    if (nth !== asked) return
    working.value = false
    error.value = answer.ok ? null : answer.error
    if (answer.ok) figures.value = answer.value
  }
  watch(wanted, () => {
    // No figure stands under days that it is not of, nor comes there.
    figures.value = null
    asked++
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), pause)
  })
  onScopeDispose(() => clearTimeout(timer))
  onScopeDispose(
    bridge.onEvent(({ type }) => {
      if (type === 'host.replaced') figures.value = null
      if (type === 'host.replaced' || type === 'events.missed') void ask()
    }),
  )

  async function table(): Promise<string | null> {
    if (figures.value === null) return null
    const answer = await bridge.call('kitchenFigures.table', { figuresId: figures.value.id })
    error.value = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  void ask()
  return { today, over, span, shiftId, figures, error, working, ask, table }
}
