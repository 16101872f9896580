import type { Clock } from '../clock/clock.ts'
import { overwriteDeleted, type Database } from '../db/open.ts'
import type { StoredValue } from '../db/values.ts'
import { logThrown, type Log } from '../core/log.ts'
import { fileWorker } from '../worker/worker.ts'
import type { Archive } from './archive.ts'
import type { NewArchivedOrder } from './archive-file.ts'
import type { ArchivedMessage } from './content.ts'

/** A business day has at most 25 hours, and its figures are read from the live file. */
const liveMs = 25 * 3_600_000
/** Some 10 ms of work, and a few flushes of the disk. The first after a start takes four times as long. */
const movedAtOnce = 3

/** It starts this long after the start of the host, and looks again at this interval. */
const firstMs = 60_000
const lookEveryMs = 3_600_000
/** Between two turns. */
const restMs = 250
/** While orders of a lost archive are copied: until then they can't be found. */
const copyRestMs = 50
/** This many commits by others between two turns mean that the kitchen is busy. */
const fewCommits = 5

/** The live rows of orders that are over. Changes belong in the caller's transaction. */
export interface OverOrders {
  /** Up to `most` that left the wall before an ISO instant and have nothing to be sent or decided. */
  over(before: string, max: number): Omit<NewArchivedOrder, 'messages'>[]
  remove(orderId: string): void
}

/** The texts of their messages. */
export interface OrderMessages {
  messagesOf(orderId: string): ArchivedMessage[]
  dropTextsOf(orderId: string): void
}

interface MoverDeps {
  live: Database
  archive: Archive
  orders: OverOrders
  messages: OrderMessages
  /** Whether an order was ever moved. */
  used: StoredValue<boolean>
  clock: Clock
  log: Log
}

/**
 * Moves orders that are over into the archive while the kitchen is quiet, a few at a time. After a
 * crash in between they are in both files: the live ones count, and are moved again.
 */
export class Mover {
  readonly #deps: MoverDeps
  #lookAt: number
  #commits: number
  #isRunning = false
  #isChecked = false
  #isStopped = false

  constructor(deps: MoverDeps) {
    this.#deps = deps
    this.#lookAt = deps.clock.monotonic() + firstMs
    this.#commits = deps.live.commits
  }

  catchUp(): void {
    if (this.#isRunning) return
    const { archive, clock, live } = this.#deps
    if (archive.trouble?.isOut === true || clock.monotonic() >= this.#lookAt) this.#turn()
    else this.#commits = live.commits
  }

  stop(): void {
    this.#isStopped = true
  }

  #turn(): void {
    this.#isRunning = false
    // If it is busy, the next beat tries again.
    if (this.#isStopped || !this.#isQuiet()) return
    try {
      this.#checkOnce()
      // Both would wait for the disk, and the kitchen for this one.
      const rest = fileWorker.isBusy ? restMs : this.#step()
      this.#isRunning = rest !== null
      if (rest === null) this.#lookAt = this.#deps.clock.monotonic() + lookEveryMs
      else this.#deps.clock.after(rest, () => this.#turn())
    } catch (cause) {
      this.#lookAt = this.#deps.clock.monotonic() + lookEveryMs
      logThrown(this.#deps.log, 'mover', cause)
    }
    this.#commits = this.#deps.live.commits
  }

  #isQuiet(): boolean {
    const { commits } = this.#deps.live
    const isBusy = commits - this.#commits >= fewCommits
    this.#commits = commits
    return !isBusy
  }

  /** How long to rest before the next; null if there is nothing more to do. */
  #step(): number | null {
    this.#deps.archive.open()
    // Orders of a lost archive come first, so that their rows stay in order.
    if (this.#deps.archive.copyLost()) return copyRestMs
    return this.#moveSome() ? restMs : null
  }

  #moveSome(): boolean {
    const { live, archive, orders, messages, used, clock } = this.#deps
    const before = new Date(clock.now() - liveMs).toISOString()
    const over = orders.over(before, movedAtOnce)
    if (over.length === 0) return false
    const moved = over.map((order) => ({ ...order, messages: messages.messagesOf(order.id) }))
    if (!archive.add(moved)) return false
    overwriteDeleted(live, () =>
      live.transact(() => {
        if (used.read() !== true) used.write(true)
        for (const { id } of over) {
          orders.remove(id)
          messages.dropTextsOf(id)
        }
      }),
    )
    return true
  }

  #checkOnce(): void {
    if (this.#isChecked) return
    this.#isChecked = true
    this.#deps.archive.check().catch((cause: unknown) => {
      logThrown(this.#deps.log, 'archive', cause)
    })
  }
}
