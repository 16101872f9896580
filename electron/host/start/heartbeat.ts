import type { Clock } from '../clock/clock.ts'
import { logThrown, type Log } from '../core/log.ts'
import { StoreMoved } from '../db/hand-over.ts'

const beatMs = 10_000
const gatherMs = 100

interface Beats {
  notify(): void
  /** The tasks of every beat. Each runs, whatever the others throw. */
  chores: () => readonly (() => void)[]
}

/** When the status is sent: soon after a change, many changes in one message, and at least every 10 s. */
export class Heartbeat {
  readonly #clock: Clock
  readonly #log: Log
  readonly #beats: Beats
  #stopped = false
  #isPlanned = false

  constructor(clock: Clock, log: Log, beats: Beats) {
    this.#clock = clock
    this.#log = log
    this.#beats = beats
  }

  start(): void {
    this.#beat()
  }

  plan(): void {
    if (this.#isPlanned || this.#stopped) return
    this.#isPlanned = true
    this.#clock.after(gatherMs, () => {
      this.#isPlanned = false
      if (!this.#stopped) this.#attempt(() => this.#beats.notify())
    })
  }

  stop(): void {
    this.#stopped = true
  }

  #beat(): void {
    if (this.#stopped) return
    for (const chore of this.#beats.chores()) this.#attempt(chore)
    this.plan()
    this.#clock.after(beatMs, () => this.#beat())
  }

  /** A task that fails waits for the next beat. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch (cause) {
      // Another computer does it now.
      if (cause instanceof StoreMoved) return
      logThrown(this.#log, 'heartbeat', cause)
    }
  }
}
