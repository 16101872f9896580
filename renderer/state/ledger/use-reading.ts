import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Job, JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useScreens } from '../screens.ts'
import { isWhole, type Span } from '../../ui/ledger/ledger.ts'

/** Between two days that are typed; what is chosen with one tap waits no longer. */
const pause = 400

/**
 * A list that the host reads between two days for this room: a job that is started anew with each span, and followed while
 * it goes on. `onNews` is called whenever there may be more of it.
 */
export function useReading(
  of: 'payments' | 'waste',
  span: Readonly<Ref<Span>>,
  onNews: () => void,
) {
  const bridge = useBridge()
  const screens = useScreens()
  const job = shallowRef<Job | null>(null)
  /** What it reads. */
  const jobSpan = shallowRef<Span | null>(null)
  /** Why it could not be begun. */
  const error = shallowRef<AppError | null>(null)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    const before = job.value
    const wanted = span.value
    if (!isWhole(wanted)) return
    const answer = await bridge.call(`${of}.read`, wanted)
    if (nth !== asked) return
    // What nobody waits for any more is not read on.
    if (before?.state === 'running')
      void bridge.call('jobs.steer', { jobId: before.id, how: 'cancel' })
    error.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    job.value = answer.value
    jobSpan.value = wanted
    onNews()
  }
  async function steer(how: JobSteering): Promise<void> {
    const { value: current } = job
    if (current === null) return
    const answer = await bridge.call('jobs.steer', { jobId: current.id, how })
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
      if (event.type === 'jobs.changed' && event.job.id === job.value?.id) {
        job.value = event.job
        onNews()
      }
      if (event.type === 'events.missed') onNews()
      if (event.type === 'host.replaced') void begin()
    }),
  )
  onScopeDispose(() => {
    // To ask what it may not would ask for a PIN: whoever was locked out just leaves.
    if (job.value?.state === 'running' && screens.role === 'manager') void steer('cancel')
  })
  void begin()
  return { job, jobSpan, error, begin, steer }
}
