import { instructionEvent } from '#contract/relay/instruction.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import {
  parseMessage,
  type HowToParse,
  type OrderEvent,
  type PlatformEvent,
} from '#platform/events.ts'
import type { Context, NounEvents, ReceivedProcess } from '../noun.ts'
import type { Verdict } from './inbox.ts'
import type { InboxMessage } from './rows.ts'

/** Which orders belong on the wall: all ids of the store, and its website, null if unknown. */
export interface StoreScope {
  readonly ids: ReadonlySet<string>
  readonly websiteId: string | null
}

/** The message seems to be another store's. It is read again once more of our ids are known. */
export const anotherStore = 'another store'
/** The message names a website or store while ours is unknown. It is read once ours is known. */
export const notKnownYet = 'kept until the platform has said whose this kitchen is'

/** Some ids are named, and none is ours. */
const isOther = (named: readonly string[], isOurs: (id: string) => boolean): boolean =>
  named.length > 0 && !named.some(isOurs)

/** Why an event isn't shown; null if it may be ours. */
function elsewhereVerdict(
  { ids, websiteId }: StoreScope,
  event: Pick<OrderEvent, 'websiteIds' | 'storeIds'>,
): Verdict | null {
  if (websiteId !== null && isOther(event.websiteIds, (id) => id === websiteId))
    return { state: 'elsewhere', reason: 'another website' }
  if (ids.size > 0 && isOther(event.storeIds, (id) => ids.has(id)))
    return { state: 'elsewhere', reason: anotherStore }
  const isNamed = event.websiteIds.length + event.storeIds.length > 0
  // While our website is unknown, only our store's own id shows that the event is ours.
  if (websiteId === null && isNamed && !event.storeIds.some((id) => ids.has(id)))
    return { state: 'unread', reason: notKnownYet }
  return null
}

const whole = { isFirst: true, isLast: true }

export type InterpreterContext = Pick<Context, 'dialect' | 'dateOf' | 'storeZone' | 'announce'>

/** Called inside the transaction. */
export interface ReaderHooks {
  onOrder(
    received: Omit<NounEvents['order.received'], 'isNew'>,
    source: InboxMessage['source'],
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

  howToParse({ source, receivedAt, reportedAt }: InboxMessage): HowToParse {
    const { dialect, storeZone } = this.#context
    return { source, receivedAt, reportedAt, dialect, timeZone: storeZone() }
  }

  parse(row: InboxMessage): Result<PlatformEvent> {
    try {
      return parseMessage(row.json(), this.howToParse(row))
    } catch (cause) {
      return unreadable(cause)
    }
  }

  /** Notifies the nouns of what was read. Call it inside a transaction. */
  handle(
    row: InboxMessage,
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
