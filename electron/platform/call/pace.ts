import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after this time, or when the signal aborts; never rejects. */
type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

/**
 * How fast lists are requested. All lists of a connection share it, so two together are no faster
 * than one.
 */
export interface Pace {
  /** Resolves when the next request may be sent. */
  turn(signal?: AbortSignal): Promise<void>
  /** How to wait between two attempts. */
  wait: Wait
  /** Jitter for those waits, from 0 up to 1. */
  chance: () => number
}

/** By the system's clock. */
const systemWait: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

interface PaceOptions {
  /** 5 by default; a function is called each time. */
  requestsPerSecond?: number | (() => number)
  /** Monotonic ms. */
  now?: () => number
  wait?: Wait
  chance?: () => number
}

/** Requests are sent at even intervals, the first at once. */
export class EvenPace implements Pace {
  readonly wait: Wait
  readonly chance: () => number
  readonly #requestsPerSecond: number | (() => number)
  readonly #now: () => number
  #next = -Infinity

  constructor({
    requestsPerSecond = 5,
    now = () => performance.now(),
    wait = systemWait,
    chance = Math.random,
  }: PaceOptions = {}) {
    this.#requestsPerSecond = requestsPerSecond
    this.#now = now
    this.wait = wait
    this.chance = chance
  }

  async turn(signal?: AbortSignal): Promise<void> {
    const perSecond =
      typeof this.#requestsPerSecond === 'number'
        ? this.#requestsPerSecond
        : this.#requestsPerSecond()
    const at = Math.max(this.#now(), this.#next)
    this.#next = at + 1000 / perSecond
    const milliseconds = at - this.#now()
    if (milliseconds > 0) await this.wait(milliseconds, signal)
  }
}

const standard = new WeakMap<object, Pace>()

/** The pace of a connection: its own, or the default one created with its first list. */
export function paceOf(connection: { pace?: Pace }): Pace {
  const pace = connection.pace ?? standard.get(connection) ?? new EvenPace()
  standard.set(connection, pace)
  return pace
}
