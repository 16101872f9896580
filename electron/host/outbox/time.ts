import type { Clock } from '../clock.ts'
import type { OutboxEntry } from './entry.ts'
import { pausesOf } from './policy.ts'

/**
 * The time that the outbox decides by. Nobody can set it: it begins as the wall clock at the start of the process and goes
 * on with the forward-only clock.
 */
export function createOutboxTime(clock: Clock) {
  const ahead = clock.now() - clock.monotonic()
  /** When each entry was first sent, on the forward-only clock. */
  const firstSent = new Map<string, number>()
  return {
    /** When what waits for so many milliseconds is due (ISO). Only this process can compare it with its own time. */
    dueIn: (waitMs: number) => new Date(ahead + clock.monotonic() + waitMs).toISOString(),
    /** The first attempt at an entry begins. */
    begin: (id: string) => void firstSent.set(id, clock.monotonic()),
    /**
     * How many milliseconds ago an entry was first sent. After a restart only the wall clock knows, and somebody may have set
     * it: it is believed as far as the row explains it, by the pauses before its repeats.
     */
    sinceFirstSent({
      id,
      repeats,
      firstSentAt,
    }: Pick<OutboxEntry, 'id' | 'repeats' | 'firstSentAt'>) {
      const known = firstSent.get(id)
      if (known !== undefined) return clock.monotonic() - known
      const told = firstSentAt === null ? 0 : clock.now() - Date.parse(firstSentAt)
      const since = Math.min(Math.max(told, 0), pausesOf(repeats))
      firstSent.set(id, clock.monotonic() - since)
      return since
    },
    /** An entry has no lost answer any more. */
    forget: (id: string) => void firstSent.delete(id),
  }
}

export type OutboxTime = ReturnType<typeof createOutboxTime>
