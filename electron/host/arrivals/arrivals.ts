import { ok } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Damage, Status } from '#contract/status/status.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import { createAnswerMemory } from '#platform/call/answer-memory.ts'
import { idsOfOrders, listRawOrders, ordersPageSize } from '#platform/orders.ts'
import { paceOf } from '#platform/call/pace.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { BackOff } from '../back-off.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import { createFeeds } from '../feeds/feeds.ts'
import { arrivedTypes } from '../inbox/event-types.ts'
import { createInbox } from '../inbox/inbox.ts'
import { createPackedArrivals } from '../inbox/packed.ts'
import { createReadAgain } from '../inbox/read-again.ts'
import { createReader } from '../inbox/reader.ts'
import { lookAtArrivals } from '../inbox/sums.ts'
import type { Log } from '../log.ts'
import { defineNoun, type HeardOrder, type HeardProcess, type News } from '../noun.ts'
import { orders } from '../orders/orders.ts'
import { store } from '../connection/connection.ts'
import { inboxContract } from '#contract/inbox.ts'

interface ArrivalsDeps {
  db: Database
  /** The same file: what the inbox cannot write does not concern what nouns hold in memory. */
  inboxDb: Database
  clock: Clock
  log: Log
  chance: () => number
  backOff: BackOff
  dialect: Dialect
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  /** What was found wrong with the database; null where nothing was. */
  damage: Damage | null
  /** The store's zone; null where it is not known. */
  storeZone: () => string | null
  values: Values
  /** Who the store is, as far as that is known: its own id, every id that it has, and its website. */
  store: () => { id: string | null; ids: ReadonlySet<string>; websiteId: string | null }
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
  agreed: AgreedTime
  /** How far the platform's clock is ahead of ours where nobody knows which is wrong; else 0. */
  refusedSkewMs(): number
  webhookTokens: readonly Buffer[]
  webhookPort?: number
  settings: () => Settings
  /** Orders whose rows were lost since this was asked last. */
  lostOrders(): string[]
  /** Ids of orders that are open, or left the queue since an ISO instant. */
  ordersSince(from: string): string[]
  /** Whether an order has been heard of before. */
  knowsOrder(orderId: string): boolean
  /** Within the reader's transaction. */
  hearOrder(heard: HeardOrder): void
  hearProcess(heard: HeardProcess): void
  onStatus(): void
}

const dayMs = 24 * 3_600_000
const forgetEveryMs = 10_000
const keepTextsDays = 7
/** Pages of the order list: those of a whole look, and those of the short ones between two. */
const answersRemembered = 64
/** As long as whole looks are apart. */
const answersValidMs = 10 * 60_000

