import type { StockKey } from '#contract/stock.ts'
import type { Wish } from '#domain/stock/availability.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { OutboxStore } from '../outbox/store.ts'
import type { Owed } from '../outbox/rules.ts'

/** What the outbox owes the platform about stock: at most one live debt an item. All within the caller's transaction. */
export interface StockDebts {
  /** Owes an item's newest wish. One that waits already is enough: what is sent is read when it is sent. */
  owe(key: StockKey, wish: Wish): void
  /** Whether a request about the item is under way. */
  isSending(key: StockKey): boolean
  /** Nothing more is to be sent of it: a person decided, or the platform has told. */
  settle(key: StockKey): void
}

/** A lost answer may be followed by a repeat of a switch, and never by one of a count (outbox.md). */
const operationOf = ({ state }: Wish): Owed =>
  state === 'counted' ? 'stock-count' : 'stock-switch'

export function createStockDebts(
  store: OutboxStore,
  clock: Clock,
  newId: () => string,
): StockDebts {
  return {
    owe(key, wish) {
      const live = store.live(key)
      const operation = operationOf(wish)
      if (live?.state === 'sending') return
      if (live?.state === 'queued' && live.operation === operation) return
      if (live !== null) store.keep({ ...live, state: 'settled' })
      store.keep({
        id: newId(),
        operation,
        subject: key,
        state: 'queued',
        createdAt: isoNow(clock),
        dueAt: isoNow(clock),
        waitMs: 0,
        attempts: 0,
        repeats: 0,
        firstSentAt: null,
        words: null,
      })
    },
    isSending: (key) => store.live(key)?.state === 'sending',
    settle(key) {
      const live = store.live(key)
      if (live !== null && live.state !== 'sending') store.keep({ ...live, state: 'settled' })
    },
  }
}
