import { z } from 'zod'
import { isOver, type Availability } from '#domain/stock/availability.ts'
import { requestOf } from '#domain/stock/row.ts'
import { afterAttempt, finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { payloadSchema, tooOld, type StockPayload, type StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'
import type { StockKey } from '#contract/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { updateStock, type StockItem } from '#platform/stock.ts'

/** The ids of an item that no menu knows any more: those in its key. */
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

/** Which item is meant, as the platform repeats it (platform/README.md, Envelopes and errors). */
function idsIn(item: unknown): string {
  const { data } = ids.safeParse(item)
  return [data?.productId, data?.modifierId, data?.modifierOptionId].join(' ')
}

/** What became of one change in a refused request: refused for its own errors, or not sent because of another's. */
function judge(change: StockItem, failure: CallFailure): CallResult<unknown> {
  const { itemErrors } = failure
  if (itemErrors === undefined || itemErrors.length === 0) return { ok: false, failure }
  const own = itemErrors.filter(({ item }) => idsIn(item) === idsIn(change))
  return own.length > 0
    ? failed('answered', own.flatMap(({ errors }) => errors).join('; '), failure.status)
    : failed('not-sent', 'another item was refused')
}

/**
 * Asks for some changes in one request (platform/README.md, Stock), one entry an item. A 400 is all or nothing: the
 * items at fault are refused with the platform's message, the others count as not sent.
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
  // The answer names no item of ours: any of them may be at fault, so all are.
  return ownErrors.some(isAnswered) ? ownErrors : items.map(() => result)
}

const isAnswered = (result: CallResult<unknown>): boolean =>
  !result.ok && result.failure.kind === 'answered'

/** At most so many items go in one request. */
const mostTogether = 50

/** Orders take from a count meanwhile, so that a repeat would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const accepted = z.looseObject({ processId: z.string() })

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  steps: StockSteps,
  watch: StockWatch,
): OutboxRules<StockPayload> {
  const menus = context.use(menu)

  /** What the platform's answer says of an item; null where it did not take it. */
  function takenOf({ subject, state }: OutboxEntry, answer: unknown) {
    if (state !== 'accepted') return null
    const processId = accepted.safeParse(answer).data?.processId ?? null
    const items = processId === null ? null : store.process(processId)
    const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
    return { processId, finished: items === null ? null : { listedAt } }
  }

  return {
    payload: payloadSchema,
    address: 'v1Url',
    together: mostTogether,
    confirmsLater: true,
    mayRepeat: (payload) => !isCount(payload),
    // A count that is too old to send is counted again, which is another change.
    choices: ({ needsDecision, state }) =>
      needsDecision ? (state === 'expired' ? ['mark-done'] : ['retry', 'mark-done']) : [],
    title: ({ subject }) => menus.items.items.find(({ key }) => key === subject)?.name ?? '',
    about: ({ payload }) => (isCount(payload) ? { isCount: true } : {}),
    isPast: ({ payload }, now) => isOver(payload.desired, now),
    send: (connection, entries) =>
      requestStock(connection, context.storeId ?? '', entries, menus.items.wire),
    changed(entry, answer) {
      const { subject: key, payload, state } = entry
      changes.touch(key)
      // What cannot be read was not sent: what is desired is enqueued again.
      if (!payloadSchema.safeParse(payload).success) {
        watch.checkWithin(0)
        return
      }
      const before = changes.row(key)
      // A person said that it happened: there is nothing more to show of it.
      if (state === 'confirmed') {
        store.history.end(key, isoNow(context.clock))
        changes.keep({ ...before, desired: null, requested: null })
        return
      }
      steps.take(before, afterAttempt(before, payload.desired, state, takenOf(entry, answer)))
      if (state === 'accepted') watch.checkWithin(finishWithinMs)
      // A count may have become too old while it was queued.
      if (isCount(payload) && state === 'queued') watch.checkWithin(0)
    },
    // As it is by now: orders have worn a count down since.
    retried({ subject }) {
      const { desired } = changes.row(subject)
      return desired && { desired }
    },
    // The item is known from the entry alone: a switch is sent again, and people are asked for a count, which orders have worn down.
    restore({ kind, subject, payload, state }) {
      const { desired } = payload
      const isAsked = isCount(payload) || state !== 'queued'
      const requested = isAsked ? requestOf(desired) : null
      changes.keep({ key: subject, desired, requested, reported: null })
      if (isCount(payload) && state !== 'accepted')
        context.outbox.move(kind, subject, () => true, tooOld)
    },
  }
}
