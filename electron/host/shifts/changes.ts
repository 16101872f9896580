import type { HostEvent } from '#contract/index.ts'
import type { ShiftReading } from '#contract/shifts/shifts.ts'

/** What the screens have not been told of shifts. */
export interface ShiftChanges {
  /** Something of a shift changed: its count, its figures, its close-outs. */
  touch(shiftId: string): void
  /** What every shift is shown with changed. */
  touchAll(): void
  /** How far a reading is; `shiftId` is null for the search. */
  read(shiftId: string | null, reading: ShiftReading): void
  take(): HostEvent[]
  readonly revision: number
}

/** `changed` hears of each: no commit tells of a reading. */
export function createShiftChanges(changed: () => void): ShiftChanges {
  const touched = new Set<string | null>()
  const readings = new Map<string | null, ShiftReading>()
  let revision = 0

  function add(shiftId: string | null): void {
    touched.add(shiftId)
    changed()
  }

  const told = (shiftId: string | null, reading: ShiftReading | null): HostEvent => {
    revision += 1
    return { type: 'shifts.changed', revision, shiftId, reading }
  }

  return {
    touch: add,
    touchAll: () => add(null),
    read(shiftId, reading) {
      readings.set(shiftId, reading)
      changed()
    },
    take() {
      const events = [
        ...[...readings].map(([shiftId, reading]) => told(shiftId, reading)),
        ...[...touched].map((shiftId) => told(shiftId, null)),
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
