import type { Clock } from '../clock/clock.ts'
import { Limit } from '../core/limit.ts'
import type { Log } from '../core/log.ts'

/** At most this often within this time: a failing disk must not reopen the store all day. */
const maxTimes = 3
const withinMs = 10 * 60_000

interface DatabaseRepairDeps {
  clock: Clock
  log: Log
  /** Closes the store and opens it again with a full check of its file. */
  openAgain(): Promise<unknown>
  /** It stays closed. */
  giveUp(): Promise<unknown>
}

/** Handles damage that is found during work, in the same way as at a start. */
export class DatabaseRepair {
  readonly #deps: DatabaseRepairDeps
  readonly #limit: Limit
  #isUnderWay = false
  #closed: string | null = null

  constructor(deps: DatabaseRepairDeps) {
    this.#deps = deps
    this.#limit = new Limit(maxTimes, withinMs, () => deps.clock.monotonic())
  }

  /** A statement found damage. The caller doesn't wait. */
  met(cause: Error): void {
    if (this.#isUnderWay || this.#closed !== null) return
    this.#isUnderWay = true
    this.#deps.log.error('damage met while running', { cause: cause.message })
    setImmediate(() => void this.#repair(cause))
  }

  /** Why the store stays closed; null if it is open. */
  get closed(): string | null {
    return this.#closed
  }

  async #repair(cause: Error): Promise<void> {
    const { log } = this.#deps
    try {
      if (!this.#limit.take()) throw cause
      await this.#deps.openAgain()
      log.warn('opened again after damage', { times: this.#limit.times.length })
    } catch (last) {
      this.#closed = last instanceof Error ? last.message : String(last)
      log.error('stays closed: the database is damaged again and again', { cause: this.#closed })
      await this.#deps.giveUp().catch(() => undefined)
    } finally {
      this.#isUnderWay = false
    }
  }
}
