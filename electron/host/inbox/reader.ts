import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok, type Result } from '#contract/shared/result.ts'
import type { PlatformEvent, ProcessEvent } from '#platform/events.ts'
import { isStorageError } from '../db/open.ts'
import type { Context } from '../noun.ts'
import { worker } from '../worker/worker.ts'
import type { Inbox } from './inbox.ts'
import {
  Interpreter,
  unreadable,
  type InterpreterContext,
  type ReaderHooks,
  type StoreScope,
} from './interpreter.ts'
import type { InboxMessage } from './rows.ts'

/** The maximum number of messages in one transaction; large enough to save commits. */
const batchSize = 32

/**
 * A transaction ends after this time, however few messages it read: senders and taps wait for it.
 */
const sliceMs = 8

/**
 * While more messages arrive, reading pauses for this multiple of its time: in a flood, arriving
 * messages are stored first and read in larger batches. A single order takes a millisecond, so
 * nobody waits.
 */
const restShare = 3

/** A longer body (in bytes) is read alone, in another thread. */
const longLength = 64 * 1024

/** How many records of a stock process are stored in one transaction: about ten milliseconds. */
const recordsAtOnce = 250

const maxRestMs = 50

type ReaderContext = Pick<Context, 'clock' | 'db' | 'log'> & InterpreterContext

/** Reads messages in batches; each batch is one transaction with all its changes. */
export class Reader {
  readonly #context: ReaderContext
  readonly #inbox: Inbox
  readonly #interpreter: Interpreter
  #isAwake = false
  /** Whether a message arrived since the last turn was planned. */
  #hasArrived = false
  #restUntil = 0
  #stopped = false

  constructor(context: ReaderContext, inbox: Inbox, own: StoreScope, hooks: ReaderHooks) {
    this.#context = context
    this.#inbox = inbox
    this.#interpreter = new Interpreter(context, own, hooks)
  }

  /** Starts reading in the next turn of the event loop, unless it is running. */
  wake(): void {
    this.#hasArrived = true
    if (!this.#isAwake && !this.#stopped) this.#plan()
  }

  /** Reads everything, at the start of the host. Rejects if the disk fails. */
  async drain(): Promise<void> {
    while (await this.#readNext());
  }

  stop(): void {
    this.#stopped = true
  }

  #plan(): void {
    if (this.#stopped) return
    const { clock } = this.#context
    this.#isAwake = true
    const rest = this.#hasArrived ? this.#restUntil - clock.monotonic() : 0
    this.#hasArrived = false
    if (rest < 1) setImmediate(() => void this.#turn())
    else clock.after(rest, () => this.#turn())
  }

  async #turn(): Promise<void> {
    if (this.#stopped) return
    const { clock, log } = this.#context
    const startedAt = clock.monotonic()
    let hasMore = false
    try {
      hasMore = await this.#readNext()
    } catch (cause) {
      // Nothing was settled and nothing is lost: the next message or start reads it again.
      if (!this.#isStopped()) log.error('inbox not read', { cause: String(cause) })
    }
    const endedAt = clock.monotonic()
    this.#restUntil = endedAt + Math.min((endedAt - startedAt) * restShare, maxRestMs)
    this.#isAwake = false
    if (hasMore || this.#hasArrived) this.#plan()
  }

  /** Reads the next messages; returns whether there may be more. */
  async #readNext(): Promise<boolean> {
    const waiting = this.#inbox.arrived(batchSize)
    const [first] = waiting
    if (first === undefined) return false
    if (first.length > longLength) {
      await this.#readLong(first)
      return true
    }
    // A long message ends a batch.
    const end = waiting.findIndex((row) => row.length > longLength)
    const count = this.#readBatch(end === -1 ? waiting : waiting.slice(0, end))
    return count === batchSize || count < waiting.length
  }

  /** Returns how many were read before the transaction had to end. */
  #readBatch(rows: readonly InboxMessage[]): number {
    try {
      return this.#context.db.transact(() => this.#readSlice(rows))
    } catch (cause) {
      this.#inbox.recount()
      if (isStorageError(cause)) throw cause
      for (const row of rows) this.#readAlone(row)
      return rows.length
    }
  }

  #readSlice(rows: readonly InboxMessage[]): number {
    const { clock } = this.#context
    const until = clock.monotonic() + sliceMs
    let count = 0
    for (const row of rows) {
      this.#settle(row, this.#interpreter.parse(row))
      count += 1
      if (clock.monotonic() >= until) break
    }
    return count
  }

  #readAlone(row: InboxMessage): void {
    this.#storeInOwnTransaction(row, () => this.#settle(row, this.#interpreter.parse(row)))
  }

  /** Others get their turn while a long message is read. */
  async #readLong(row: InboxMessage): Promise<void> {
    const message = { ...this.#interpreter.howToParse(row), text: row.text() }
    const parsed = await worker.run('parseLongMessage', message).catch(unreadable)
    if (this.#isStopped()) return
    const event = parsed.ok && parsed.value.kind === 'process' ? parsed.value : null
    if (event !== null && event.process.processedItems.length > recordsAtOnce)
      await this.#storeParts(row, event)
    else this.#storeInOwnTransaction(row, () => this.#settle(row, parsed))
  }

  /** Each record becomes a row, so a long process is stored in parts; the last settles the message. */
  async #storeParts(row: InboxMessage, { process, ...event }: ProcessEvent): Promise<void> {
    const items = process.processedItems
    for (let from = 0; from < items.length && !this.#isStopped(); from += recordsAtOnce) {
      const processedItems = items.slice(from, from + recordsAtOnce)
      const part = { isFirst: from === 0, isLast: from + recordsAtOnce >= items.length }
      const parsed = ok({ ...event, process: { ...process, processedItems } })
      const isStored = this.#storeInOwnTransaction(row, () => {
        const verdict = this.#interpreter.handle(row, parsed, part)
        if (part.isLast) this.#inbox.settle(row, verdict)
      })
      if (!isStored) return
      await nextTurn()
    }
  }

  #settle(row: InboxMessage, parsed: Result<PlatformEvent>): void {
    this.#inbox.settle(row, this.#interpreter.handle(row, parsed))
  }

  /**
   * In its own transaction, so that one bad message doesn't block the others. It is put aside with
   * an error in the log, and the result is false.
   */
  #storeInOwnTransaction(row: InboxMessage, work: () => void): boolean {
    const { db, log } = this.#context
    try {
      db.transact(work)
      return true
    } catch (cause) {
      this.#inbox.recount()
      if (isStorageError(cause)) throw cause
      log.error('arrival not read', { id: row.id, cause: String(cause) })
      this.#inbox.settle(row, { state: 'unread', reason: 'internal error' })
      return false
    }
  }

  /** A call, so that the compiler knows that it may have changed meanwhile. */
  #isStopped(): boolean {
    return this.#stopped
  }
}
