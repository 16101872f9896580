import { isUnlocked, unlockingFrom, type Unlocking } from '#domain/screens/role.ts'
import type { Clock } from '../clock/clock.ts'

/**
 * The screens that a manager has unlocked for a while. In memory only: a restart locks them.
 * `onOver` is called when one ends.
 */
export class Unlockings {
  readonly #clock: Clock
  readonly #onOver: () => void
  readonly #running = new Map<string, Unlocking>()
  #stopWaiting: () => void = () => undefined

  constructor(clock: Clock, onOver: () => void) {
    this.#clock = clock
    this.#onOver = onOver
  }

  has(screenId: string): boolean {
    return isUnlocked(this.#running.get(screenId), this.#now())
  }

  /** When it ends, as an ISO instant; null if the screen isn't unlocked. */
  endsAt(screenId: string): string | null {
    const unlocking = this.#running.get(screenId)
    return unlocking === undefined || !this.has(screenId)
      ? null
      : new Date(unlocking.wall).toISOString()
  }

  begin(screenId: string): void {
    this.#running.set(screenId, unlockingFrom(this.#now()))
    this.#wait()
  }

  end(screenId: string): void {
    this.#running.delete(screenId)
    this.#wait()
  }

  endAll(): void {
    this.#running.clear()
    this.#wait()
  }

  /** Removes ended ones. */
  catchUp(): void {
    const before = this.#running.size
    for (const [screenId, unlocking] of this.#running)
      if (!isUnlocked(unlocking, this.#now())) this.#running.delete(screenId)
    // Also if none ended: a timer may fire a moment early.
    this.#wait()
    if (this.#running.size !== before) this.#onOver()
  }

  close(): void {
    this.#stopWaiting()
  }

  #now(): Unlocking {
    return { wall: this.#clock.now(), monotonic: this.#clock.monotonic() }
  }

  /** Waits for the next end; one timer for all. */
  #wait(): void {
    this.#stopWaiting()
    const next = Math.min(...[...this.#running.values()].map(({ monotonic }) => monotonic))
    if (!Number.isFinite(next)) return
    this.#stopWaiting = this.#clock.after(next - this.#clock.monotonic(), () => this.catchUp())
  }
}
