import { z } from 'zod'
import { isOver, type Availability } from '#domain/stock/availability.ts'
import { afterAttempt, finishWithinMs, type AcceptedRequest } from '#domain/stock/watch.ts'
import { stampNow } from '../clock/clock.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules, SendOutcome } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { answerSchema, sendProduct } from './out-of-stock.ts'
import { payloadSchema, type StockPayload, type StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { StockKey } from '#contract/stock/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { prefersOutOfStock, updateStock, type StockItem } from '#platform/stock.ts'

/** The wire ids of an item that is in no menu any more, taken from its key. */
function nameInKey(key: StockKey): WireName {
  const id = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('product:')) return { type: 'product', productId: id }
  const slash = id.indexOf('/')
  return { type: 'modifier', modifierId: id.slice(0, slash), modifierOptionId: id.slice(slash + 1) }
}

const stockOf = ({
  state,
  left,
  until,
}: Availability): Pick<StockItem, 'stock' | 'untilDate' | 'deleteItem'> =>
  state === 'on-sale'
    ? { deleteItem: true }
    : {
        stock: state === 'counted' ? (left ?? 0) : 0,
        ...(until === null ? {} : { untilDate: until }),
      }

const ids = z.looseObject({
  productId: z.string().optional(),
  modifierId: z.string().optional(),
  modifierOptionId: z.string().optional(),
})

/**
 * The item's ids as the platform repeats them in an error (platform/README.md, Envelopes and
 * errors).
 */
function idsIn(item: unknown): string {
  const { data } = ids.safeParse(item)
  return [data?.productId, data?.modifierId, data?.modifierOptionId].join(' ')
}

/**
 * The result of one change in a rejected request: refused for its own errors, or not sent because
 * of another item's.
 */
function judge(change: StockItem, failure: CallFailure): CallResult<unknown> {
  const { itemErrors } = failure
  if (itemErrors === undefined || itemErrors.length === 0) return { ok: false, failure }
  const own = itemErrors.filter(({ item }) => idsIn(item) === idsIn(change))
  return own.length > 0
    ? failed('answered', own.flatMap(({ errors }) => errors).join('; '), failure.status)
    : failed('not-sent', 'another item was refused')
}

/**
 * Sends several changes in one request (platform/README.md, Stock), one entry per item. A 400
 * rejects the whole request: the items at fault are refused with the platform's message, and the
 * others count as not sent.
 */
async function sendItems(
  connection: Connection,
  storeId: string,
  entries: readonly OutboxEntry<StockPayload>[],
  names: ReadonlyMap<StockKey, WireName>,
): Promise<CallResult<unknown>[]> {
  const items = entries.map(({ subject, payload: { desired } }): StockItem => ({
    ...(names.get(subject) ?? nameInKey(subject)),
    storeId,
    ...stockOf(desired),
  }))
  const [only] = items
  const result = await updateStock(connection, {
    body: items.length === 1 && only !== undefined ? only : items,
  })
  if (result.ok) return entries.map(() => result)
  const ownErrors = items.map((item) => judge(item, result.failure))
  // The answer names none of our items, so any of them may be at fault: all are refused.
  return ownErrors.some(isAnswered) ? ownErrors : items.map(() => result)
}

const isAnswered = (result: CallResult<unknown>): boolean =>
  !result.ok && result.failure.kind === 'answered'

/** Items in one request. */
const maxTogether = 50

/** Orders reduce a count meanwhile, so sending it again would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const acceptedAnswer = z.looseObject({ processId: z.string() })

/** A count that is too old must be counted again, which is a new change. */
function choicesOf({ needsDecision, state }: OutboxEntry): DeliveryChoice[] {
  if (!needsDecision) return []
  return state === 'expired' ? ['mark-done'] : ['retry', 'mark-done']
}

/**
 * Sends many changes of stock in one `updateStock`, or each product by itself if the platform
 * prefers that.
 */
