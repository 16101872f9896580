import { randomUUID } from 'node:crypto'
import { wantedOf } from '#domain/items.ts'
import type { HostEvent } from '#contract/operations.ts'
import { ok, type AppError, type Result } from '#contract/result.ts'
import type { Damage, Status, StoreIdentity } from '#contract/status.ts'
import type { Ticket } from '#contract/ticket.ts'
import { countAllDay } from '#domain/all-day.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/failure.ts'
import { createDialect } from '#platform/dialect.ts'
import { readMe } from '#platform/me.ts'
import { listOrders, ordersPageSize, sendPreparationReady } from '#platform/orders.ts'
import { isoNow, type Clock } from './clock.ts'
import { identify } from './connection/identity.ts'
import type { Database } from './db/open.ts'
import type { Handlers } from './dispatch.ts'
import { createDoctor } from './doctor/doctor.ts'
import { createFeeds } from './feeds/feeds.ts'
import { arrivedTypes } from './inbox/event-types.ts'
import { createInbox } from './inbox/inbox.ts'
import { createReader } from './inbox/reader.ts'
import type { Log } from './log.ts'
import { createBoard } from './orders/board.ts'
import { createStock, type Stock } from './stock/stock.ts'
import { createOrders } from './orders/commands.ts'
import { createOrderStore } from './orders/store.ts'
import { bumpStateOf, createReadyDebts } from './outbox/ready.ts'
import type { Debt } from './outbox/policy.ts'
import { createOutboxStore } from './outbox/store.ts'
import { createOutboxWorker } from './outbox/worker.ts'
import { createPulse } from './pulse.ts'
import { createSettings, readValue, writeValue } from './settings/settings.ts'

export interface HostDeps {
  db: Database
  /** What was found wrong with the file; null where nothing was. */
  damage: Damage | null
  clock: Clock
  log: Log
  /** From 0 up to 1, for jitter. */
  chance: () => number
  mode: Status['mode']
  /** Null where there is no token: nothing is lost, and nothing can be sent. */
  connection: Connection | null
  storeId: string | null
  /** Overrides of the profile that are no name of the dialect; default none. */
  unknownNames?: readonly string[]
  /** Hashes of the bearers that the webhook listener accepts. */
  webhookTokens: readonly Buffer[]
  /** Overrides the setting, for provisioning and for the practice store. */
  webhookPort?: number
  tell(event: HostEvent): void
}

/** The brain of one store: its database, what arrives, what is owed, and the tickets in between. */
export interface Host {
  readonly handlers: Omit<Handlers, `connection.${string}`> & Pick<Handlers, 'connection.resume'>
  readonly webhookUrl: string | null
  /** What the menu shows of an item of the 86 board; null where there is nothing. */
  readonly picture: Stock['picture']
  /** Ends feeds and the sender, and closes the database; what is owed stays there. */
  close(): Promise<void>
}

const inboxKeptMs = 30 * 24 * 3_600_000
/** A store that could not be asked for is asked for about once a minute. */
const beatsBetweenAsking = 6

const noToken = {
  error: { code: 'unauthorised', words: 'no token' },
  answer: {
    ok: false,
    failure: { kind: 'answered', status: 401, words: 'no token', retryAfterMs: null },
  },
} as const satisfies { error: AppError; answer: CallResult<never> }

const isStock = ({ operation }: Debt): boolean =>
  operation === 'stock-switch' || operation === 'stock-count'

const stockKeysOf = (ticket: Ticket): string =>
  ticket.items.flatMap(({ stockKeys }) => stockKeys).join('\n')

