import { setImmediate as nextTurn } from 'node:timers/promises'
import { instructionEvent } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  parseMessage,
  type HowToParse,
  type PlatformEvent,
  type ProcessEvent,
} from '#platform/events.ts'
import { isStorageError } from '../db/open.ts'
import type { Context, ReceivedOrder, ReceivedProcess } from '../noun.ts'
import { worker } from '../worker/worker.ts'
import type { ArrivedRow, Inbox, Verdict } from './inbox.ts'
import { elsewhereVerdict, type StoreScope } from './read-again.ts'

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

const whole = { isFirst: true, isLast: true }
const longestRestMs = 50

type ReaderContext = Pick<
  Context,
  'clock' | 'db' | 'dialect' | 'log' | 'dateOf' | 'storeZone' | 'announce'
>

/** A message that can't be read at all gets a reason. */
const unreadable = (cause: unknown): Result<never> =>
  fail('bad-input', cause instanceof Error ? cause.message : 'unreadable')

/**
 * Reads messages in batches; each batch is one transaction with all its changes. `onOrder` is
 * called inside it for each order, and `onInstruction` with the body of each instruction.
 */
export function createReader(
  { clock, db, dialect, log, dateOf, storeZone, announce }: ReaderContext,
  inbox: Inbox,
  own: StoreScope,
  {
    onOrder,
    onInstruction,
  }: {
    onOrder(received: Omit<ReceivedOrder, 'isNew'>, source: ArrivedRow['source']): Verdict
    onInstruction(json: unknown): Verdict
  },
) {
  let awake = false
  /** Whether a message arrived since the last turn was planned. */
  let arrived = false
  let restUntil = 0
  let stopped = false
  const isStopped = (): boolean => stopped

  const howToParse = ({ source, receivedAt, reportedAt }: ArrivedRow): HowToParse => ({
    ...{ source, receivedAt, reportedAt, dialect },
    timeZone: storeZone(),
  })

  function parse(row: ArrivedRow): Result<PlatformEvent> {
    try {
      return parseMessage(row.json(), howToParse(row))
    } catch (cause) {
      return unreadable(cause)
    }
  }

  /** Notifies the nouns of what was read. Call it inside a transaction. */
  function handleEvent(
    row: ArrivedRow,
    parsed: Result<PlatformEvent>,
    part: ReceivedProcess['part'] = whole,
  ): Verdict {
    if (!parsed.ok) return { state: 'unread', reason: parsed.error.detail ?? parsed.error.code }
    const event = parsed.value
    if (event.kind === 'unknown')
      return event.type === instructionEvent
        ? onInstruction(row.json())
        : { state: 'unread', reason: `unknown type ${event.type}` }
    const { receivedAt } = row
    const date = dateOf(event.date, receivedAt)
    if (event.kind === 'process') {
      void announce('process.received', { process: event.process, date, receivedAt, part })
      return { state: 'done' }
    }
    const verdict = elsewhereVerdict(own, event)
    if (verdict !== null) return verdict
    const { orderId, order, delivery, unread } = event
    const message = { stamp: `${date}|${row.key}`, order, delivery, unread }
    return onOrder({ orderId, message, receivedAt }, row.source)
  }

  const settle = (row: ArrivedRow, parsed: Result<PlatformEvent>): void =>
    inbox.settle(row, handleEvent(row, parsed))

  /** Each record becomes a row, so a long process is stored in parts; the last settles the message. */
  async function storeParts(row: ArrivedRow, { process, ...event }: ProcessEvent): Promise<void> {
    const items = process.processedItems
    for (let from = 0; from < items.length && !isStopped(); from += recordsAtOnce) {
      const processedItems = items.slice(from, from + recordsAtOnce)
      const part = { isFirst: from === 0, isLast: from + recordsAtOnce >= items.length }
      const parsed = ok({ ...event, process: { ...process, processedItems } })
      const isStored = storeInOwnTransaction(row, () => {
        const verdict = handleEvent(row, parsed, part)
        if (part.isLast) inbox.settle(row, verdict)
      })
      if (!isStored) return
      await nextTurn()
    }
  }

  /** Others get their turn while a long message is read. */
  async function readLong(row: ArrivedRow): Promise<void> {
    const message = { ...howToParse(row), text: row.text() }
    const parsed = await worker.run('parseLongMessage', message).catch(unreadable)
    if (isStopped()) return
    const event = parsed.ok && parsed.value.kind === 'process' ? parsed.value : null
    if ((event?.process.processedItems.length ?? 0) > recordsAtOnce && event !== null)
      await storeParts(row, event)
    else storeInOwnTransaction(row, () => settle(row, parsed))
  }

  /** Reads the next messages; returns whether there may be more. */
  async function readNext(): Promise<boolean> {
    const waiting = inbox.arrived(batchSize)
    const [first] = waiting
    if (first === undefined) return false
    if (first.length > longLength) {
      await readLong(first)
      return true
    }
    // A long message ends a batch.
    const end = waiting.findIndex((row) => row.length > longLength)
    const rows = end === -1 ? waiting : waiting.slice(0, end)
    let count = 0
    try {
      const until = clock.monotonic() + sliceMs
      db.transact(() => {
        for (const row of rows) {
          settle(row, parse(row))
          count += 1
          if (clock.monotonic() >= until) break
        }
      })
    } catch (cause) {
      inbox.recount()
      if (isStorageError(cause)) throw cause
      for (const row of rows) storeInOwnTransaction(row, () => settle(row, parse(row)))
      count = rows.length
    }
    return count === batchSize || count < waiting.length
  }

  /**
   * In its own transaction, so that one bad message doesn't block the others. It is put aside with
   * an error in the log, and the result is false.
   */
  function storeInOwnTransaction(row: ArrivedRow, keep: () => void): boolean {
    try {
      db.transact(keep)
      return true
    } catch (cause) {
      inbox.recount()
      if (isStorageError(cause)) throw cause
      log.error('arrival not read', { id: row.id, cause: String(cause) })
      inbox.settle(row, { state: 'unread', reason: 'internal error' })
      return false
    }
  }

  async function turn(): Promise<void> {
    if (stopped) return
    const started = clock.monotonic()
    let more = false
    try {
      more = await readNext()
    } catch (cause) {
      // Nothing was settled and nothing is lost: the next message or start reads it again.
      if (!isStopped()) log.error('inbox not read', { cause: String(cause) })
    }
    const ended = clock.monotonic()
    restUntil = ended + Math.min((ended - started) * restShare, longestRestMs)
    awake = false
    if (more || arrived) plan()
  }

  function plan(): void {
    if (stopped) return
    awake = true
    const rest = arrived ? restUntil - clock.monotonic() : 0
    arrived = false
    if (rest < 1) setImmediate(() => void turn())
    else clock.after(rest, turn)
  }

  function wake(): void {
    arrived = true
    if (!awake && !stopped) plan()
  }

  return {
    /** Starts reading in the next turn of the event loop, unless it is running. */
    wake,
    /** Reads everything, at the start of the host. Rejects if the disk fails. */
    async drain(): Promise<void> {
      while (await readNext());
    },
    stop(): void {
      stopped = true
    },
  }
}
