import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import type { Desired } from '#domain/stock/row.ts'
import { isNotSending, markedDone, type Outbox } from '../outbox/outbox.ts'
import { desiredSchema } from './store.ts'

const kind = 'stock'

const wireName = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product'), productId: z.string() }),
  z.object({ type: z.literal('modifier'), modifierId: z.string(), modifierOptionId: z.string() }),
])

/** What is desired of an item, and how the platform calls it; null where only the item's key says so. */
export const payloadSchema = z.object({ item: wireName.nullable(), desired: desiredSchema })
export type StockPayload = z.infer<typeof payloadSchema>

/** What the outbox owes the platform about stock: at most one entry an item. All within the caller's transaction. */
export interface StockEntries {
  /** Enqueues what is desired of an item now; one that waits already says it from now on. */
  enqueue(key: StockKey, desired: Desired): void
  /** What is desired has changed by itself: orders have worn a count down. What nothing was sent of yet says so. */
  refresh(key: StockKey, desired: Desired): void
  /**
   * Nothing more is to be sent of it: a person decided, its time is over, or the platform has listed it. False where
   * something of it is on the wire, which nothing can take back.
   */
  settle(key: StockKey): boolean
}

export function createStockEntries(
  outbox: Outbox,
  nameOf: (key: StockKey) => WireName | undefined,
  newId: () => string,
): StockEntries {
  function settle(key: StockKey): boolean {
    outbox.move(kind, key, isNotSending, markedDone)
    return outbox.open(kind, key) === null
  }
  const payloadOf = (key: StockKey, desired: Desired): StockPayload => ({
    item: nameOf(key) ?? null,
    desired,
  })
  return {
    settle,
    refresh(key, desired) {
      const live = outbox.open(kind, key)
      if (live?.state === 'queued') outbox.replace(live, payloadOf(key, desired))
    },
    enqueue(key, desired) {
      const live = outbox.open(kind, key)
      if (live?.state === 'sending') return
      if (live?.state === 'queued') {
        outbox.replace(live, payloadOf(key, desired))
        return
      }
      settle(key)
      outbox.enqueue({ id: newId(), kind, subject: key, payload: payloadOf(key, desired) })
    },
  }
}
