import { z } from 'zod'
import type { UnreadEvent } from '#contract/status/status.ts'
import type { PastMessage } from '../archive/content.ts'
import type { Database } from '../db/open.ts'
import type { Raw } from '../db/table.ts'
import type { Log } from '../log.ts'
import { InboxRows } from './rows.ts'

/** A message from the platform, as it came. */
export interface InboxMessage {
  /** The key that identifies repeats: the event's own id, or a hash when it has none. */
  key: string
  /** The event type; empty for an order from the order list. */
  type: string
  /** `webhook`: an event, also one that a relay stored meanwhile. `poll`: from the order list. */
  source: 'webhook' | 'poll'
  /** ISO. */
  receivedAt: string
  /** When the platform listed the order, ISO; null for an event, which has its own date. */
  reportedAt: string | null
  /** The JSON text, unchanged. */
  body: string
  /** The same text parsed, so that it is parsed only once; missing if it is long. */
  json?: unknown
}

/** A message that waits to be read. */
export interface ArrivedRow extends Pick<
  InboxMessage,
  'key' | 'source' | 'receivedAt' | 'reportedAt'
> {
  id: number
  /** Length of the text in bytes. */
  length: number
  /** The JSON text, unchanged. */
  text(): string
  /** The same parsed. Throws when the text on disk is not JSON. */
  json(): unknown
}

/** The result of reading a message; `unread` and `elsewhere` have a reason. */
export type Verdict =
  | { state: 'done'; orderId?: string }
  | { state: 'unread'; reason: string }
  | { state: 'elsewhere'; reason: string }

/** How many parsed bodies wait in memory; the others are parsed again. */
const mostParsed = 32

/** How many messages are searched for event types: bodies are large, and no index has their types. */
const mostLookedThrough = 2000

/** A late message of an order that is in the archive, while that can't be read. */
export const waitsForArchive = 'its order can’t be read just now'

const ofOrder = `SELECT * FROM inbox WHERE order_id = ? AND state = 'done' AND body <> '' ORDER BY id`
const ofNoOrder = `SELECT * FROM inbox
  WHERE order_id IS NULL AND body <> '' AND state IN ('done', 'elsewhere') AND received_at < ?
  ORDER BY id LIMIT 100`

const envelope = z.object({ data: z.record(z.string(), z.unknown()) })

interface Waiting {
  inboxMessage: InboxMessage
  resolve(outcome: 'kept' | 'repeat'): void
  reject(cause: unknown): void
}

export type Inbox = ReturnType<typeof createInbox>

/**
 * Stores each message once and unchanged before its sender gets an answer. `onStored` is called
 * after a commit that stored something, `onStatus` when writing starts or stops failing.
 */
