import type { HostEvent } from '#contract/index.ts'

/** What the screens have not heard yet of shifts. `changed` is called each time, since no commit tells of a reading. */
export function createShiftChanges(changed: () => void) {
  const touched = new Set<string | null>()
  let revision = 0

  return {
    /** A shift's count, figures or close-outs changed; null for something that all shifts are shown with. */
    touch(shiftId: string | null) {
      touched.add(shiftId)
      changed()
    },
    /** Answers the events that are due, and counts them as told. */
    take(): HostEvent[] {
      const events = [...touched].map((shiftId): HostEvent => {
        revision += 1
        return { type: 'shifts.changed', revision, shiftId }
      })
      touched.clear()
      return events
    },
    get revision() {
      return revision
    },
  }
}
export type ShiftChanges = ReturnType<typeof createShiftChanges>
