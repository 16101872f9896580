import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A wall clock that a journey moves under a running app. Timers don't notice, as after a machine
 * slept.
 */
export interface MovableClock {
  readonly args: string[]
  readonly env: Record<string, string>
  /** Epoch milliseconds, as in the app. */
  now(): number
  /** Sets it to an ISO instant, from which it runs on. */
  moveTo(instant: string): void
}

/** A clock that starts at an ISO instant; it stores a file in `folder`. */
export function createMovableClock(folder: string, start: string): MovableClock {
  const file = join(folder, 'clock')
  let offset = 0

  function moveTo(instant: string): void {
    offset = Date.parse(instant) - Date.now()
    // Renamed when complete, so that the app never reads half of it.
    writeFileSync(`${file}.new`, String(offset))
    renameSync(`${file}.new`, file)
  }

  moveTo(start)
  return {
    args: ['-r', join(import.meta.dirname, 'clock-preload.ts')],
    env: { KITCHEN_PASS_TEST_CLOCK: file },
    now: () => Date.now() + offset,
    moveTo,
  }
}
