import { defineStore } from 'pinia'
import { onScopeDispose, watch } from 'vue'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { JobSteering } from '#contract/jobs/jobs.ts'
import type { StoredCount, ShiftView } from '#contract/shifts/shifts.ts'
import { beforeUnload } from '../bridge/before-unload.ts'
import { useBridge } from '../bridge/key.ts'
import { useHostCommand } from '../state/host-command.ts'
import { useHostQuery } from '../state/host-query.ts'
import { createCountKeeper, type CountKeeper } from './count/count-keeper.ts'
import type { StepLinks } from './steps.ts'

/** The counts that this screen has open. They survive a change of room before everything is stored. */
export const useCounts = defineStore('closeOutCounts', () => {
  const bridge = useBridge()
  const keepers = new Map<string, CountKeeper>()
  beforeUnload(() => {
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

/** The operations of a shift that return its new state. */
type ShiftAction = {
  [Name in OperationName]: Output<Name> extends ShiftView ? Name : never
}[OperationName]

/** One shift from the host and its count, while a page shows it. */
export function useShift(shiftId: string) {
  const bridge = useBridge()
  const keeper = useCounts().of(shiftId)
  const { data: view, error, ask, take } = useHostQuery('shifts.show', { shiftId })
  watch(
    view,
    (shown) => {
      if (shown !== null) keeper.take(shown.count)
    },
    { immediate: true, flush: 'sync' },
  )
  // Saves what could not be stored while the host was away.
  onScopeDispose(
    bridge.onEvent(({ type }) => {
      if (type === 'events.missed' || type === 'host.replaced') void keeper.send()
    }),
  )

  /** An operation on the shift. `run` returns whether it succeeded; `error` says why not. */
  function useAction<Name extends ShiftAction>(name: Name) {
    const command = useHostCommand(name, { inPlace: true })
    async function run(input: Input<Name>): Promise<boolean> {
      const done = await command.run(input)
      if (done !== null) take(done.value)
      return done !== null
    }
    return { ...command, run }
  }

  const refresh = useHostCommand('shifts.refresh')
  const steering = useHostCommand('jobs.steer')
  return {
    view,
    keeper,
    error,
    ask,
    useAction,
    read: () => refresh.run({ shiftId }),
    async steer(how: JobSteering): Promise<void> {
      if (view.value !== null) await steering.run({ jobId: view.value.job.id, how })
    },
  }
}
export type Shift = ReturnType<typeof useShift>

export interface StepProps {
  view: ShiftView
  count: StoredCount
  shift: Shift
  links: StepLinks
}
