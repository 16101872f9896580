import type { Log } from '../log.ts'
import type { Attempts } from './attempt.ts'
import type { OnWire } from './on-wire.ts'
import type { OutboxServices } from './outbox.ts'
import { beforeAllDue, type DueTime } from './rows.ts'

/** How many waiting entries are reported in one transaction and turn. */
const maxHeldUp = 10

interface HeldUpDeps extends Pick<OutboxServices, 'rows' | 'time'> {
  log: Log
  attempts: Pick<Attempts, 'retell'>
  onWire: OnWire
}

/** Reports due entries that can't be sent to the screens, a limited number per turn. */
export class HeldUp {
  readonly #deps: HeldUpDeps
  /** Entries up to here were reported. */
  #upTo: DueTime = beforeAllDue
  #isNotifyingMore = false
  #stopped = false

  constructor(deps: HeldUpDeps) {
    this.#deps = deps
  }

  report(): void {
    if (this.#stopped || this.#isNotifyingMore) return
    const { rows, time, attempts, onWire } = this.#deps
    const due = rows.dueOfAll(this.#upTo, time.dueIn(0), maxHeldUp)
    const last = due.at(-1)
    if (last === undefined) return
    attempts.retell(due.flatMap(({ id }) => (onWire.has(id) ? [] : (rows.get(id) ?? []))))
    this.#upTo = last
    this.#isNotifyingMore = due.length === maxHeldUp
    if (this.#isNotifyingMore) setImmediate(() => this.#reportMore())
  }

  stop(): void {
    this.#stopped = true
  }

  #reportMore(): void {
    this.#isNotifyingMore = false
    try {
      this.report()
    } catch (cause) {
      // The next wake reports them.
      this.#deps.log.error('outbox changes not reported', { cause: String(cause) })
    }
  }
}
