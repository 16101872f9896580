import type { Clock } from './clock.ts'
import { isStorageError } from './db/open.ts'
import type { Log } from './log.ts'

const beatMs = 10_000
const gatherMs = 100

/** When screens hear of the status: soon after a change, many changes in one message, and at least every 10 s. */
export interface Heartbeat {
  start(): void
  /** Something of the status changed. */
  plan(): void
  stop(): void
}

interface Beats {
  /** Sends the status. */
  notify(): void
  /** The housekeeping of every beat; each is tried, whatever the others throw. */
  chores: readonly (() => void)[]
}

export function createHeartbeat(clock: Clock, log: Log, { notify, chores }: Beats): Heartbeat {
  let stopped = false
  let planned = false

  /** A chore that fails waits for the next beat. A disk that takes no writes is told by the inbox; all else is a bug. */
  function attempt(work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (isStorageError(cause)) log.warn('chore put off', { cause: cause.message })
      else log.error('bug', { in: 'heartbeat', cause: cause instanceof Error ? cause.stack : null })
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
    chores.forEach(attempt)
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
