import type { Settings } from '#contract/settings.ts'
import type { Status, UnreadEvent } from '#contract/status.ts'
import { wantedOf } from '#domain/items.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import { listOrders, ordersPageSize } from '#platform/orders.ts'
import type { Clock } from './clock.ts'
import type { Identity } from './connection/identity.ts'
import type { Database } from './db/open.ts'
import { createFeeds, type Feeds } from './feeds/feeds.ts'
import { createInbox } from './inbox/inbox.ts'
import { createReader } from './inbox/reader.ts'
import type { Log } from './log.ts'
import type { Tickets } from './orders/tickets.ts'
import type { Stock } from './stock/stock.ts'

interface ArrivalsDeps {
  db: Database
  /** The same file: what the inbox cannot write does not concern the board. */
  inboxDb: Database
  clock: Clock
  log: Log
  chance: () => number
  dialect: Dialect
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  webhookTokens: readonly Buffer[]
  webhookPort?: number
  settings: () => Settings
  identity: Identity
  tickets: Tickets
  stock: Stock
  /** After the commit of what was read. */
  onRead(): void
  onStatus(): void
}

/** What the platform tells: kept in the inbox as it comes, then read, and heard by the nouns that it is about. */
export interface Arrivals extends Pick<Feeds, 'apply' | 'wake'> {
  status(): Pick<Status, 'webhook' | 'poller' | 'inbox'>
  unread(): UnreadEvent[]
  /** Reads what a crash left unread, then opens the feeds. */
  start(): Promise<void>
  /** The housekeeping of a beat of the host. */
  beat(): void
  close(): Promise<void>
}

const inboxKeptMs = 30 * 24 * 3_600_000

export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { clock, connection, storeId, identity, tickets, stock } = deps
  const inbox = createInbox(deps.inboxDb, {
    onKept: () => reader.wake(),
    onRefusing: deps.onStatus,
  })
  const reader = createReader({
    ...deps,
    inbox,
    store: () => ({ id: storeId, websiteId: identity.store?.websiteId ?? null }),
    hear(orderId, message, receivedAt) {
      const isNew = tickets.hear(orderId, message, receivedAt)
      const { order } = message
      if (!isNew || !order?.items) return
      const wanted = order.items.flatMap((item) => wantedOf(item, stock.keyOf))
      stock.hearOrder(wanted, order.createdAt ?? receivedAt)
    },
    hearProcess: stock.hearProcess,
  })
  const feeds = createFeeds({
    ...deps,
    list:
      connection === null || storeId === null
        ? null
        : (from, page) =>
            listOrders(connection, {
              query: { storesIds: [storeId], from, page, limit: ordersPageSize },
            }),
    receive: inbox.receive,
  })

  return {
    apply: feeds.apply,
    wake: feeds.wake,
    status: () => ({
      ...feeds.status(),
      inbox: { ...inbox.counts(), refusing: inbox.refusing },
    }),
    unread: inbox.unread,
    async start() {
      reader.drain()
      await feeds.start()
    },
    beat() {
      reader.wake()
      inbox.forget(new Date(clock.now() - inboxKeptMs).toISOString())
    },
    async close() {
      reader.stop()
      await feeds.close()
    },
  }
}
