import type { Clock } from './clock.ts'
import { Limit } from './limit.ts'
import type { Log } from './log.ts'

/** At most this often within this time: a failing disk must not reopen the store all day. */
const mostTimes = 3
const withinMs = 10 * 60_000

interface ReopenDatabaseDeps {
  clock: Clock
  log: Log
  /** Closes the store and opens it again with a full check of its file. */
  openAgain(): Promise<unknown>
  /** It stays closed. */
  giveUp(): Promise<unknown>
}

/** Handles damage that is found during work, in the same way as at a start. */
export function createReopenDatabase({ clock, log, openAgain, giveUp }: ReopenDatabaseDeps) {
  let underWay = false
  let closed: string | null = null
  const limit = new Limit(mostTimes, withinMs, () => clock.monotonic())

  async function repair(cause: Error): Promise<void> {
    try {
      if (!limit.take()) throw cause
      await openAgain()
      log.warn('opened again after damage', { times: limit.times.length })
    } catch (last) {
      closed = last instanceof Error ? last.message : String(last)
      log.error('stays closed: the database is damaged again and again', { cause: closed })
      await giveUp().catch(() => undefined)
    } finally {
      underWay = false
    }
  }

  return {
    /** A statement found damage. The caller doesn't wait. */
    met(cause: Error): void {
      if (underWay || closed !== null) return
      underWay = true
      log.error('damage met while running', { cause: cause.message })
      setImmediate(() => void repair(cause))
    },
    /** Why the store stays closed; null if it is open. */
    get closed(): string | null {
      return closed
    },
  }
}
