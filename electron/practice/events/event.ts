import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'

/**
 * An event for the receiver. `path` follows the receiver's address: newer events are posted to
 * their own name, older ones to the address itself.
 */
export interface PracticeEvent {
  path: string
  body: { type: string; data: object; date: string; [field: string]: unknown }
}

export interface Stamp {
  date: string
  eventId: string
}

/** Creates dates and ids of events. `run` keeps the ids of two runs different. */
export function createStamper(seed: number, run: string, now: () => number) {
  const eventRun = createRandom(seed, run, 'events').id(8)
  let made = 0
  let last = 0
  function date(): string {
    last = Math.max(now(), last + 1)
    return new Date(last).toISOString()
  }
  return {
    /** Dates never repeat, so that receivers can sort events. */
    date,
    stamp() {
      made += 1
      return { date: date(), eventId: `evt-${eventRun}-${made}` }
    },
  }
}

export type Stamper = ReturnType<typeof createStamper>

/** What the code needs that generates data, counts effects and sends events. */
export interface Notification {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  stamper: Stamper
}
