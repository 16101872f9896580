import { computed, onScopeDispose, shallowRef } from 'vue'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'

/** What a file is called that nobody has named yet. */
const fileName = 'guests.csv'

/** The last export of all guests, as the host tells it, and what a manager does with it. */
export function useExport() {
  const bridge = useBridge()
  const last = shallowRef<GuestExport | null>(null)
  const error = shallowRef<AppError | null>(null)
  const busy = shallowRef(false)

  async function refresh(): Promise<void> {
    const answer = await bridge.call('guests.exportState', {})
    if (answer.ok) last.value = answer.value
    else error.value = answer.error
  }
  onScopeDispose(
    bridge.onEvent((event) => {
      const isOurs = event.type === 'jobs.changed' && event.job.startedBy === 'guests.export'
      if (isOurs && event.job.id === last.value?.job.id)
        last.value = { ...last.value, job: event.job }
      // Another screen may have begun one.
      else if (isOurs || event.type === 'host.replaced' || event.type === 'events.missed')
        void refresh()
    }),
  )

  async function begin(): Promise<void> {
    const chosen = await bridge.chooseFile(fileName)
    if (chosen === null) return
    busy.value = true
    const path = chosen === 'browser' ? null : chosen.path
    const answer = await bridge.call('guests.export', { path })
    busy.value = false
    error.value = answer.ok ? null : answer.error
    if (answer.ok) last.value = answer.value
  }

  async function steer(how: JobSteering): Promise<void> {
    if (last.value === null) return
    busy.value = true
    const answer = await bridge.call('jobs.steer', { jobId: last.value.job.id, how })
    busy.value = false
    error.value = answer.ok ? null : answer.error
    await refresh()
  }

  const isUnderWay = computed(() => ['running', 'waiting'].includes(last.value?.job.state ?? ''))
  /** Whether a browser can save it. */
  const canSave = computed(() => {
    const told = last.value
    return told !== null && told.path === null && ['done', 'stopped'].includes(told.job.state)
  })

  async function save(): Promise<void> {
    if (last.value === null) return
    const isSaved = await bridge.saveExport(last.value.job.id)
    error.value = isSaved ? null : { code: 'unreachable' }
  }

  void refresh()
  return { last, error, busy, isUnderWay, canSave, save, begin, steer, refresh }
}
