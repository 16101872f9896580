import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../random.ts'
import type { PracticeEvent } from './event.ts'

export interface Disturbance {
  /** The share of events, from 0 to 1, that arrive twice. */
  duplicates?: number
  /** Whether events overtake each other: some wait for the next one, or at most `maxMilliseconds`. */
  shuffle?: boolean
}

/** The longest wait for an event that may overtake another. */
const maxMilliseconds = 300

/** Ends early, without an error, when the signal says so. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}

/** Delivers events in order until it is disturbed. `closing` ends all waits. */
class Disturbances {
  readonly #random: Random
  readonly #closing: AbortSignal
  #duplicates = 0
  #shuffle = false
  #held: AbortController | null = null

  constructor(random: Random, closing: AbortSignal) {
    this.#random = random
    this.#closing = closing
  }

  get current(): Required<Disturbance> {
    return { duplicates: this.#duplicates, shuffle: this.#shuffle }
  }

  set({ duplicates = 0, shuffle = false }: Disturbance): void {
    this.#duplicates = duplicates
    this.#shuffle = shuffle
  }

  /** Runs `deliver` now, later, or twice; `first` is the result of the first run. */
  pass(deliver: () => Promise<boolean>): { first: Promise<boolean>; all: Promise<unknown> } {
    const isSentTwice = this.#random.chance(this.#duplicates)
    const isHeld = this.#shuffle && this.#held === null && this.#random.chance(0.5)
    const first = isHeld ? this.#hold(deliver) : this.#sendBeforeHeld(deliver)
    if (!isSentTwice) return { first, all: first }
    const milliseconds = this.#random.between(0, maxMilliseconds)
    const again = wait(milliseconds, this.#closing).then(deliver)
    return { first, all: Promise.all([first, again]) }
  }

  /** Waits until the next event has arrived, at most `maxMilliseconds`, and then delivers. */
  async #hold(deliver: () => Promise<boolean>): Promise<boolean> {
    const overtaken = new AbortController()
    this.#held = overtaken
    await wait(maxMilliseconds, AbortSignal.any([overtaken.signal, this.#closing]))
    if (this.#held === overtaken) this.#held = null
    return deliver()
  }

  async #sendBeforeHeld(deliver: () => Promise<boolean>): Promise<boolean> {
    const waiting = this.#held
    this.#held = null
    try {
      return await deliver()
    } finally {
      waiting?.abort()
    }
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
export class Sender {
  readonly #receiver: () => string | null
  readonly #token: string
  readonly #pauses: readonly number[]
  readonly #disturbances: Disturbances
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #counts = { delivered: 0, givenUp: 0 }

  constructor({ receiver, token, pauses = [1000, 2000, 4000, 8000], random }: SenderOptions) {
    this.#receiver = receiver
    this.#token = token
    this.#pauses = pauses
    this.#disturbances = new Disturbances(random ?? new Random('sender'), this.#closing.signal)
  }

  /**
   * Posts an event, and again after each pause until the receiver answers 2xx. Answers whether it
   * arrived; false at once if no receiver is registered. Never rejects.
   */
  async send(event: PracticeEvent): Promise<boolean> {
    if (this.#receiver() === null || this.#closing.signal.aborted) return false
    const { first, all } = this.#disturbances.pass(() => this.#deliver(event))
    this.#underWay.add(all)
    void all.finally(() => this.#underWay.delete(all))
    const hasArrived = await first
    this.#counts[hasArrived ? 'delivered' : 'givenUp'] += 1
    return hasArrived
  }

  /** From now on, events arrive twice or overtake each other; an empty object ends that. */
  disturb(disturbance: Disturbance): void {
    this.#disturbances.set(disturbance)
  }

  disturbance(): Required<Disturbance> {
    return this.#disturbances.current
  }

  /** How many events arrived, each counted once, and how many were given up after the last attempt. */
  counts(): { delivered: number; givenUp: number } {
    return { ...this.#counts }
  }

  /** Resolves when no delivery is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Ends deliveries that are under way; nothing is sent afterwards. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#underWay)
  }

  async #deliver(event: PracticeEvent): Promise<boolean> {
    const body = JSON.stringify(event.body)
    for (const milliseconds of [0, ...this.#pauses]) {
      if (milliseconds > 0) await wait(milliseconds, this.#closing.signal)
      if (this.#closing.signal.aborted) break
      if (await this.#attempt(event, body)) return true
    }
    return false
  }

  async #attempt(event: PracticeEvent, body: string): Promise<boolean> {
    const address = this.#receiver()
    if (address === null) return false
    const tooLong = AbortSignal.timeout(answerWithinMilliseconds)
    try {
      const response = await fetch(`${address.replace(/\/+$/, '')}/${event.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, tooLong]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
