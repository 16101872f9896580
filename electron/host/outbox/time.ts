import type { Clock } from '../clock.ts'
import type { OutboxEntry } from './entry.ts'
import { pausesOf } from './policy.ts'

/**
 * The time that the outbox decides by. Nobody can set it: it begins as the wall clock at the start of the process and goes
 * on with the forward-only clock.
 */
export interface OutboxTime {
  /** When what waits for so many milliseconds is due (ISO). Only this process can compare it with its own time. */
  dueIn(waitMs: number): string
  /** The first attempt at an entry begins. */
  begin(id: string): void
  /**
   * How many milliseconds ago an entry was first sent. After a restart only the wall clock knows, and somebody may have set
   * it: it is believed as far as the row explains it, by the pauses before its repeats.
   */
  sinceFirstSent(entry: Pick<OutboxEntry, 'id' | 'repeats' | 'firstSentAt'>): number
  /** An entry has no lost answer any more. */
  forget(id: string): void
}

export function createOutboxTime(clock: Clock): OutboxTime {
  const ahead = clock.now() - clock.monotonic()
  /** When each entry was first sent, on the forward-only clock. */
  const firstSent = new Map<string, number>()
  return {
    dueIn: (waitMs) => new Date(ahead + clock.monotonic() + waitMs).toISOString(),
    begin: (id) => void firstSent.set(id, clock.monotonic()),
    sinceFirstSent({ id, repeats, firstSentAt }) {
      const known = firstSent.get(id)
      if (known !== undefined) return clock.monotonic() - known
      const told = firstSentAt === null ? 0 : clock.now() - Date.parse(firstSentAt)
      const since = Math.min(Math.max(told, 0), pausesOf(repeats))
      firstSent.set(id, clock.monotonic() - since)
      return since
    },
    forget: (id) => void firstSent.delete(id),
  }
}
