import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '../random.ts'
import type { PracticeEvent } from './event.ts'

export interface Disturbance {
  /** The share of events, from 0 to 1, that arrive twice. */
  duplicates?: number
  /** Whether events overtake each other: some wait for the next one, or at most `longestMilliseconds`. */
  shuffle?: boolean
}

/** The longest wait for an event that may overtake another. */
const longestMilliseconds = 300

/** Delivers events in order until it is disturbed. `closing` ends all waits. */
function createDisturbances(random: Random, closing: AbortSignal) {
  let duplicates = 0
  let shuffle = false
  let held: AbortController | null = null

  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    await pause(milliseconds, undefined, { signal }).catch(() => undefined)
  }

  /** Waits until the next event has arrived, at most `longestMilliseconds`, and then delivers. */
  async function hold(deliver: () => Promise<boolean>): Promise<boolean> {
    const overtaken = new AbortController()
    held = overtaken
    await wait(longestMilliseconds, AbortSignal.any([overtaken.signal, closing]))
    if (held === overtaken) held = null
    return deliver()
  }

  async function sendBeforeHeld(deliver: () => Promise<boolean>): Promise<boolean> {
    const waiting = held
    held = null
    try {
      return await deliver()
    } finally {
      waiting?.abort()
    }
  }

  return {
    disturb(disturbance: Disturbance) {
      duplicates = disturbance.duplicates ?? 0
      shuffle = disturbance.shuffle ?? false
    },
    current: () => ({ duplicates, shuffle }),
    /** Runs `deliver` now, later, or twice; `first` is the result of the first run. */
    pass(deliver: () => Promise<boolean>) {
      const comesTwice = random.chance(duplicates)
      const first =
        shuffle && held === null && random.chance(0.5) ? hold(deliver) : sendBeforeHeld(deliver)
      if (!comesTwice) return { first, all: first }
      const again = wait(random.between(0, longestMilliseconds), closing).then(deliver)
      return { first, all: Promise.all([first, again]) }
    },
  }
}

interface SenderOptions {
  /** The receiver's address; null if there is none. Called at every attempt. */
  receiver: () => string | null
  token: string
  /** Milliseconds between attempts. */
  pauses?: readonly number[]
  /** Decides which events are disturbed. */
  random?: Random
}

const answerWithinMilliseconds = 10_000

/**
 * Delivers events to the registered receiver. An unreachable receiver never harms the platform. No
 * retries are documented, so these are our own.
 */
export function createSender(options: SenderOptions) {
  const { receiver, token, pauses = [1000, 2000, 4000, 8000] } = options
  const closing = new AbortController()
  const disorder = createDisturbances(options.random ?? createRandom('sender'), closing.signal)
  const underWay = new Set<Promise<unknown>>()
  const counts = { delivered: 0, givenUp: 0 }

  async function attempt(event: PracticeEvent, body: string): Promise<boolean> {
    const address = receiver()
    if (address === null) return false
    try {
      const response = await fetch(`${address.replace(/\/+$/, '')}/${event.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMilliseconds)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  async function deliver(event: PracticeEvent): Promise<boolean> {
    const body = JSON.stringify(event.body)
    for (const milliseconds of [0, ...pauses]) {
      if (milliseconds > 0) {
        await pause(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined)
      }
      if (closing.signal.aborted) break
      if (await attempt(event, body)) return true
    }
    return false
  }

  return {
    /**
     * Posts an event, and again after each pause until the receiver answers 2xx. Answers whether it
     * arrived; false at once if no receiver is registered. Never rejects.
     */
    send(event: PracticeEvent) {
      if (receiver() === null || closing.signal.aborted) return Promise.resolve(false)
      const { first, all } = disorder.pass(() => deliver(event))
      underWay.add(all)
      void all.finally(() => underWay.delete(all))
      return first.then((arrived) => {
        counts[arrived ? 'delivered' : 'givenUp'] += 1
        return arrived
      })
    },
    /** From now on, events arrive twice or overtake each other; an empty object ends that. */
    disturb: disorder.disturb,
    disturbance: disorder.current,
    /** How many events arrived, each counted once, and how many were given up after the last attempt. */
    counts: () => ({ ...counts }),
    /** Resolves when no delivery is under way. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    /** Ends deliveries that are under way; nothing is sent afterwards. */
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

export type Sender = ReturnType<typeof createSender>