/** Builds a host and starts it: reads what a crash left unread, opens the feeds, pays what is owed. */
export async function createHost(deps: HostDeps): Promise<Host> {
  const { clock, log, connection } = deps
  /** What was rolled back must not stay on the board. */
  const db: Database = {
    ...deps.db,
    transact(work) {
      try {
        return deps.db.transact(work)
      } catch (cause) {
        board.reload(store.open())
        throw cause
      }
    },
  }
  const settings = createSettings(db)
  const outbox = createOutboxStore(db)
  let identity = readValue(db, 'store') as (StoreIdentity & { websiteId: string }) | undefined
  const stock = createStock({
    ...deps,
    db,
    outbox,
    newId: randomUUID,
    timeZone: () => identity?.timeZone ?? 'UTC',
    memory: {
      read: () => readValue(db, 'stock.opening'),
      write: (value) => writeValue(db, 'stock.opening', value),
    },
    onOwed: () => worker.wake(),
    onMenu: renameItems,
  })
  const store = createOrderStore(
    db,
    connection?.dialect ?? createDialect(),
    () => settings.current,
    stock.keyOf,
  )
  const board = createBoard(store.open())
  let closed = false
  let beats = 0

  function tellTickets(): void {
    const change = board.take()
    if (change !== null) deps.tell({ type: 'tickets.changed', now: isoNow(clock), ...change })
    stock.tellChanges()
    pulse.plan()
  }

  /** The menu may name things otherwise now: tells the tickets whose items it names otherwise. */
  function renameItems(): void {
    const shown = new Map([...board.tickets()].map((ticket) => [ticket.id, stockKeysOf(ticket)]))
    for (const ticket of store.open())
      if (stockKeysOf(ticket) !== shown.get(ticket.id)) board.touch(ticket)
    tellTickets()
  }

  function transact(work: () => Result<null>): Result<null> {
    const result = db.transact(work)
    tellTickets()
    worker.wake()
    return result
  }

  const follow = (debt: Debt, answer?: unknown): void => {
    if (isStock(debt)) {
      stock.follow(debt, answer)
      return
    }
    const { subject, words } = debt
    const state = bumpStateOf(debt.state)
    if (state !== null) orders.follow({ subject, state, words })
  }
  const orders = createOrders({
    store,
    board,
    outbox: createReadyDebts(outbox, clock, follow),
    clock,
    undoMs: () => settings.current.undoSeconds * 1000,
    transact,
  })

  async function tellReady(to: Connection, orderId: string): Promise<CallResult<unknown>> {
    // A recalled ticket that is bumped again: the platform has said yes already.
    return store.load(orderId)?.marks.toldReady === true
      ? { ok: true, value: null, answeredAt: null }
      : sendPreparationReady(to, { params: { orderId } })
  }

  const worker = createOutboxWorker({
    db,
    store: outbox,
    clock,
    log,
    chance: deps.chance,
    goesTogether: isStock,
    catchUp: () => stock.catchUp(),
    async send(debts) {
      if (connection === null) return debts.map(() => noToken.answer)
      return debts.every(isStock)
        ? stock.send(connection, debts)
        : Promise.all(debts.map(({ subject }) => tellReady(connection, subject)))
    },
    probe: async () => connection !== null && (await readMe(connection)).ok,
    onChange: follow,
    onCommitted: tellTickets,
  })

  const inbox = createInbox(deps.db, {
    onKept: () => {
      reader.wake()
    },
    onRefusing: () => {
      pulse.plan()
    },
  })
  const reader = createReader({
    clock,
    db,
    inbox,
    dialect: connection?.dialect ?? createDialect(),
    log,
    store: () => ({ id: deps.storeId, websiteId: identity?.websiteId ?? null }),
    hear(orderId, message, receivedAt) {
      const isNew = orders.hear(orderId, message, receivedAt)
      const { order } = message
      if (isNew && order?.items)
        stock.hearOrder(
          order.items.flatMap((item) => wantedOf(item, stock.keyOf)),
          order.createdAt ?? receivedAt,
        )
    },
    hearProcess: stock.hearProcess,
    onRead() {
      tellTickets()
      worker.wake()
    },
  })

  const feeds = createFeeds({
    clock,
    log,
    chance: deps.chance,
    settings: () => settings.current,
    ...(deps.webhookPort === undefined ? {} : { webhookPort: deps.webhookPort }),
    webhookTokens: deps.webhookTokens,
    list:
      connection === null || deps.storeId === null
        ? null
        : (from, page) =>
            listOrders(connection, {
              query: { storesIds: [deps.storeId ?? ''], from, page, limit: ordersPageSize },
            }),
    receive: inbox.receive,
    onStatus: () => {
      pulse.plan()
    },
  })

  const doctor = createDoctor({ ...deps, events: () => arrivedTypes(db) })

  const withoutToken = connection === null ? noToken.error : null
  const readStatus = (): Status => {
    const { webhook, poller } = feeds.status()
    return {
      now: isoNow(clock),
      mode: deps.mode,
      store: identity ?? null,
      webhook,
      poller,
      outbox: { ...outbox.counts(), paused: worker.paused ?? withoutToken },
      inbox: { ...inbox.counts(), refusing: inbox.refusing },
      damage: deps.damage,
    }
  }

  const pulse = createPulse(clock, {
    tell() {
      deps.tell({ type: 'status.changed', status: readStatus() })
    },
    beat() {
      stock.catchUp()
      reader.wake()
      if (identity === undefined && beats++ % beatsBetweenAsking === 0) learnIdentity()
      inbox.forget(new Date(clock.now() - inboxKeptMs).toISOString())
    },
  })

  /** Asks who the store is; what is known already stands until there is an answer. */
  function learnIdentity(): void {
    if (connection === null) return
    identify(connection, deps.storeId)
      .then((found) => {
        if (found === null || closed) return
        identity = found
        writeValue(db, 'store', found)
        pulse.plan()
      })
      .catch((cause: unknown) => {
        log.warn('store not identified', { cause: String(cause) })
      })
  }

  reader.drain()
  await feeds.start()
  stock.start()
  worker.wake()
  pulse.start()
  if (identity !== undefined) learnIdentity()

  return {
    get webhookUrl() {
      return feeds.status().webhook.address
    },
    picture: stock.picture,
    handlers: {
      'tickets.snapshot': () =>
        ok({ revision: board.revision, now: isoNow(clock), tickets: [...board.tickets()] }),
      'tickets.recent': () => ok(store.recent(50)),
      'tickets.allDay': ({ types }) => ok(countAllDay(board.tickets(), types, isoNow(clock))),
      'tickets.markReady': orders.markReady,
      'tickets.undo': orders.undo,
      'tickets.recall': orders.recall,
      'tickets.strikeItem': orders.strikeItem,
      'tickets.acknowledge': orders.acknowledge,
      'tickets.decide': orders.decide,
      'status.read': () => ok(readStatus()),
      'inbox.unread': () => ok(inbox.unread()),
      'settings.read': () => ok(settings.current),
      async 'settings.change'(patch) {
        const before = settings.current
        const after = settings.change(patch)
        await feeds.apply(before, after)
        for (const ticket of store.open()) board.touch(ticket)
        tellTickets()
        deps.tell({ type: 'settings.changed', settings: after })
        return ok(after)
      },
      'connection.resume'() {
        worker.resume()
        feeds.wake()
        return ok(null)
      },
      ...stock.handlers,
      'doctor.read': doctor.read,
      'doctor.examine': doctor.examine,
      'doctor.report': doctor.report,
    },
    async close() {
      if (closed) return
      closed = true
      doctor.close()
      stock.close()
      pulse.stop()
      reader.stop()
      await feeds.close()
      await worker.stop()
      db.close()
    },
  }
}
