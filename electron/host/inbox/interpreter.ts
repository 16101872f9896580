import { instructionEvent } from '#contract/relay/instruction.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import { parseMessage, type HowToParse, type PlatformEvent } from '#platform/events.ts'
import type { Context, ReceivedOrder, ReceivedProcess } from '../noun.ts'
import type { Verdict } from './inbox.ts'
import { elsewhereVerdict, type StoreScope } from './read-again.ts'
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

const whole = { isFirst: true, isLast: true }

export type InterpreterContext = Pick<Context, 'dialect' | 'dateOf' | 'storeZone' | 'announce'>

/** Called inside the transaction. */
export interface ReaderHooks {
  onOrder(received: Omit<ReceivedOrder, 'isNew'>, source: ArrivedRow['source']): Verdict
  /** `json` is the body of an instruction. */
  onInstruction(json: unknown): Verdict
}

/** A message that can't be read at all gets a reason. */
export const unreadable = (cause: unknown): Result<never> =>
  fail('bad-input', cause instanceof Error ? cause.message : 'unreadable')

/** Parses messages, and notifies the nouns of what they say. */
export class Interpreter {
  readonly #context: InterpreterContext
  readonly #own: StoreScope
  readonly #hooks: ReaderHooks

  constructor(context: InterpreterContext, own: StoreScope, hooks: ReaderHooks) {
    this.#context = context
    this.#own = own
    this.#hooks = hooks
  }

  howToParse({ source, receivedAt, reportedAt }: ArrivedRow): HowToParse {
    const { dialect, storeZone } = this.#context
    return { source, receivedAt, reportedAt, dialect, timeZone: storeZone() }
  }

  parse(row: ArrivedRow): Result<PlatformEvent> {
    try {
      return parseMessage(row.json(), this.howToParse(row))
    } catch (cause) {
      return unreadable(cause)
    }
  }

  /** Notifies the nouns of what was read. Call it inside a transaction. */
  handle(
    row: ArrivedRow,
    parsed: Result<PlatformEvent>,
    part: ReceivedProcess['part'] = whole,
  ): Verdict {
    if (!parsed.ok) return { state: 'unread', reason: parsed.error.detail ?? parsed.error.code }
    const event = parsed.value
    if (event.kind === 'unknown')
      return event.type === instructionEvent
        ? this.#hooks.onInstruction(row.json())
        : { state: 'unread', reason: `unknown type ${event.type}` }
    const { receivedAt } = row
    const date = this.#context.dateOf(event.date, receivedAt)
    if (event.kind === 'process') {
      const { process } = event
      void this.#context.announce('process.received', { process, date, receivedAt, part })
      return { state: 'done' }
    }
    const verdict = elsewhereVerdict(this.#own, event)
    if (verdict !== null) return verdict
    const { orderId, order, delivery, unread } = event
    const message = { stamp: `${date}|${row.key}`, order, delivery, unread }
    return this.#hooks.onOrder({ orderId, message, receivedAt }, row.source)
  }
}
