import type { UnreadEvent } from '#contract/status/status.ts'
import type { Steps } from '#contract/steps.ts'
import { readJson } from '#platform/reading/json.ts'
import type { Database } from '../db/open.ts'
import { packedBody } from './packed.ts'
import { sumOfArrival, sumOfVerdict, textOf } from './sums.ts'

/** A message from the platform, as it came. */
export interface Arrival {
  /** What makes a repeat a repeat: the event's own id, or a hash where it has none. */
  key: string
  /** Of an event; empty for an order of the order list, which is none. */
  type: string
  source: 'webhook' | 'poll'
  /** ISO. */
  receivedAt: string
  /** When the platform told an order of its list, ISO; null for an event, which says so itself. */
  toldAt: string | null
  /** The JSON text, untouched. */
  body: string
  /** The same, parsed, so that it need not be parsed again. */
  json: unknown
}

/** An arrival that waits to be read. */
export interface ArrivedRow extends Pick<Arrival, 'key' | 'source' | 'receivedAt' | 'toldAt'> {
  id: number
  /** Of its text, in bytes; of one that is in a pack as if it were long. */
  length: number
  /** Its JSON. Throws where the text on disk is none. */
  json(): Steps<unknown>
}

/** Why an arrival is taken for another store's: it is read again once more of our store's ids are known. */
export const anotherStore = 'another store'
/** Why an arrival is kept unread that names a website or a store while ours is not known; it is read once it is. */
export const notKnownYet = 'kept until the platform has said whose this kitchen is'

/** What became of an arrival once it was read; `unread` and `elsewhere` say why. */
export type Verdict =
  | { state: 'done' }
  | { state: 'unread'; reason: string }
  | { state: 'elsewhere'; reason: string }

/** What arrived, kept raw and once, before its sender is told so. */
export interface Inbox {
  /**
   * Answers once the arrival is on disk: `kept`, or `repeat` where it was there already. Rejects with
   * SQLite's error where it could not be written. All arrivals of one turn of the event loop share one commit.
   */
  receive(arrival: Arrival): Promise<'kept' | 'repeat'>
  /** The oldest that are not read yet. */
  arrived(limit: number): ArrivedRow[]
  /** Within the caller's transaction. */
  settle(row: Pick<ArrivedRow, 'id' | 'key'>, verdict: Verdict): void
  counts(): { unread: number; elsewhere: number }
  /** The newest 50 that could not be read. */
  unread(): UnreadEvent[]
  /** Whether the last write failed, so that senders get 503. */
  readonly refusing: boolean
  /** A transaction of the reader failed: counts what is on disk. */
  recount(): void
  /** The newest that is to be read again once more is known of who we are; 0 where there is none. */
  newestPutOff(): number
  /**
   * Within the caller's transaction: has up to 500 that were judged by less than is known now, after one id and up to
   * another, read again. Answers the id of the last; null where there were none.
   */
  readAgain(after: number, upTo: number): number | null
  /** The same with what came of one order and is in no pack, so that its ticket is made anew. Answers how much there was. */
  readOrderAgain(orderId: string): number
  /** Deletes up to 500 read arrivals older than `before` (ISO); answers how many. */
  forget(before: string): number
}

/** So many parsed bodies, of so many characters together, wait in memory for their reading; the others are parsed again. */
const mostParsed = 32
const mostParsedLength = 4 * 1024 * 1024

interface Waiting {
  arrival: Arrival
  resolve(outcome: 'kept' | 'repeat'): void
  reject(cause: unknown): void
}

