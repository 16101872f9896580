import type { Raw } from '../db/table.ts'
import type { InboxRows } from './rows.ts'

/** A message that waits to be read. */
export class ArrivedRow {
  readonly id: number
  /** The key that identifies repeats. */
  readonly key: string
  readonly source: 'webhook' | 'poll'
  /** ISO. */
  readonly receivedAt: string
  /** When the platform listed the order, ISO; null for an event, which has its own date. */
  readonly reportedAt: string | null
  /** Length of the text in bytes. */
  readonly length: number
  readonly #rows: InboxRows
  readonly #parsed: ReadonlyMap<string, unknown>

  /** `parsed` are bodies in memory, by the key of their message. */
  constructor(raw: Raw, rows: InboxRows, parsed: ReadonlyMap<string, unknown>) {
    this.id = Number(raw['id'])
    this.key = String(raw['key'])
    this.source = raw['source'] === 'poll' ? 'poll' : 'webhook'
    this.receivedAt = String(raw['received_at'])
    this.reportedAt = typeof raw['told_at'] === 'string' ? raw['told_at'] : null
    this.length = Number(raw['length'])
    this.#rows = rows
    this.#parsed = parsed
  }

  /** The JSON text, unchanged. */
  text(): string {
    return String(this.#rows.raw(this.id)['body'])
  }

  /** The same parsed, from memory while it is still there. Throws when the text on disk is not JSON. */
  json(): unknown {
    return this.#parsed.get(this.key) ?? JSON.parse(this.text())
  }
}
