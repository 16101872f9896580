import { onScopeDispose, shallowRef } from 'vue'
import type { JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'
import type { ShiftSearch } from '#contract/shifts/shifts.ts'
import { useBridge } from '../../bridge/key.ts'
import { useThrottled } from '../../clock/use-throttled.ts'

/** How many days are read at first: a shift that was forgotten over a night is among them. */
export const usualDays = 3

/** The shifts of the last days, as far as the host has found them; begun where nobody has yet. */
export function useSearch() {
  const bridge = useBridge()
  const search = shallowRef<ShiftSearch | null>(null)
  const error = shallowRef<AppError | null>(null)
  const busy = shallowRef(false)
  let begun = 0

  async function find(days: number): Promise<void> {
    begun++
    busy.value = true
    const answer = await bridge.call('shifts.find', { days })
    busy.value = false
    error.value = answer.ok ? null : answer.error
    if (answer.ok) search.value = answer.value
  }

  async function refresh(): Promise<void> {
    const before = begun
    const answer = await bridge.call('shifts.search', {})
    // Of the search before another was begun.
    if (before !== begun) return
    error.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    if (answer.value !== null) search.value = answer.value
    else if (!busy.value) await find(usualDays)
  }
  /** Pages come many a second. */
  const follow = useThrottled(refresh, 500)

  async function steer(how: JobSteering): Promise<void> {
    if (search.value === null) return
    const answer = await bridge.call('jobs.steer', { jobId: search.value.job.id, how })
    error.value = answer.ok ? null : answer.error
    follow()
  }

  onScopeDispose(
    bridge.onEvent((event) => {
      const isMissed = event.type === 'events.missed' || event.type === 'host.replaced'
      const isOurs = event.type === 'jobs.changed' && event.job.startedBy === 'shifts.find'
      if (isOurs && event.job.id === search.value?.job.id)
        search.value = { ...search.value, job: event.job }
      if (isMissed || isOurs || event.type === 'shifts.changed') follow()
    }),
  )

  follow()
  return { search, error, busy, find, steer }
}
