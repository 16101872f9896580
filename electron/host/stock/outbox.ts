import { z } from 'zod'
import { isOver, type Availability } from '#domain/stock/availability.ts'
import { afterAttempt, finishWithinMs, type AcceptedRequest } from '#domain/stock/watch.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules, SendOutcome } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { answerSchema, changeProduct } from './out-of-stock.ts'
import { payloadSchema, type StockPayload, type StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'
import type { StockKey } from '#contract/stock.ts'
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
async function requestStock(
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

/** Most items in one request. */
const mostTogether = 50

/** Orders reduce a count meanwhile, so sending it again would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const accepted = z.looseObject({ processId: z.string() })

/**
 * Sends many changes of stock in one `updateStock`, or each product by itself if the platform
 * prefers that.
 */
export function stockRules(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  steps: StockSteps,
  watch: StockWatch,
): OutboxRules<StockPayload> {
  const menus = context.use(menu)
  const atOnce = prefersOutOfStock(context.dialect)
  const isAlone = (key: StockKey): boolean => atOnce && key.startsWith('product:')

  /** What the platform's answer says about an item; null unless it accepted the request. */
  function acceptedRequestOf(
    { subject, state }: OutboxEntry,
    answer: unknown,
  ): AcceptedRequest | null {
    if (state === 'confirmed') return changedAtOnce(answer)
    if (state !== 'accepted') return null
    const processId = accepted.safeParse(answer).data?.processId ?? null
    const items = processId === null ? null : store.process(processId)
    const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
    return { processId, finished: items === null ? null : { listedAt }, instead: null }
  }

  /** The same for a product that the platform has changed at once. */
  function changedAtOnce(answer: unknown): AcceptedRequest {
    const { at = null, instead = null } = answerSchema.safeParse(answer).data ?? {}
    const now = isoNow(context.clock)
    const listedAt = at === null ? now : context.dateOf(at, now)
    return {
      processId: null,
      finished: { listedAt },
      instead: instead && { ...instead, listedAt, at: now },
    }
  }

  async function send(
    connection: Connection,
    entries: readonly OutboxEntry<StockPayload>[],
  ): Promise<SendOutcome[]> {
    const { wire } = menus.items
    const storeId = context.storeId ?? ''
    const [only] = entries
    if (only === undefined || !isAlone(only.subject))
      return requestStock(connection, storeId, entries, wire)
    const { subject, payload } = only
    const name = wire.get(subject) ?? nameInKey(subject)
    const productId = name.type === 'product' ? name.productId : ''
    const change = { storeId, productId, desired: payload.desired, isOnMenu: wire.has(subject) }
    return [await changeProduct(connection, change)]
  }

  return {
    payload: payloadSchema,
    address: 'v1Url',
    together: mostTogether,
    alone: { address: 'v3Url', has: isAlone },
    confirmsLater: ({ subject }) => !isAlone(subject),
    mayRepeat: (payload) => !isCount(payload),
    // A count that is too old must be counted again, which is a new change.
    choices: ({ needsDecision, state }) =>
      needsDecision ? (state === 'expired' ? ['mark-done'] : ['retry', 'mark-done']) : [],
    title: ({ subject }) => menus.items.items.find(({ key }) => key === subject)?.name ?? '',
    about: ({ payload }) => (isCount(payload) ? { isCount: true } : {}),
    isPast: ({ payload }, now) => isOver(payload.desired, now),
    send,
    changed(entry, answer) {
      const { subject: key, payload, state, reason } = entry
      changes.touch(key)
      // An entry that can't be read was never sent: enqueue the desired state again.
      if (!payloadSchema.safeParse(payload).success) {
        watch.checkWithin(0)
        return
      }
      const before = changes.row(key)
      // A person marked it as done, so there is nothing left to show.
      if (state === 'confirmed' && reason === 'by-person') {
        store.history.end(key, isoNow(context.clock))
        changes.keep({ ...before, desired: null, requested: null })
        return
      }
      steps.take(
        before,
        afterAttempt(before, payload.desired, state, acceptedRequestOf(entry, answer)),
      )
      if (state === 'accepted') watch.checkWithin(finishWithinMs)
      // The count may have become too old while it was queued.
      if (isCount(payload) && state === 'queued') watch.checkWithin(0)
    },
    // Sends the current count, which orders have reduced meanwhile.
    retried({ subject }) {
      const { desired } = changes.row(subject)
      return desired && { desired }
    },
  }
}
