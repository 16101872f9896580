import { lasts, unlockingFrom, type Unlocking } from '#domain/screens/role.ts'
import type { Clock } from '../clock.ts'

/** The screens that a manager has unlocked for a while. In memory only: a restart locks them. */
export interface Unlockings {
  begin(screenId: string): void
  has(screenId: string): boolean
  /** When it ends, as an ISO instant; null where the screen is not unlocked. */
  endsAt(screenId: string): string | null
  end(screenId: string): void
  endAll(): void
  /** Forgets what is over. */
  catchUp(): void
  close(): void
}

/** `onOver` is told when time has ended one. */
export function createUnlockings(clock: Clock, onOver: () => void): Unlockings {
  const running = new Map<string, Unlocking>()
  let stopWaiting = (): void => undefined
  const now = (): Unlocking => ({ wall: clock.now(), monotonic: clock.monotonic() })

  const has = (screenId: string): boolean => lasts(running.get(screenId), now())

  /** Waits for the next end; there is one timer for all. */
  function wait(): void {
    stopWaiting()
    const next = Math.min(...[...running.values()].map(({ monotonic }) => monotonic))
    if (Number.isFinite(next)) stopWaiting = clock.after(next - clock.monotonic(), catchUp)
  }

  function catchUp(): void {
    const before = running.size
    for (const [screenId, unlocking] of running)
      if (!lasts(unlocking, now())) running.delete(screenId)
    // Also where none is: a timer may come a moment too early.
    wait()
    if (running.size !== before) onOver()
  }

  return {
    begin(screenId) {
      running.set(screenId, unlockingFrom(now()))
      wait()
    },
    has,
    endsAt(screenId) {
      const unlocking = running.get(screenId)
      return unlocking === undefined || !has(screenId)
        ? null
        : new Date(unlocking.wall).toISOString()
    },
    end(screenId) {
      running.delete(screenId)
      wait()
    },
    endAll() {
      running.clear()
      wait()
    },
    catchUp,
    close: () => stopWaiting(),
  }
}
