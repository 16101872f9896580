import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after so long, or once the signal calls it off; never rejects. */
type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

/** How quickly lists ask. One for all lists of a connection, so that two of them together ask no faster than one. */
export interface Pace {
  /** Resolves when the next request may leave. */
  turn(signal?: AbortSignal): Promise<void>
  /** What waits between two attempts are waited with. */
  wait: Wait
  /** Spreads those waits: from 0 up to 1. */
  chance: () => number
}

/** By the system’s own clock. */
const systemWait: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined)

interface PaceOptions {
  /** Default 5; a function is asked at each turn. */
  requestsPerSecond?: number | (() => number)
  /** Milliseconds that only go forward. */
  now?: () => number
  wait?: Wait
  chance?: () => number
}

/** Requests leave at even distances, the first at once. */
export function createPace({
  requestsPerSecond = 5,
  now = () => performance.now(),
  wait = systemWait,
  chance = Math.random,
}: PaceOptions = {}): Pace {
  let next = -Infinity
  return {
    async turn(signal) {
      const perSecond =
        typeof requestsPerSecond === 'number' ? requestsPerSecond : requestsPerSecond()
      const at = Math.max(now(), next)
      next = at + 1000 / perSecond
      const milliseconds = at - now()
      if (milliseconds > 0) await wait(milliseconds, signal)
    },
    wait,
    chance,
  }
}

const standard = new WeakMap<object, Pace>()

/** The pace of a connection: its own, or the standard one that this object has had since its first list. */
export function paceOf(connection: { pace?: Pace }): Pace {
  const pace = connection.pace ?? standard.get(connection) ?? createPace()
  standard.set(connection, pace)
  return pace
}