/** `onKept` is called after a commit that kept something, `onRefusing` when writing starts or stops failing. */
export function createInbox(
  db: Database,
  hooks: { onKept: () => void; onRefusing: () => void },
): Inbox {
  let waiting: Waiting[] = []
  let refusing = false
  const parsed = new Map<string, { json: unknown; length: number }>()
  let parsedLength = 0
  /** From memory where it is still there. */
  function* jsonOf(key: string, id: number): Steps<unknown> {
    const kept = parsed.get(key)?.json
    if (kept !== undefined) return kept
    const row = db.get('SELECT * FROM inbox WHERE id = ?', id) ?? {}
    const read = yield* readJson(textOf(row, (...packed) => packedBody(db, ...packed)))
    if (!read.ok) throw new Error(read.why)
    return read.value
  }
  function keepParsed({ key, json, body: { length } }: Arrival): void {
    if (parsed.size >= mostParsed || parsedLength + length > mostParsedLength) return
    parsed.set(key, { json, length })
    parsedLength += length
  }
  function forgetParsed(key: string): void {
    parsedLength -= parsed.get(key)?.length ?? 0
    parsed.delete(key)
  }
  const count = (state: string): number =>
    Number(db.get(`SELECT count(*) AS n FROM inbox WHERE state = '${state}'`)?.['n'])
  const countAll = () => ({ unread: count('unread'), elsewhere: count('elsewhere') })
  let counted = countAll()

  function setRefusing(now: boolean): void {
    if (refusing === now) return
    refusing = now
    hooks.onRefusing()
  }

  function flush(): void {
    const batch = waiting
    waiting = []
    let outcomes: number[]
    try {
      outcomes = db.transact(() =>
        batch.map(({ arrival }) =>
          db.run(
            `INSERT OR IGNORE INTO inbox (key, type, source, received_at, told_at, body, sum)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            arrival.key,
            arrival.type,
            arrival.source,
            arrival.receivedAt,
            arrival.toldAt,
            arrival.body,
            sumOfArrival(arrival),
          ),
        ),
      )
    } catch (cause) {
      setRefusing(true)
      for (const each of batch) each.reject(cause)
      return
    }
    setRefusing(false)
    for (const [index, { arrival, resolve }] of batch.entries()) {
      const isKept = outcomes[index] === 1
      if (isKept) keepParsed(arrival)
      resolve(isKept ? 'kept' : 'repeat')
    }
    if (outcomes.includes(1)) hooks.onKept()
  }

  return {
    receive: (arrival) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ arrival, resolve, reject }) === 1) setImmediate(flush)
      }),
    arrived: (limit) =>
      db
        .all(
          `SELECT id, key, source, received_at, told_at, octet_length(body) AS length, pack FROM inbox
           WHERE state = 'arrived' ORDER BY id LIMIT ?`,
          limit,
        )
        .map((row) => {
          const [id, key] = [Number(row['id']), String(row['key'])]
          return {
            id,
            key,
            length: row['pack'] === null ? Number(row['length']) : Infinity,
            source: row['source'] === 'poll' ? 'poll' : 'webhook',
            receivedAt: String(row['received_at']),
            toldAt: typeof row['told_at'] === 'string' ? row['told_at'] : null,
            json: () => jsonOf(key, id),
          }
        }),
    settle({ id, key }, verdict) {
      forgetParsed(key)
      const reason = verdict.state === 'done' ? null : verdict.reason.slice(0, 300)
      db.run(
        'UPDATE inbox SET state = ?, reason = ?, verdict_sum = ? WHERE id = ?',
        verdict.state,
        reason,
        sumOfVerdict(id, verdict.state, reason),
        id,
      )
      if (verdict.state !== 'done') counted[verdict.state] += 1
    },
    counts: () => ({ ...counted }),
    recount() {
      counted = countAll()
    },
    unread: () =>
      db
        .all(
          `SELECT id, received_at, type, reason, octet_length(body) AS bytes FROM inbox
           WHERE state = 'unread' ORDER BY id DESC LIMIT 50`,
        )
        .map((row) => ({
          id: Number(row['id']),
          receivedAt: String(row['received_at']),
          type: row['type'] === '' ? null : String(row['type']),
          reason: String(row['reason']),
          bytes: Number(row['bytes']),
        })),
    get refusing() {
      return refusing
    },
    newestPutOff: () =>
      Number(
        db.get(
          `SELECT max(
             coalesce((SELECT max(id) FROM inbox WHERE state = 'elsewhere'), 0),
             coalesce((SELECT max(id) FROM inbox WHERE state = 'unread' AND reason = ?), 0)
           ) AS id`,
          notKnownYet,
        )?.['id'],
      ),
    readAgain(after, upTo) {
      const rows = db.all(
        `UPDATE inbox SET state = 'arrived', reason = NULL WHERE id IN (
           SELECT id FROM inbox WHERE state = 'elsewhere' AND id > ? AND id <= ? AND reason = ?
           UNION ALL
           SELECT id FROM inbox WHERE state = 'unread' AND id > ? AND id <= ? AND reason = ?
           ORDER BY id LIMIT 500)
         RETURNING id`,
        after,
        upTo,
        anotherStore,
        after,
        upTo,
        notKnownYet,
      )
      if (rows.length > 0) counted = countAll()
      return rows.length === 0 ? null : Math.max(...rows.map((row) => Number(row['id'])))
    },
    readOrderAgain: (orderId) =>
      db.run(
        `UPDATE inbox SET state = 'arrived', reason = NULL WHERE state = 'done' AND instr(body, ?) > 0`,
        JSON.stringify(orderId),
      ),
    forget(before) {
      const forgotten = db.run(
        `DELETE FROM inbox WHERE id IN (
           SELECT id FROM inbox
           WHERE id < coalesce((SELECT id FROM inbox WHERE received_at >= ? ORDER BY id LIMIT 1), 9e15)
             AND state IN ('done', 'elsewhere')
           ORDER BY id LIMIT 500)`,
        before,
      )
      db.run('DELETE FROM packed_arrivals WHERE at < ?', before)
      if (forgotten > 0) counted = countAll()
      return forgotten
    },
  }
}
