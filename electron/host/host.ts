import { randomUUID } from 'node:crypto'
import type { HostEvent } from '#contract/operations.ts'
import { ok, type AppError } from '#contract/result.ts'
import type { Damage, Status } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { readMe } from '#platform/me.ts'
import { createArrivals } from './arrivals.ts'
import { isoNow, type Clock } from './clock.ts'
import { createConnection } from './connection/connection.ts'
import { watched, type Database } from './db/open.ts'
import { countSetAside } from './db/rows.ts'
import { createValues } from './db/values.ts'
import type { Handlers } from './dispatch.ts'
import { createDoctor } from './doctor/doctor.ts'
import { createHeartbeat } from './heartbeat.ts'
import { arrivedTypes } from './inbox/event-types.ts'
import type { Log } from './log.ts'
import { createMenu, type MenuNoun } from './menu/menu.ts'
import { handlersOf, outboxOf, type Noun } from './noun.ts'
import { createNotifier } from './notify/notify.ts'
import { createOrders } from './orders/orders.ts'
import type { OutboxKinds } from './outbox/rules.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createOutboxRows } from './outbox/rows.ts'
import { salvage } from './outbox/salvage.ts'
import { createOutboxWorker } from './outbox/worker.ts'
import { createScreens, type Screens } from './screens/screens.ts'
import { createSettings } from './settings/settings.ts'
import { createStock } from './stock/stock.ts'

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
  /** Tells the screens; what it throws is logged. */
  notify(event: HostEvent): void
}

/** The brain of one store: its database, what arrives, what goes out, and the nouns in between. */
export interface Host {
  readonly handlers: Omit<Handlers, `connection.${string}`> & Pick<Handlers, 'connection.resume'>
  readonly webhookUrl: string | null
  /** Who asks, where a message came from this screen. */
  readonly callerOf: Screens['callerOf']
  /** What the menu shows of an item of the 86 board; null where there is nothing. */
  readonly picture: MenuNoun['picture']
  /** Ends feeds and the sender, and closes the database; what waits to be sent stays there. */
  close(): Promise<void>
}

/** Without a token nothing is lost, and nothing can be sent. */
const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

/** Builds a host and starts it: reads what a crash left unread, opens the feeds, sends what waits. */
export async function createHost(deps: HostDeps): Promise<Host> {
  const { clock, log, connection } = deps
  const db = watched(deps.db, {
    committed() {
      notifier.plan()
      heartbeat.plan()
      if (outboxChanged) worker.plan()
      outboxChanged = false
    },
    rolledBack() {
      outboxChanged = false
      for (const noun of nouns) noun.rolledBack?.()
    },
  })
  const values = createValues(db, log)
  const outboxRows = createOutboxRows(db, log)
  /** Something was put into the outbox, or taken out, since the last commit. */
  let outboxChanged = false
  let closed = false
  const shared = {
    ...deps,
    db,
    values,
    newId: randomUUID,
    dialect: connection?.dialect ?? createDialect(),
    outbox: createOutbox(outboxRows, clock, () => (outboxChanged = true)),
    settings: () => settings.current,
    changed: () => notifier.plan(),
    timeZone: () => store.store?.timeZone ?? 'UTC',
  }

  const settings = createSettings({
    ...shared,
    async onChange(before, after) {
      orders.touchAll()
      await arrivals.apply(before, after)
    },
  })
  const store = createConnection({
    ...shared,
    onLearned: () => heartbeat.plan(),
    resume() {
      worker.resume()
      arrivals.wake()
    },
  })
  const menu = createMenu({
    ...shared,
    onRead(renamed) {
      if (renamed) orders.touchAll()
      stock.menuRead()
    },
  })
  const stock = createStock({ ...shared, menu })
  const orders = createOrders({ ...shared, keyOf: menu.keyOf })
  const screens = createScreens(shared)
  const doctor = createDoctor({ ...shared, events: () => arrivedTypes(db) })
  const arrivals = createArrivals({
    ...shared,
    inboxDb: deps.db,
    websiteId: () => store.store?.websiteId ?? null,
    knowsOrder: orders.knows,
    hearOrder(heard) {
      for (const noun of nouns) noun.hears?.order?.(heard)
    },
    hearProcess(heard) {
      for (const noun of nouns) noun.hears?.process?.(heard)
    },
    onStatus: () => heartbeat.plan(),
  })

  const claimed = [orders, stock, menu, settings, screens, store, doctor, arrivals] as const
  const nouns: readonly Noun[] = claimed
  const kinds: OutboxKinds = outboxOf(claimed)
  const handlers: Omit<Host['handlers'], 'status.read'> = handlersOf(claimed)

  function catchUp(): void {
    for (const noun of nouns) noun.catchUp?.()
  }
  const worker = createOutboxWorker({
    ...deps,
    db,
    rows: outboxRows,
    kinds,
    catchUp,
    probe: async () => connection !== null && (await readMe(connection)).ok,
    onPause: () => heartbeat.plan(),
  })
  const notifier = createNotifier({
    log,
    changes: nouns.flatMap((noun) => (noun.changes === undefined ? [] : [noun.changes])),
    broadcast: deps.notify,
  })
  const readStatus = (): Status => ({
    now: isoNow(clock),
    mode: deps.mode,
    store: store.store,
    ...arrivals.status(),
    outbox: {
      ...outboxRows.counts(),
      paused: worker.paused ?? (connection === null ? noToken : null),
    },
    damage: deps.damage,
    setAside: countSetAside(db),
  })
  const heartbeat = createHeartbeat(clock, log, {
    notify: () => deps.notify({ type: 'status.changed', status: readStatus() }),
    chores: nouns.flatMap((noun) => (noun.catchUp === undefined ? [] : [noun.catchUp])),
  })

  if (deps.damage !== null) db.transact(() => salvage(outboxRows, kinds))
  for (const noun of nouns) await noun.start?.()
  worker.wake()
  heartbeat.start()

  return {
    get webhookUrl() {
      return arrivals.status().webhook.address
    },
    callerOf: screens.callerOf,
    picture: menu.picture,
    handlers: { ...handlers, 'status.read': () => ok(readStatus()) },
    async close() {
      if (closed) return
      closed = true
      heartbeat.stop()
      notifier.stop()
      for (const noun of nouns) await noun.close?.()
      await worker.stop()
      db.close()
    },
  }
}
