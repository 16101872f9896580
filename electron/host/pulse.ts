import type { Clock } from './clock.ts'

const beatMs = 10_000
const gatherMs = 100

/** When screens hear of the status: soon after a change, many changes in one message, and at least every 10 s. */
export interface Pulse {
  start(): void
  /** Something of the status changed. */
  plan(): void
  stop(): void
}

/** `tell` sends the status, `beat` is the housekeeping of every beat; what it throws waits for the next one. */
export function createPulse(clock: Clock, does: { tell(): void; beat(): void }): Pulse {
  let stopped = false
  let planned = false

  function plan(): void {
    if (planned || stopped) return
    planned = true
    clock.after(gatherMs, () => {
      planned = false
      if (!stopped) does.tell()
    })
  }

  function beat(): void {
    if (stopped) return
    try {
      does.beat()
    } catch {
      // A disk that takes no writes is told elsewhere, by the inbox.
    }
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
