import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Output, OperationName, Input } from '#contract/index.ts'
import type { JobSteering } from '#contract/jobs.ts'
import type { AppError } from '#contract/result.ts'
import type { ShiftView } from '#contract/shifts/shifts.ts'
import { whenGoing } from '../bridge/going.ts'
import { useBridge } from '../bridge/key.ts'
import { useThrottled } from '../clock/use-throttled.ts'
import { createCountKeeper, type CountKeeper } from './count/count-keeper.ts'

/** What was typed of each shift on this screen: it stays where somebody looks into another room before it is kept. */
export const useCounts = defineStore('closeOutCounts', () => {
  const bridge = useBridge()
  const keepers = new Map<string, CountKeeper>()
  whenGoing(() => {
    for (const keeper of keepers.values()) keeper.leave()
  })
  return {
    of(shiftId: string): CountKeeper {
      const keeper = keepers.get(shiftId) ?? createCountKeeper(bridge, shiftId)
      keepers.set(shiftId, keeper)
      return keeper
    },
    forget: () => keepers.clear(),
  }
})

/** What a manager does with a shift, where the answer is the shift anew. */
type ShiftDeed = {
  [Name in OperationName]: Output<Name> extends ShiftView ? Name : never
}[OperationName]

/** One shift as the host tells it, for as long as a page shows it, and its count. */
export function useShift(shiftId: string) {
  const bridge = useBridge()
  const keeper = useCounts().of(shiftId)
  const view = shallowRef<ShiftView | null>(null)
  const error = shallowRef<AppError | null>(null)
  const busy = shallowRef(false)
  let asked = 0
  let known = -1

  function take(next: ShiftView): void {
    if (next.revision < known) return
    known = next.revision
    view.value = next
    keeper.take(next.count)
  }

  async function refresh(): Promise<void> {
    const nth = ++asked
    const answer = await bridge.call('shifts.show', { shiftId })
    // An answer to an older question says nothing that the newer one will not.
    if (nth !== asked) return
    error.value = answer.ok ? null : answer.error
    if (answer.ok) take(answer.value)
  }

  /** Every keystroke on another screen is a change. */
  const follow = useThrottled(refresh, 300)
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'events.missed' || event.type === 'host.replaced') {
        // A host that was started anew counts from the beginning.
        known = -1
        follow()
        void keeper.send()
      }
      if (event.type === 'shifts.changed' && (event.shiftId ?? shiftId) === shiftId) follow()
      if (event.type !== 'jobs.changed' || event.job.startedBy !== 'shifts.show') return
      if (event.job.id === view.value?.job.id) view.value = { ...view.value, job: event.job }
      // It may be one that this screen has not heard of yet.
      if (event.job.state !== 'running') follow()
    }),
  )

  /** Does something whose answer is the shift anew; why it could not be done, or null. */
  async function act<Name extends ShiftDeed>(
    name: Name,
    input: Input<Name>,
  ): Promise<AppError | null> {
    busy.value = true
    const answer = await bridge.call(name, input)
    busy.value = false
    if (!answer.ok) return answer.error
    take(answer.value)
    return null
  }

  async function read(): Promise<void> {
    const answer = await bridge.call('shifts.read', { shiftId })
    if (!answer.ok) error.value = answer.error
  }
  async function steer(how: JobSteering): Promise<void> {
    if (view.value === null) return
    const answer = await bridge.call('jobs.steer', { jobId: view.value.job.id, how })
    if (!answer.ok) error.value = answer.error
  }

  follow()
  return { view, keeper, error, busy, refresh, act, read, steer }
}
export type Shift = ReturnType<typeof useShift>
