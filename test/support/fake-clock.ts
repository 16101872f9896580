import type { Clock } from '#host/clock/clock.ts'

interface Planned {
  at: number
  run: () => void
}

/**
 * Work in steps (`platform/tolerant/turns.ts`) may take a few turns of the loop on a busy machine.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1)
    await new Promise((settled) => {
      setImmediate(settled)
    })
}

export class FakeClock implements Clock {
  #wall: number
  #forward = 0
  #planned = new Set<Planned>()

  constructor(start = '2026-11-20T15:30:00.000Z') {
    this.#wall = Date.parse(start)
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#forward
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#planned.size
  }

  after(milliseconds: number, run: () => void): () => void {
    const planned = { at: this.#forward + milliseconds, run }
    this.#planned.add(planned)
    return () => this.#planned.delete(planned)
  }

  /** Sets the wall clock as a person would; no time passes. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds
  }

  /** The machine sleeps: both clocks move on, timers don't. */
  sleep(milliseconds: number): void {
    this.#pass(milliseconds)
    for (const planned of this.#planned) planned.at += milliseconds
  }

  /** Lets time pass in one step: each due timer runs late, and a repeated one only once. */
  async leap(milliseconds: number): Promise<void> {
    this.#pass(milliseconds)
    await this.advance(0)
  }

  /** Lets time pass, runs due timers, and lets promises settle in between. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#forward + milliseconds
    for (;;) {
      await settle()
      const due = [...this.#planned]
        .filter(({ at }) => at <= end)
        .toSorted((one, other) => one.at - other.at)[0]
      if (due === undefined) break
      this.#planned.delete(due)
      this.#pass(Math.max(0, due.at - this.#forward))
      due.run()
    }
    this.#pass(end - this.#forward)
  }

  #pass(milliseconds: number): void {
    this.#forward += milliseconds
    this.#wall += milliseconds
  }
}
