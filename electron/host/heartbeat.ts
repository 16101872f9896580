import type { Clock } from './clock.ts'
import { logThrown, type Log } from './log.ts'
import { StoreMoved } from './db/hand-over.ts'

const beatMs = 10_000
const gatherMs = 100

interface Beats {
  notify(): void
  /** The tasks of every beat. Each runs, whatever the others throw. */
  chores: () => readonly (() => void)[]
}

/** When the status is sent: soon after a change, many changes in one message, and at least every 10 s. */
export function createHeartbeat(clock: Clock, log: Log, { notify, chores }: Beats) {
  let stopped = false
  let planned = false

  /** A task that fails waits for the next beat. */
  function attempt(work: () => void): void {
    try {
      work()
    } catch (cause) {
      // Another computer does it now.
      if (cause instanceof StoreMoved) return
      logThrown(log, 'heartbeat', cause)
    }
  }

  function plan(): void {
    if (planned || stopped) return
    planned = true
    clock.after(gatherMs, () => {
      planned = false
      if (!stopped) attempt(notify)
    })
  }

  function beat(): void {
    if (stopped) return
    chores().forEach(attempt)
    plan()
    clock.after(beatMs, beat)
  }

  return {
    start: beat,
    plan,
    stop() {
      stopped = true
    },
  }
}

export type Heartbeat = ReturnType<typeof createHeartbeat>
