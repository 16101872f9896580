import type { HostEvent } from '#contract/index.ts'
import type { ShiftReading } from '#contract/shifts/shifts.ts'

/** What the screens have not heard yet of shifts. `changed` is called each time, since no commit tells of a reading. */
export function createShiftChanges(changed: () => void) {
  const touched = new Set<string | null>()
  const readings = new Map<string | null, ShiftReading>()
  let revision = 0

  const event = (shiftId: string | null, reading: ShiftReading | null): HostEvent => {
    revision += 1
    return { type: 'shifts.changed', revision, shiftId, reading }
  }

  return {
    /** A shift's count, figures or close-outs changed; null for something that all shifts are shown with. */
    touch(shiftId: string | null) {
      touched.add(shiftId)
      changed()
    },
    /** How far a reading is; `shiftId` is null for the search. Only its newest state is told. */
    read(shiftId: string | null, reading: ShiftReading) {
      readings.set(shiftId, reading)
      changed()
    },
    /** Answers the events that are due, and counts them as told. */
    take() {
      const events = [
        ...[...readings].map(([shiftId, reading]) => event(shiftId, reading)),
        ...[...touched].map((shiftId) => event(shiftId, null)),
      ]
      readings.clear()
      touched.clear()
      return events
    },
    get revision() {
      return revision
    },
  }
}
export type ShiftChanges = ReturnType<typeof createShiftChanges>