function createArrivals(deps: ArrivalsDeps) {
  const { clock, connection, storeId } = deps
  let forgotAt = -Infinity
  const inbox = createInbox(deps.inboxDb, {
    onKept: () => reader.wake(),
    onRefusing: deps.onStatus,
  })
  lookAtArrivals(deps.inboxDb, deps.log, () => {
    inbox.recount()
    deps.onStatus()
  })
  const reader = createReader({
    ...deps,
    inbox,
    hearOrder(heard, source) {
      if (source === 'webhook') feeds.heard(heard.orderId)
      deps.hearOrder({ ...heard, isNew: !deps.knowsOrder(heard.orderId) })
    },
  })
  const packed = createPackedArrivals(deps.inboxDb, deps.values, deps.log)
  let closed = false
  const again = createReadAgain({ ...deps, inbox, wake: reader.wake })
  const answers = createAnswerMemory({
    most: answersRemembered,
    validForMs: answersValidMs,
    now: () => clock.monotonic(),
    slim: idsOfOrders,
  })
  let isByPlatform = false
  let shiftMs = 0
  /** Where two clocks are too far apart, one reading asks for what is new by the one, the next by the other. */
  function windowOf(from: string, page: number): string {
    if (page === 1) {
      isByPlatform = !isByPlatform
      shiftMs = isByPlatform ? deps.refusedSkewMs() : 0
    }
    return shiftMs === 0 ? from : new Date(Date.parse(from) + shiftMs).toISOString()
  }

  const feeds = createFeeds({
    ...deps,
    answers,
    hasLost: deps.damage !== null,
    list:
      connection === null || storeId === null
        ? null
        : async (from, page) => {
            await paceOf(connection).turn()
            const storesIds = [deps.store().id ?? storeId]
            const query = { storesIds, from: windowOf(from, page), page, limit: ordersPageSize }
            return listRawOrders(connection, { query }, { memory: answers })
          },
    receive: inbox.receive,
  })

  /** Goes on by itself, a few packs a turn. */
  function readPacked(orderIds: readonly string[], after = 0): void {
    if (closed) return
    const { found, last } = deps.inboxDb.transact(() => packed.readOrdersAgain(orderIds, after))
    if (found > 0) reader.wake()
    if (last !== null) clock.after(1, () => readPacked(orderIds, last))
  }

  /** What came of an order whose row is lost is read again: its ticket is made anew. */
  function readLost(): void {
    const lost = deps.lostOrders()
    if (lost.length === 0) return
    for (const id of lost)
      deps.log.warn('order read again', { id, arrivals: inbox.readOrderAgain(id) })
    reader.wake()
    readPacked(lost)
  }

  function readAgain(): void {
    const { ids, websiteId } = deps.store()
    again.check(new Set(websiteId === null ? ids : [...ids, websiteId]))
  }

  return {
    api: {
      status: (): Pick<Status, 'webhook' | 'poller' | 'inbox'> => ({
        ...feeds.status(),
        inbox: { ...inbox.counts(), refusing: inbox.refusing },
      }),
      /** The types of the events that came. */
      eventTypes: () => arrivedTypes(deps.inboxDb),
    },
    hears: {
      'settings.changed': ({ before, after }: News['settings.changed']) =>
        feeds.apply(before, after),
      'store.learned': readAgain,
      'connection.resumed': feeds.wake,
      'clock.corrected': feeds.wake,
      'file.lookedThrough': readLost,
    },
    pack: packed.pack,
    /** What came of an order makes its ticket anew where that is damaged: so long after it is over. */
    dropOld(now: number) {
      const before = new Date(now - keepTextsDays * dayMs).toISOString()
      return packed.drop(before, () => deps.ordersSince(before))
    },
    handlers: { 'inbox.unread': () => ok(inbox.unread()) },
    catchUp() {
      if (clock.monotonic() - forgotAt < forgetEveryMs) return
      forgotAt = clock.monotonic()
      readLost()
      reader.wake()
      readAgain()
      const now = deps.agreed.toDelete()
      inbox.forget(new Date(now - deps.settings().guestDataDays * dayMs).toISOString())
    },
    /** Reads what a crash left unread, then opens the feeds. */
    async start() {
      readAgain()
      readLost()
      await reader.drain()
      await feeds.start()
    },
    async close() {
      closed = true
      again.stop()
      reader.stop()
      await feeds.close()
    },
  }
}

/** The noun of what the platform tells: kept in the inbox as it comes, then read, and heard by the nouns that it is about. */
export const arrivals = defineNoun(inboxContract, {
  needs: [orders, store],
  create(context) {
    const { takeLost, knows, since } = context.use(orders)
    const known = context.use(store)
    return createArrivals({
      ...context,
      inboxDb: context.file,
      refusedSkewMs: () => context.skew.refusedMs,
      lostOrders: takeLost,
      store: () => ({ id: known.store?.id ?? null, ids: known.ids, websiteId: known.websiteId }),
      ordersSince: since,
      knowsOrder: knows,
      hearOrder: (heard) => void context.tell('order.heard', heard),
      hearProcess: (heard) => void context.tell('process.heard', heard),
      onStatus: context.statusChanged,
    })
  },
})
