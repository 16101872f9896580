import { fail, type Result } from '#contract/result.ts'
import type { Dialect } from '#platform/dialect.ts'
import { parseEvent, readToldOrder, type PlatformEvent } from '#platform/events.ts'
import type { Clock } from '../clock.ts'
import { isStorageError, type Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { HeardOrder, HeardProcess } from '../noun.ts'
import type { ArrivedRow, Inbox, Verdict } from './inbox.ts'

/** How many arrivals share one transaction: large enough to spare commits, small enough to keep answering. */
const batchSize = 32

/**
 * While more arrives, reading rests this many times as long as it took: in a flood what arrives is kept first, and
 * read in larger batches. One order at a time costs a millisecond, so nobody waits for it then.
 */
const restShare = 3
const longestRestMs = 50

interface ReaderDeps {
  clock: Clock
  db: Database
  inbox: Inbox
  dialect: Dialect
  log: Log
  /** Whose orders belong on this glass; null where that is not known. */
  store: () => { id: string | null; websiteId: string | null }
  /** Within the transaction: what was said of an order. */
  hearOrder(heard: Omit<HeardOrder, 'isNew'>): void
  /** Within the transaction: a change of stock has begun or is finished. */
  hearProcess(heard: HeardProcess): void
}

/** Reads what arrived, in batches, each one transaction with everything it changes. */
export interface Reader {
  /** Starts reading at the next turn of the event loop, unless it already does. */
  wake(): void
  /** Reads everything there is, at once: for the start of the host. */
  drain(): void
  stop(): void
}

const isOther = (own: string | null, named: string | null): boolean =>
  own !== null && named !== null && own !== named

export function createReader({
  clock,
  db,
  inbox,
  dialect,
  log,
  store,
  hearOrder,
  hearProcess,
}: ReaderDeps): Reader {
  let awake = false
  /** Whether something arrived since the last turn was planned. */
  let arrived = false
  let restUntil = 0
  let stopped = false

  function parse(row: ArrivedRow): Result<PlatformEvent> {
    try {
      const json = row.json()
      return row.source === 'poll'
        ? readToldOrder(json, row.toldAt ?? row.receivedAt, dialect)
        : parseEvent(json, dialect)
    } catch (cause) {
      return fail('bad-input', cause instanceof Error ? cause.message : 'unreadable')
    }
  }

  function read(row: ArrivedRow): Verdict {
    const parsed = parse(row)
    if (!parsed.ok) return { state: 'unread', reason: parsed.error.words ?? parsed.error.code }
    const event = parsed.value
    if (event.kind === 'unknown') return { state: 'unread', reason: `unknown type ${event.type}` }
    if (event.kind === 'process') {
      const { process, date } = event
      hearProcess({ process, date, receivedAt: row.receivedAt })
      return { state: 'done' }
    }
    const own = store()
    if (isOther(own.websiteId, event.websiteId))
      return { state: 'elsewhere', reason: 'another website' }
    if (isOther(own.id, event.storeId)) return { state: 'elsewhere', reason: 'another store' }
    const { orderId, order, delivery } = event
    const message = { stamp: `${event.date}|${row.key}`, order, delivery }
    hearOrder({ orderId, message, receivedAt: row.receivedAt })
    return { state: 'done' }
  }

  function readBatch(): number {
    const rows = inbox.arrived(batchSize)
    if (rows.length === 0) return 0
    try {
      db.transact(() => {
        for (const row of rows) inbox.settle(row, read(row))
      })
    } catch (cause) {
      inbox.recount()
      if (isStorageError(cause)) throw cause
      for (const row of rows) readAlone(row)
    }
    return rows.length
  }

  /** One poisoned arrival must not hold up the others: it is put aside, with the bug in the log. */
  function readAlone(row: ArrivedRow): void {
    try {
      db.transact(() => {
        inbox.settle(row, read(row))
      })
    } catch (cause) {
      inbox.recount()
      if (isStorageError(cause)) throw cause
      log.error('arrival not read', { id: row.id, cause: String(cause) })
      inbox.settle(row, { state: 'unread', reason: 'internal error' })
    }
  }

  function turn(): void {
    awake = false
    if (stopped) return
    const started = clock.monotonic()
    try {
      const more = readBatch() === batchSize
      const ended = clock.monotonic()
      restUntil = ended + Math.min((ended - started) * restShare, longestRestMs)
      if (more) plan()
    } catch (cause) {
      // Nothing was settled, nothing is lost: the next arrival or the next start reads it again.
      log.error('inbox not read', { cause: String(cause) })
    }
  }

  function plan(): void {
    awake = true
    const rest = arrived ? restUntil - clock.monotonic() : 0
    arrived = false
    if (rest < 1) setImmediate(turn)
    else clock.after(rest, turn)
  }

  function wake(): void {
    arrived = true
    if (!awake && !stopped) plan()
  }

  return {
    wake,
    drain() {
      while (readBatch() > 0);
    },
    stop() {
      stopped = true
    },
  }
}
