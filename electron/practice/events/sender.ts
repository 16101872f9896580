import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '../random.ts'
import type { PracticeEvent } from './event.ts'

/** How events go astray. All of them arrive in the end. */
export interface Disturbance {
  /** The share of events, from 0 to 1, that come twice. */
  duplicates?: number
  /** Whether events overtake each other: some wait for the next one, or for a moment. */
  shuffle?: boolean
}

/** Nobody waits longer for an event that may overtake it. */
const longestMilliseconds = 300

/** What stands between the platform and its receiver: order, until it is disturbed. `closing` ends all waiting. */
function createDisorder(random: Random, closing: AbortSignal) {
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
    disturb(disturbance: Disturbance) {
      duplicates = disturbance.duplicates ?? 0
      shuffle = disturbance.shuffle ?? false
    },
    current: () => ({ duplicates, shuffle }),
    /** Has `deliver` done now, later, or twice; answers how the first of its deliveries went. */
    pass(deliver: () => Promise<boolean>) {
      const comesTwice = random.chance(duplicates)
      const first =
        shuffle && held === null && random.chance(0.5) ? hold(deliver) : overtake(deliver)
      if (!comesTwice) return { first, all: first }
      const again = wait(random.between(0, longestMilliseconds), closing).then(deliver)
      return { first, all: Promise.all([first, again]) }
    },
  }
}

interface SenderOptions {
  /** Where the receiver is now; null where there is none. Asked at every attempt. */
  receiver: () => string | null
  token: string
  /** Milliseconds between attempts. */
  pauses?: readonly number[]
  /** Decides what goes astray. */
  random?: Random
}

const answerWithinMilliseconds = 10_000

/**
 * Brings events to the registered receiver; a receiver that is away never harms the platform. Makes a sender; no
 * retries are documented, so these are ours.
 */
export function createSender(options: SenderOptions) {
  const { receiver, token, pauses = [1000, 2000, 4000, 8000] } = options
  const closing = new AbortController()
  const disorder = createDisorder(options.random ?? createRandom('sender'), closing.signal)
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
     * Posts an event, and again after each pause while the receiver does not answer 2xx. Answers
     * whether it arrived; false at once where no receiver is registered. Never rejects.
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
    /** From now on, events come twice or overtake each other; nothing given means no more of it. */
    disturb: disorder.disturb,
    disturbance: disorder.current,
    /** How many events arrived, each counted once, and how many were given up after the last attempt. */
    counts: () => ({ ...counts }),
    /** Resolves when nothing is under way. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    /** Ends what is under way; nothing is sent afterwards. */
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}

export type Sender = ReturnType<typeof createSender>
