import { z } from 'zod'
import type { UnreadEvent } from '#contract/status/status.ts'
import type { Archive } from '../archive/archive.ts'
import type { ArchivedMessage } from '../archive/content.ts'
import type { Database } from '../db/open.ts'
import type { Raw } from '../db/table.ts'
import type { Log } from '../core/log.ts'
import { InboxMessage, InboxRows } from './rows.ts'

/** A message from the platform, as it came. */
export interface NewInboxMessage {
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

/** The result of reading a message; `unread` and `elsewhere` have a reason. */
export type Verdict =
  | { state: 'done'; orderId?: string }
  | { state: 'unread'; reason: string }
  | { state: 'elsewhere'; reason: string }

/** How many parsed bodies wait in memory; the others are parsed again. */
const maxParsed = 32

/** How many messages are searched for event types: bodies are large, and no index has their types. */
const maxLookedThrough = 2000

/** A late message of an order that is in the archive, while that can't be read. */
export const waitsForArchive = 'its order can’t be read just now'

const envelope = z.object({ data: z.record(z.string(), z.unknown()) })

interface Waiting {
  inboxMessage: NewInboxMessage
  resolve(outcome: 'kept' | 'repeat'): void
  reject(cause: unknown): void
}

interface InboxHooks {
  /** After a commit that stored something. */
  onStored(): void
  /** Writing starts or stops failing. */
  onStatus(): void
  /** Where messages of past orders are. Default: nowhere. */
  readonly archive?: Pick<Archive, 'messagesOf'>
}

/** Stores each message once and unchanged before its sender gets an answer. */
export class Inbox {
  readonly #db: Database
  readonly #hooks: InboxHooks
  readonly #rows: InboxRows
  /** Bodies by the key of their message. */
  readonly #parsed = new Map<string, unknown>()
  #waiting: Waiting[] = []
  #refusing = false
  #counts: { unread: number; elsewhere: number }

  constructor(db: Database, log: Log, hooks: InboxHooks) {
    this.#db = db
    this.#hooks = hooks
    this.#rows = new InboxRows(db, log)
    this.#counts = this.#countAll()
  }

  /** Whether the last write failed, so that senders get 503. */
  get refusing(): boolean {
    return this.#refusing
  }

