import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ListReading } from '#contract/reading.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useScreens } from '../screens.ts'
import { isWhole, type Span } from '../../ui/reading/span.ts'

/** Between two days that are typed; what is chosen with one tap waits no longer. */
const pause = 400

/**
 * A list that the host reads between two days for this room: begun anew with each span, followed while it is read.
 * `onNews` is called whenever there may be more of it.
 */
export function useReading(of: ListReading['of'], span: Readonly<Ref<Span>>, onNews: () => void) {
  const bridge = useBridge()
  const screens = useScreens()
  const reading = shallowRef<ListReading | null>(null)
  /** Why it could not be begun. */
  const error = shallowRef<AppError | null>(null)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    const before = reading.value
    if (!isWhole(span.value)) return
    const answer = await bridge.call(`${of}.read`, span.value)
    if (nth !== asked) return
    // What nobody waits for any more is not read on.
    if (before?.state === 'reading') void bridge.call(`${of}.cancel`, { readingId: before.id })
    error.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    reading.value = answer.value
    onNews()
  }
  async function steer(how: 'cancel' | 'resume'): Promise<void> {
    const { value: current } = reading
    if (current === null) return
    const answer = await bridge.call(`${of}.${how}`, { readingId: current.id })
    // It is forgotten, or over: what there is to see is asked for again.
    if (!answer.ok) onNews()
  }

  watch(span, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void begin(), pause)
  })
  onScopeDispose(() => clearTimeout(timer))
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'reading.changed' && event.reading.id === reading.value?.id) {
        reading.value = event.reading
        onNews()
      }
      if (event.type === 'events.missed') onNews()
      if (event.type === 'host.replaced') void begin()
    }),
  )
  onScopeDispose(() => {
    // To ask what it may not would ask for a PIN: whoever was locked out just leaves.
    if (reading.value?.state === 'reading' && screens.role === 'manager') void steer('cancel')
  })
  void begin()
  return { reading, error, begin, cancel: () => steer('cancel'), resume: () => steer('resume') }
}
