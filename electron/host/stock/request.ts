import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import type { Availability } from '#domain/stock/availability.ts'
import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { updateStock, type StockItem } from '#platform/stock.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import type { StockPayload } from './steps.ts'

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
export async function requestStock(
  connection: Connection,
  storeId: string,
  entries: readonly OutboxEntry<StockPayload>[],
): Promise<CallResult<unknown>[]> {
  const items = entries.map(({ subject, payload: { item, desired } }): StockItem => ({
    ...(item ?? nameInKey(subject)),
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