  /**
   * Resolves once the message is on disk: `kept`, or `repeat` when it was there already. Rejects
   * with SQLite's error when it could not be written. All messages of one turn of the event loop
   * share a commit.
   */
  receive(inboxMessage: NewInboxMessage): Promise<'kept' | 'repeat'> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ inboxMessage, resolve, reject }) === 1)
        setImmediate(() => this.#flush())
    })
  }

  /** The oldest messages that are not read yet. */
  arrived(limit: number): InboxMessage[] {
    return this.#db
      .all(
        `SELECT id, key, source, received_at, told_at, octet_length(body) AS length FROM inbox
         WHERE state = 'arrived' ORDER BY id LIMIT ?`,
        limit,
      )
      .map((raw) => new InboxMessage(raw, this.#rows, this.#parsed))
  }

  /** Call it inside the transaction. */
  settle({ id, key }: Pick<InboxMessage, 'id' | 'key'>, verdict: Verdict): void {
    this.#parsed.delete(key)
    const reason = verdict.state === 'done' ? null : verdict.reason.slice(0, 300)
    const orderId = verdict.state === 'done' ? (verdict.orderId ?? null) : null
    this.#rows.messages.change(id, { state: verdict.state, reason, order_id: orderId })
    if (verdict.state !== 'done') this.#counts[verdict.state] += 1
  }

  counts(): { unread: number; elsewhere: number } {
    return { ...this.#counts }
  }

  /** A transaction of the reader failed; counts what is on disk. */
  recount(): void {
    this.#counts = this.#countAll()
  }

  /** The newest 50 that could not be read. */
  unread(): UnreadEvent[] {
    return this.#db
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
      }))
  }

  /** The types of the newest 2,000 events, each with the fields of its newest event's `data`. */
  eventTypes(): { type: string; fields: string[] }[] {
    return this.#db
      .all(
        `SELECT type, max(id) AS id FROM
           (SELECT id, type, source FROM inbox ORDER BY id DESC LIMIT ${maxLookedThrough})
         WHERE source = 'webhook' AND type <> '' GROUP BY type`,
      )
      .map((row) => ({ type: String(row['type']), fields: this.#dataFields(Number(row['id'])) }))
  }

  /**
   * Marks the messages of one order for reading again, also those in the archive, which rebuilds
   * its ticket. Returns how many.
   */
  readOrderAgain(orderId: string): number {
    for (const { key, body } of this.#archived(orderId)) this.#rows.restoreText(key, body)
    return this.#rows.readOrderAgain(orderId)
  }

  /** Marks messages that waited for the archive for reading again. Returns whether there were any. */
  readWaiting(): boolean {
    const count = this.#rows.readUnreadAgain(waitsForArchive)
    if (count > 0) this.recount()
    return count > 0
  }

  /** Whether messages of an order were moved into the archive. */
  wasMoved(orderId: string): boolean {
    return this.#rows.wasMoved(orderId)
  }

  /** The messages of an order whose texts are here. */
  messagesOf(orderId: string): ArchivedMessage[] {
    return this.#rows.ofOrder(orderId)
  }

  /** Deletes their texts. Call it inside a transaction. */
  dropTextsOf(orderId: string): void {
    this.#rows.dropTextsOf(orderId)
  }

  /**
   * Deletes the texts of up to 100 read messages from before an ISO instant that are of no order
   * here. Returns whether there were any.
   */
  dropOtherTexts(before: string): boolean {
    return this.#rows.dropOtherTexts(before)
  }

  /** Deletes up to 500 read messages from before an ISO instant. Returns how many. */
  forget(before: string): number {
    const count = this.#rows.forget(before)
    if (count > 0) this.recount()
    return count
  }

  #flush(): void {
    const batch = this.#waiting
    this.#waiting = []
    let outcomes: boolean[]
    try {
      outcomes = this.#db.transact(() => batch.map(({ inboxMessage }) => this.#add(inboxMessage)))
    } catch (cause) {
      this.#setRefusing(true)
      for (const { reject } of batch) reject(cause)
      return
    }
    this.#setRefusing(false)
    for (const [index, { inboxMessage, resolve }] of batch.entries()) {
      const isStored = outcomes[index] === true
      if (isStored) this.#rememberParsed(inboxMessage)
      resolve(isStored ? 'kept' : 'repeat')
    }
    if (outcomes.includes(true)) this.#hooks.onStored()
  }

  /** Returns whether it is new. */
  #add({ key, type, source, receivedAt, reportedAt, body }: NewInboxMessage): boolean {
    return this.#rows.messages.add({
      key,
      type,
      source,
      received_at: receivedAt,
      told_at: reportedAt,
      body,
      state: 'arrived',
    })
  }

  #rememberParsed({ key, json }: NewInboxMessage): void {
    if (json === undefined || this.#parsed.size >= maxParsed) return
    this.#parsed.set(key, json)
  }

  #setRefusing(refusing: boolean): void {
    if (this.#refusing === refusing) return
    this.#refusing = refusing
    this.#hooks.onStatus()
  }

  #countAll(): { unread: number; elsewhere: number } {
    return { unread: this.#rows.count('unread'), elsewhere: this.#rows.count('elsewhere') }
  }

  #archived(orderId: string): ArchivedMessage[] {
    return this.#hooks.archive?.messagesOf(orderId) ?? []
  }

  /** The fields of an event's `data`; none when the text can't be read. */
  #dataFields(id: number): string[] {
    try {
      return Object.keys(envelope.parse(JSON.parse(this.#textOf(this.#rows.raw(id)) ?? '')).data)
    } catch {
      return []
    }
  }

  /** A text that is here, or in the archive. */
  #textOf({ key, body, order_id: orderId }: Raw): string | undefined {
    if (body !== '' || typeof orderId !== 'string') return String(body)
    return this.#archived(orderId).find((each) => each.key === key)?.body
  }
}
