import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'

/**
 * Something to tell the receiver. `path` is what comes after its address: newer events are posted to their own
 * name, older ones to the address itself.
 */
export interface PracticeEvent {
  path: string
  body: { type: string; data: object; date: string; [field: string]: unknown }
}

/** When an event was generated and under which id. */
export interface Stamp {
  date: string
  eventId: string
}

/** Dates and ids of events. `run` tells the ids of two runs apart. */
export function createStamper(seed: number, run: string, now: () => number) {
  const eventRun = createRandom(seed, run, 'events').id(8)
  let made = 0
  let last = 0
  function date(): string {
    last = Math.max(now(), last + 1)
    return new Date(last).toISOString()
  }
  return {
    /** Dates never repeat, so that receivers can put events in order. */
    date,
    stamp() {
      made += 1
      return { date: date(), eventId: `evt-${eventRun}-${made}` }
    },
  }
}

export type Stamper = ReturnType<typeof createStamper>

/** What a room needs that makes things up, counts what takes effect and tells of it. */
export interface Notification {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  stamper: Stamper
}
