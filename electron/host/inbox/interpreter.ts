import { instructionEvent } from '#contract/relay/instruction.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import { parseMessage, type HowToParse, type PlatformEvent } from '#platform/events.ts'
import type { Context, NounEvents, ReceivedProcess } from '../noun.ts'
import type { Verdict } from './inbox.ts'
import { elsewhereVerdict, type StoreScope } from './read-again.ts'
import type { StoredMessage } from './rows.ts'

const whole = { isFirst: true, isLast: true }

export type InterpreterContext = Pick<Context, 'dialect' | 'dateOf' | 'storeZone' | 'announce'>

/** Called inside the transaction. */
export interface ReaderHooks {
  onOrder(
    received: Omit<NounEvents['order.received'], 'isNew'>,
    source: StoredMessage['source'],
  ): Verdict
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

  howToParse({ source, receivedAt, reportedAt }: StoredMessage): HowToParse {
    const { dialect, storeZone } = this.#context
    return { source, receivedAt, reportedAt, dialect, timeZone: storeZone() }
  }

  parse(row: StoredMessage): Result<PlatformEvent> {
    try {
      return parseMessage(row.json(), this.howToParse(row))
    } catch (cause) {
      return unreadable(cause)
    }
  }

  /** Notifies the nouns of what was read. Call it inside a transaction. */
  handle(
    row: StoredMessage,
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
    const stamped = { stamp: `${date}|${row.key}`, order, delivery, unread }
    return this.#hooks.onOrder({ orderId, event: stamped, receivedAt }, row.source)
  }
}