export function createInbox(
  db: Database,
  log: Log,
  hooks: {
    onStored: () => void
    onStatus: () => void
    /** The messages of an order in the archive. Default: none. */
    archived?: (orderId: string) => PastMessage[]
  },
) {
  const archived = hooks.archived ?? (() => [])
  const rows = new InboxRows(db, log)
  let waiting: Waiting[] = []
  let refusing = false
  const parsed = new Map<string, unknown>()
  const textFrom = (id: number): string => String(rows.raw(id)['body'])
  /** From memory, while it is still there. */
  const jsonOf = (key: string, id: number): unknown => parsed.get(key) ?? JSON.parse(textFrom(id))
  function keepParsed({ key, json }: InboxMessage): void {
    if (json === undefined || parsed.size >= mostParsed) return
    parsed.set(key, json)
  }
  const count = (state: string): number =>
    Number(db.get(`SELECT count(*) AS n FROM inbox WHERE state = '${state}'`)?.['n'])
  const countAll = () => ({ unread: count('unread'), elsewhere: count('elsewhere') })
  let counted = countAll()

  function setRefusing(now: boolean): void {
    if (refusing === now) return
    refusing = now
    hooks.onStatus()
  }

  function flush(): void {
    const batch = waiting
    waiting = []
    let outcomes: boolean[]
    try {
      outcomes = db.transact(() =>
        batch.map(({ inboxMessage: { key, type, source, receivedAt, reportedAt, body } }) =>
          rows.messages.add({
            key,
            type,
            source,
            received_at: receivedAt,
            told_at: reportedAt,
            body,
            state: 'arrived',
          }),
        ),
      )
    } catch (cause) {
      setRefusing(true)
      for (const each of batch) each.reject(cause)
      return
    }
    setRefusing(false)
    for (const [index, { inboxMessage, resolve }] of batch.entries()) {
      const isStored = outcomes[index] === true
      if (isStored) keepParsed(inboxMessage)
      resolve(isStored ? 'kept' : 'repeat')
    }
    if (outcomes.includes(true)) hooks.onStored()
  }

  /** A text that is here, or in the archive. */
  function textOf({ key, body, order_id: orderId }: Raw): string | undefined {
    if (body !== '' || typeof orderId !== 'string') return String(body)
    return archived(orderId).find((each) => each.key === key)?.body
  }

  /** The fields of an event's `data`; none when the text can't be read. */
  function dataFields(id: number): string[] {
    try {
      return Object.keys(envelope.parse(JSON.parse(textOf(rows.raw(id)) ?? '')).data)
    } catch {
      return []
    }
  }

  return {
    rows,
    /**
     * Resolves once the message is on disk: `kept`, or `repeat` when it was there already. Rejects
     * with SQLite's error when it could not be written. All messages of one turn of the event loop
     * share a commit.
     */
    receive: (inboxMessage: InboxMessage) =>
      new Promise<'kept' | 'repeat'>((resolve, reject) => {
        if (waiting.push({ inboxMessage, resolve, reject }) === 1) setImmediate(flush)
      }),
    /** The oldest messages that are not read yet. */
    arrived: (limit: number) =>
      db
        .all(
          `SELECT id, key, source, received_at, told_at, octet_length(body) AS length FROM inbox
           WHERE state = 'arrived' ORDER BY id LIMIT ?`,
          limit,
        )
        .map((row): ArrivedRow => {
          const [id, key] = [Number(row['id']), String(row['key'])]
          return {
            id,
            key,
            length: Number(row['length']),
            source: row['source'] === 'poll' ? 'poll' : 'webhook',
            receivedAt: String(row['received_at']),
            reportedAt: typeof row['told_at'] === 'string' ? row['told_at'] : null,
            text: () => textFrom(id),
            json: () => jsonOf(key, id),
          }
        }),
    /** Call it inside the transaction. */
    settle({ id, key }: Pick<ArrivedRow, 'id' | 'key'>, verdict: Verdict): void {
      parsed.delete(key)
      const reason = verdict.state === 'done' ? null : verdict.reason.slice(0, 300)
      const orderId = verdict.state === 'done' ? (verdict.orderId ?? null) : null
      rows.messages.change(id, { state: verdict.state, reason, order_id: orderId })
      if (verdict.state !== 'done') counted[verdict.state] += 1
    },
    counts: () => ({ ...counted }),
    /** A transaction of the reader failed; counts what is on disk. */
    recount(): void {
      counted = countAll()
    },
    /** The newest 50 that could not be read. */
    unread: () =>
      db
        .all(
          `SELECT id, received_at, type, reason, octet_length(body) AS bytes FROM inbox
           WHERE state = 'unread' ORDER BY id DESC LIMIT 50`,
        )
        .map((row): UnreadEvent => ({
          id: Number(row['id']),
          receivedAt: String(row['received_at']),
          type: row['type'] === '' ? null : String(row['type']),
          reason: String(row['reason']),
          bytes: Number(row['bytes']),
        })),
    /** The types of the newest 2,000 events, each with the fields of its newest event's `data`. */
    eventTypes: () =>
      db
        .all(
          `SELECT type, max(id) AS id FROM
             (SELECT id, type, source FROM inbox ORDER BY id DESC LIMIT ${mostLookedThrough})
           WHERE source = 'webhook' AND type <> '' GROUP BY type`,
        )
        .map((row) => ({ type: String(row['type']), fields: dataFields(Number(row['id'])) })),
    /** Whether the last write failed, so that senders get 503. */
    get refusing(): boolean {
      return refusing
    },
    /**
     * Marks the messages of one order for reading again, also those in the archive, which rebuilds
     * its ticket. Returns how many.
     */
    readOrderAgain(orderId: string): number {
      for (const { key, body } of archived(orderId)) rows.restoreText(key, body)
      return db.run(
        `UPDATE inbox SET state = 'arrived', reason = NULL
         WHERE order_id = ? AND state IN ('arrived', 'done') AND body <> ''`,
        orderId,
      )
    },
    /** Whether messages of an order were moved into the archive. */
    wasMoved: (orderId: string): boolean =>
      db.get(`SELECT 1 FROM inbox WHERE order_id = ? AND body = ''`, orderId) !== undefined,
    /** The messages of an order whose texts are here. */
    messagesOf: (orderId: string): PastMessage[] =>
      db.all(ofOrder, orderId).map(({ key, body }) => ({ key: String(key), body: String(body) })),
    /** Deletes their texts. Call it inside a transaction. */
    dropTextsOf: (orderId: string): void =>
      db.all(ofOrder, orderId).forEach((raw) => rows.dropText(raw)),
    /**
     * Deletes the texts of up to 100 read messages from before an ISO instant that are of no order
     * here. Returns whether there were any.
     */
    dropOtherTexts(before: string): boolean {
      const some = db.all(ofNoOrder, before)
      some.forEach((raw) => rows.dropText(raw))
      return some.length > 0
    },
    /** Marks messages that waited for the archive for reading again. Returns whether there were any. */
    readWaiting(): boolean {
      const found = db.run(
        `UPDATE inbox SET state = 'arrived', reason = NULL WHERE state = 'unread' AND reason = ?`,
        waitsForArchive,
      )
      if (found > 0) counted = countAll()
      return found > 0
    },
    /** Deletes up to 500 read messages from before an ISO instant. Returns how many. */
    forget(before: string): number {
      const forgotten = db.run(
        `DELETE FROM inbox WHERE id IN (
           SELECT id FROM inbox
           WHERE id < coalesce((SELECT id FROM inbox WHERE received_at >= ? ORDER BY id LIMIT 1), 9e15)
             AND state IN ('done', 'elsewhere')
           ORDER BY id LIMIT 500)`,
        before,
      )
      if (forgotten > 0) counted = countAll()
      return forgotten
    },
  }
}
