import { fail, type Result } from '#contract/result.ts'
import type { Dialect } from '#platform/dialect.ts'
import { parseEvent, readToldOrder, type OrderEvent, type PlatformEvent } from '#platform/events.ts'
import { atOnce } from '#contract/steps.ts'
import type { Clock } from '../clock.ts'
import { isStorageError, type Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { HeardOrder, HeardProcess } from '../noun.ts'
import { longListIn, type LongList } from './long-list.ts'
import { anotherStore, notKnownYet, type ArrivedRow, type Inbox, type Verdict } from './inbox.ts'

/** How many arrivals share one transaction at most: large enough to spare commits. */
const batchSize = 32

/** A transaction ends after so long, however few it has read: senders and taps wait for it. */
const sliceMs = 8

/**
 * While more arrives, reading rests this many times as long as it took: in a flood what arrives is kept first, and
 * read in larger batches. One order at a time costs a millisecond, so nobody waits for it then.
 */
const restShare = 3

/** A body of more characters than this may hold a long list. */
const longLength = 50_000

const whole = { isFirst: true, isLast: true }
const longestRestMs = 50

interface ReaderDeps {
  clock: Clock
  db: Database
  inbox: Inbox
  dialect: Dialect
  log: Log
  /** Whose orders belong on this glass: every id of the store, and its website, null where that is not known. */
  store: () => { ids: ReadonlySet<string>; websiteId: string | null }
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
  /** The store's zone; null where it is not known. */
  storeZone: () => string | null
  /** Within the transaction: what was said of an order. */
  hearOrder(heard: Omit<HeardOrder, 'isNew'>, source: ArrivedRow['source']): void
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

/** None of the ids that are named is ours. */
const isOther = (own: ReadonlySet<string>, named: readonly string[]): boolean =>
  own.size > 0 && named.length > 0 && !named.some((each) => own.has(each))

const known = (id: string | null): Set<string> => new Set(id === null ? [] : [id])

type Own = ReturnType<ReaderDeps['store']>

/** Why an event is not to be shown; null where it may be ours. */
function notOurs(
  { ids, websiteId }: Own,
  event: Pick<OrderEvent, 'websiteIds' | 'storeIds'>,
): Verdict | null {
  if (isOther(known(websiteId), event.websiteIds))
    return { state: 'elsewhere', reason: 'another website' }
  if (isOther(ids, event.storeIds)) return { state: 'elsewhere', reason: anotherStore }
  const isNamed = event.websiteIds.length + event.storeIds.length > 0
  // While nobody has said which website is ours, only our own store's name tells that it is not another's.
  if (websiteId === null && isNamed && !event.storeIds.some((id) => ids.has(id)))
    return { state: 'unread', reason: notKnownYet }
  return null
}

export function createReader({
  clock,
  db,
  inbox,
  dialect,
  log,
  store,
  dateOf,
  storeZone,
  hearOrder,
  hearProcess,
}: ReaderDeps): Reader {
  let awake = false
  /** Whether something arrived since the last turn was planned. */
  let arrived = false
  let restUntil = 0
  let stopped = false

  /** The arrival that is being read part by part, and where it is. */
  let long: { id: number; list: LongList; from: number } | null = null

  function parse(row: ArrivedRow): Result<PlatformEvent> {
    try {
      const json = row.json()
      const { receivedAt } = row
      const timeZone = storeZone()
      return row.source === 'poll'
        ? atOnce(readToldOrder(json, row.toldAt ?? receivedAt, dialect, timeZone))
        : parseEvent(json, dialect, { receivedAt, timeZone })
    } catch (cause) {
      return fail('bad-input', cause instanceof Error ? cause.message : 'unreadable')
    }
  }

  function read(row: ArrivedRow): Verdict {
    const parsed = parse(row)
    if (!parsed.ok) return { state: 'unread', reason: parsed.error.words ?? parsed.error.code }
    const event = parsed.value
    if (event.kind === 'unknown') return { state: 'unread', reason: `unknown type ${event.type}` }
    const date = dateOf(event.date, row.receivedAt)
    if (event.kind === 'process') {
      hearProcess({ process: event.process, date, receivedAt: row.receivedAt, part: whole })
      return { state: 'done' }
    }
    const verdict = notOurs(store(), event)
    if (verdict !== null) return verdict
    const { orderId, order, delivery, unread } = event
    const message = { stamp: `${date}|${row.key}`, order, delivery, unread }
    hearOrder({ orderId, message, receivedAt: row.receivedAt }, row.source)
    return { state: 'done' }
  }

  /** The next part of a long list, in its own transaction; the last one settles the arrival. */
  function readPart(row: ArrivedRow, list: LongList): void {
    const from = long?.id === row.id ? long.from : 0
    const { json, next } = list.part(from)
    const parsed = parseEvent(json, dialect)
    db.transact(() => {
      if (!parsed.ok || parsed.value.kind !== 'process') {
        inbox.settle(row, read(row))
        return
      }
      const { process } = parsed.value
      const date = dateOf(parsed.value.date, row.receivedAt)
      const part = { isFirst: from === 0, isLast: next === null }
      hearProcess({ process, date, receivedAt: row.receivedAt, part })
      if (next === null) inbox.settle(row, { state: 'done' })
    })
    long = next === null ? null : { id: row.id, list, from: next }
  }

  /** The long list of an arrival, read from disk once. */
  function longListOf(row: ArrivedRow): LongList | null {
    if (long?.id === row.id) return long.list
    try {
      return longListIn(row.json())
    } catch {
      return null
    }
  }

  function readBatch(): number {
    const arrived = inbox.arrived(batchSize)
    const [first] = arrived
    if (first === undefined) return 0
    const list = longListOf(first)
    if (list !== null) {
      readPart(first, list)
      return batchSize
    }
    // A long list ends a batch, and begins the next one alone.
    const end = arrived.findIndex((row) => row.length > longLength)
    const rows = end < 1 ? arrived : arrived.slice(0, end)
    let count = 0
    try {
      const until = clock.monotonic() + sliceMs
      db.transact(() => {
        for (const row of rows) {
          inbox.settle(row, read(row))
          count += 1
          if (clock.monotonic() >= until) break
        }
      })
    } catch (cause) {
      inbox.recount()
      if (isStorageError(cause)) throw cause
      for (const row of rows) readAlone(row)
      count = rows.length
    }
    return count === arrived.length ? count : batchSize
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
