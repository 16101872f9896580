import { ok } from '#contract/result.ts'
import type { Settings } from '#contract/settings.ts'
import type { Status } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import { listOrders, ordersPageSize } from '#platform/orders.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/open.ts'
import type { HandlersOf } from './dispatch.ts'
import { createFeeds, type Feeds } from './feeds/feeds.ts'
import { createInbox } from './inbox/inbox.ts'
import { createReader } from './inbox/reader.ts'
import type { Log } from './log.ts'
import type { HeardOrder, HeardProcess, Noun } from './noun.ts'

interface ArrivalsDeps {
  db: Database
  /** The same file: what the inbox cannot write does not concern what nouns hold in memory. */
  inboxDb: Database
  clock: Clock
  log: Log
  chance: () => number
  dialect: Dialect
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  websiteId: () => string | null
  webhookTokens: readonly Buffer[]
  webhookPort?: number
  settings: () => Settings
  /** Whether an order has been heard of before. */
  knowsOrder(orderId: string): boolean
  /** Within the reader's transaction. */
  hearOrder(heard: HeardOrder): void
  hearProcess(heard: HeardProcess): void
  onStatus(): void
}

/** What the platform tells: kept in the inbox as it comes, then read, and heard by the nouns that it is about. */
export interface Arrivals extends Noun, Pick<Feeds, 'apply' | 'wake'> {
  readonly handlers: HandlersOf<'inbox'>
  status(): Pick<Status, 'webhook' | 'poller' | 'inbox'>
}

const inboxKeptMs = 30 * 24 * 3_600_000
const forgetEveryMs = 10_000

export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { clock, connection, storeId } = deps
  let forgotAt = -Infinity
  const inbox = createInbox(deps.inboxDb, {
    onKept: () => reader.wake(),
    onRefusing: deps.onStatus,
  })
  const reader = createReader({
    ...deps,
    inbox,
    store: () => ({ id: storeId, websiteId: deps.websiteId() }),
    hearOrder: (heard) => deps.hearOrder({ ...heard, isNew: !deps.knowsOrder(heard.orderId) }),
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
    handlers: { 'inbox.unread': () => ok(inbox.unread()) },
    catchUp() {
      if (clock.monotonic() - forgotAt < forgetEveryMs) return
      forgotAt = clock.monotonic()
      reader.wake()
      inbox.forget(new Date(clock.now() - inboxKeptMs).toISOString())
    },
    /** Reads what a crash left unread, then opens the feeds. */
    async start() {
      reader.drain()
      await feeds.start()
    },
    async close() {
      reader.stop()
      await feeds.close()
    },
  }
}
