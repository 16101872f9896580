import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** How events go astray. All of them arrive in the end. */
export interface Disturbance {
  /** The share of events, from 0 to 1, that come twice. */
  duplicates?: number
  /** Whether events overtake each other: some wait for the next one, or for a moment. */
  shuffle?: boolean
}

/** What stands between the platform and its receiver: order, until it is disturbed. */
interface Disorder {
  disturb(disturbance: Disturbance): void
  current(): Required<Disturbance>
  /** Has `deliver` done now, later, or twice; answers how the first of its deliveries went. */
  pass(deliver: () => Promise<boolean>): { first: Promise<boolean>; all: Promise<unknown> }
}

/** Nobody waits longer for an event that may overtake it. */
const longestMilliseconds = 300

/** `closing` ends all waiting. */
export function createDisorder(random: Random, closing: AbortSignal): Disorder {
  let duplicates = 0
  let shuffle = false
  let held: AbortController | null = null

  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    await pause(milliseconds, undefined, { signal }).catch(() => undefined)
  }

  /** Waits until the next event has arrived, or a moment. */
  async function hold(deliver: () => Promise<boolean>): Promise<boolean> {
    const overtaken = new AbortController()
    held = overtaken
    await wait(longestMilliseconds, AbortSignal.any([overtaken.signal, closing]))
    if (held === overtaken) held = null
    return deliver()
  }

  async function overtake(deliver: () => Promise<boolean>): Promise<boolean> {
    const waiting = held
    held = null
    try {
      return await deliver()
    } finally {
      waiting?.abort()
    }
  }

  return {
    disturb(disturbance) {
      duplicates = disturbance.duplicates ?? 0
      shuffle = disturbance.shuffle ?? false
    },
    current: () => ({ duplicates, shuffle }),
    pass(deliver) {
      const comesTwice = random.chance(duplicates)
      const first =
        shuffle && held === null && random.chance(0.5) ? hold(deliver) : overtake(deliver)
      if (!comesTwice) return { first, all: first }
      const again = wait(random.between(0, longestMilliseconds), closing).then(deliver)
      return { first, all: Promise.all([first, again]) }
    },
  }
}