export class StockSending {
  readonly rules: OutboxRules<StockPayload> = {
    payload: payloadSchema,
    address: 'v1Url',
    together: maxTogether,
    alone: { address: 'v3Url', has: (key) => this.#isAlone(key) },
    confirmsLater: ({ subject }) => !this.#isAlone(subject),
    mayRepeat: (payload) => !isCount(payload),
    choices: choicesOf,
    title: ({ subject }) => this.#menus.items.items.find(({ key }) => key === subject)?.name ?? '',
    about: ({ payload }) => (isCount(payload) ? { isCount: true } : {}),
    isPast: ({ payload }, now) => isOver(payload.desired, now),
    send: (connection, entries) => this.#send(connection, entries),
    changed: (entry, answer) => this.#saveOutcome(entry, answer),
    retried: ({ subject }) => this.#currentPayload(subject),
  }
  readonly #context: Context
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #steps: StockSteps
  readonly #watch: StockWatch
  readonly #menus: Menu
  readonly #sendsProductsAlone: boolean

  constructor(
    context: Context,
    store: StockStore,
    changes: StockChanges,
    steps: StockSteps,
    watch: StockWatch,
  ) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#steps = steps
    this.#watch = watch
    this.#menus = context.use(menu)
    this.#sendsProductsAlone = prefersOutOfStock(context.dialect)
  }

  #isAlone(key: StockKey): boolean {
    return this.#sendsProductsAlone && key.startsWith('product:')
  }

  async #send(
    connection: Connection,
    entries: readonly OutboxEntry<StockPayload>[],
  ): Promise<SendOutcome[]> {
    const { wire } = this.#menus.items
    const storeId = this.#context.storeId ?? ''
    const [only] = entries
    if (only === undefined || !this.#isAlone(only.subject))
      return sendItems(connection, storeId, entries, wire)
    const { subject, payload } = only
    const name = wire.get(subject) ?? nameInKey(subject)
    const productId = name.type === 'product' ? name.productId : ''
    const change = { storeId, productId, desired: payload.desired, isOnMenu: wire.has(subject) }
    return [await sendProduct(connection, change)]
  }

  #saveOutcome(entry: OutboxEntry<StockPayload>, answer: unknown): void {
    const { subject: key, payload, state, reason } = entry
    this.#changes.touch(key)
    // An entry that can't be read was never sent: enqueue the desired state again.
    if (!payloadSchema.safeParse(payload).success) {
      this.#watch.checkWithin(0)
      return
    }
    const before = this.#changes.row(key)
    // A person marked it as done, so there is nothing left to show.
    if (state === 'confirmed' && reason === 'by-person') {
      this.#store.history.end(key, stampNow(this.#context.clock))
      this.#changes.save({ ...before, desired: null, requested: null })
      return
    }
    const accepted = this.#acceptedRequestOf(entry, answer)
    this.#steps.apply(before, afterAttempt(before, payload.desired, state, accepted))
    if (state === 'accepted') this.#watch.checkWithin(finishWithinMs)
    // The count may have become too old while it was queued.
    if (isCount(payload) && state === 'queued') this.#watch.checkWithin(0)
  }

  /** What the platform's answer says about an item; null unless it accepted the request. */
  #acceptedRequestOf({ subject, state }: OutboxEntry, answer: unknown): AcceptedRequest | null {
    if (state === 'confirmed') return this.#changedAtOnce(answer)
    if (state !== 'accepted') return null
    const processId = acceptedAnswer.safeParse(answer).data?.processId ?? null
    const items = processId === null ? null : this.#store.process(processId)
    const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
    return { processId, finished: items === null ? null : { listedAt }, instead: null }
  }

  /** The same for a product that the platform has changed at once. */
  #changedAtOnce(answer: unknown): AcceptedRequest {
    const { at = null, instead = null } = answerSchema.safeParse(answer).data ?? {}
    const now = stampNow(this.#context.clock)
    const listedAt = at === null ? now : this.#context.dateOf(at, now)
    return {
      processId: null,
      finished: { listedAt },
      instead: instead && { ...instead, listedAt, at: now },
    }
  }

  /** With the current count, which orders have reduced meanwhile. */
  #currentPayload(key: StockKey): StockPayload | null {
    const { desired } = this.#changes.row(key)
    return desired && { desired }
  }
}
