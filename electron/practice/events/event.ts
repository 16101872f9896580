import type { Effects } from '../effects.ts'
import { Random } from '../random.ts'

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
export class Stamper {
  readonly #eventRun: string
  readonly #now: () => number
  #count = 0
  #lastDate = 0

  constructor(seed: number, run: string, now: () => number) {
    this.#eventRun = new Random(seed, run, 'events').id(8)
    this.#now = now
  }

  /** Dates never repeat, so that receivers can sort events. */
  date(): string {
    this.#lastDate = Math.max(this.#now(), this.#lastDate + 1)
    return new Date(this.#lastDate).toISOString()
  }

  stamp(): Stamp {
    this.#count += 1
    return { date: this.date(), eventId: `evt-${this.#eventRun}-${this.#count}` }
  }
}

/** What the code needs that generates data, counts effects and sends events. */
export interface Notification {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  stamper: Stamper
}
