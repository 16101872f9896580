import { randomUUID } from 'node:crypto'
import { ok, type AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { createPace } from '#platform/call/pace.ts'
import { createArrivals } from './arrivals.ts'
import { createBackOff } from './back-off.ts'
import { createClockSkew } from './clock-skew.ts'
import { guardedClock, isoNow, waitBy } from './clock.ts'
import { createConnection } from './connection/connection.ts'
import { isHeldBack } from './connection/held-back.ts'
import { createBackups } from './db/backup.ts'
import { noticing, watched } from './db/open.ts'
import { trimQuarantine } from './db/quarantine.ts'
import { countSetAside } from './db/rows.ts'
import { createSweep } from './db/sweep.ts'
import { createValues } from './db/values.ts'
import type { Handlers } from './dispatch.ts'
import { createDoctor } from './doctor/doctor.ts'
import { createFrontNouns } from './front-nouns.ts'
import type { Guests } from './guests/guests.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { HostDeps, NounDeps } from './host-deps.ts'
import { arrivedTypes } from './inbox/event-types.ts'
import { createMenu, type MenuNoun } from './menu/menu.ts'
import { handlersOf, outboxOf, type Noun } from './noun.ts'
import { createNotifier } from './notify/notify.ts'
import { createOrders } from './orders/orders.ts'
import type { OutboxKinds } from './outbox/rules.ts'
import { createDueLook } from './outbox/due-look.ts'
import { createDeliveries, type Deliveries } from './outbox/deliveries.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createOutboxRows } from './outbox/rows.ts'
import { createOutboxTime } from './outbox/time.ts'
import { settleLoss } from './outbox/settle-loss.ts'
import { noToken } from './outbox/token-word.ts'
import { createOutboxWorker } from './outbox/worker.ts'
import { createPacking } from './retention/packing.ts'
import { createRetention } from './retention/retention.ts'
import { createScreens, type Screens } from './screens/screens.ts'
import { headIn } from './shifts/close-out-rows.ts'
import { createSettings } from './settings/settings.ts'
import { createShiftNouns } from './shift-nouns.ts'
import { createStock } from './stock/stock.ts'

/** The brain of one store: its database, what arrives, what goes out, and the nouns in between. */
export interface Host {
  readonly handlers: Omit<Handlers, `connection.${string}`> & Pick<Handlers, 'connection.resume'>
  readonly webhookUrl: string | null
  /** Who asks, where a message came from this screen. */
  readonly callerOf: Screens['callerOf']
  /** What the menu shows of an item of the 86 board; null where there is nothing. */
  readonly picture: MenuNoun['picture']
  /** The file of an export of guests that a browser may fetch, and how much of it counts; null where there is none. */
  readonly exportFile: Guests['exportFile']
  /** Ends feeds and the sender, and closes the database; what waits to be sent stays there. */
  close(): Promise<void>
}

const unencrypted: AppError = { code: 'unreachable', reason: 'unencrypted' }

/** Builds a host and starts it: reads what a crash left unread, opens the feeds, sends what waits. */
export async function createHost(given: HostDeps): Promise<Host> {
  const deps = { ...given, clock: guardedClock(given.clock, given.log) }
  const { log } = deps
  const skew = createClockSkew(deps.clock, (change) => {
    log.warn('the machine’s clock is not the platform’s', change)
    arrivals.wake()
    heartbeat.plan()
  })
  const { clock } = skew
  const pace = createPace({
    requestsPerSecond: () => settings.current.requestsPerSecond,
    now: () => clock.monotonic(),
    wait: waitBy(clock),
  })
  const storeZone = (): string | null => store.store?.timeZone ?? null
  const connection: Connection | null =
    deps.connection === null
      ? null
      : {
          ...deps.connection,
          pace,
          onAnswer: skew.hear,
          get timeZone() {
            return storeZone()
          },
        }
  const onDamage = (cause: Error): void => deps.onDamage?.(cause)
  const file = noticing(deps.db, onDamage)
  /** Orders whose rows could not be read, until what came of them is read again. */
  let lostOrders: string[] = []
  const db = watched(file, {
    committed() {
      notifier.plan()
      heartbeat.plan()
      dueLook.committed()
    },
    rolledBack() {
      dueLook.rolledBack()
      for (const noun of nouns) noun.rolledBack?.()
    },
  })
  const backups =
    deps.backedUp === undefined
      ? null
      : createBackups({
          db,
          ...deps.backedUp,
          clock,
          log,
          isReplaced: deps.damage !== null,
          remember: () => headIn(db),
          onStatus: () => heartbeat.plan(),
        })
  const settle = () => backups?.settle() ?? Promise.resolve(db.checkpoint())
  const values = createValues(db, log)
  const outboxRows = createOutboxRows(db, log)
  const outboxTime = createOutboxTime(clock)
  const dueLook = createDueLook(() => worker.plan())
  const outbox = createOutbox({
    rows: outboxRows,
    clock,
    time: outboxTime,
    kinds: () => kinds,
    onChange: dueLook.changed,
    onDecision: () => deliveries.touch(),
    hurry: (lane) => worker.hurry(lane),
  })
  const deliveries: Deliveries = createDeliveries({
    db,
    rows: outboxRows,
    outbox,
    kinds: () => kinds,
  })
  let closed = false
  const shared: NounDeps = {
    ...deps,
    clock,
    connection,
    backOff: createBackOff(deps.chance),
    db,
    values,
    newId: randomUUID,
    dialect: connection?.dialect ?? createDialect(),
    outbox,
    settings: () => settings.current,
    changed: () => notifier.plan(),
    gradually: dueLook.gradually,
    storeZone,
    timeZone: () => storeZone() ?? 'UTC',
    isOurs: (storeId: string) => store.ids.has(storeId),
    dateOf: skew.dateOf,
    agreed: skew.agreed,
  }

  const settings = createSettings({
    ...shared,
    onChange() {
      orders.touchAll()
      shiftNouns.settingsChanged()
    },
    onChanged: (before, after) => arrivals.apply(before, after),
  })
  const store = createConnection({
    ...shared,
    onLearned() {
      arrivals.readAgain()
      shiftNouns.settingsChanged()
    },
    onSeen() {
      menu.storeKnown()
      deps.onSeen?.({ state: store.seen.state, ids: [...store.ids] })
      heartbeat.plan()
    },
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
  const front = createFrontNouns({
    shared,
    store,
    menu,
    orders: () => orders,
    onPurged: () => backups?.forget(),
  })
  const orders = createOrders({
    ...shared,
    menu,
    allergiesOf: front.guests.allergiesOf,
    onLost: (orderId) => void lostOrders.push(orderId),
  })
  const screens = createScreens(shared)
  const retention = createRetention({
    ...shared,
    forgetGuests: orders.forgetGuests,
    dropArrivals: (before) => arrivals.packed.drop(before, () => orders.since(before)),
  })
  const packing = createPacking({
    ...shared,
    // Screens have nothing to hear of it.
    db: file,
    settle,
    packArrivals: (before) => arrivals.packed.pack(before),
    packTickets: orders.pack,
  })
  const shiftNouns = createShiftNouns({
    shared,
    store: () => store.store,
    outboxCounts: outboxRows.counts,
    orders,
    stock,
    unmarkedReservations: front.reservations.unmarked,
    sign: screens.sign,
  })
  const doctor = createDoctor({ ...shared, events: () => arrivedTypes(db) })
  const arrivals = createArrivals({
    ...shared,
    refusedSkewMs: () => skew.refusedMs,
    inboxDb: file,
    lostOrders() {
      const lost = lostOrders
      lostOrders = []
      return lost
    },
    store: () => ({
      id: store.store?.id ?? null,
      ids: store.ids,
      websiteId: store.websiteId,
    }),
    knowsOrder: orders.knows,
    hearOrder(heard) {
      for (const noun of nouns) noun.hears?.order?.(heard)
    },
    hearProcess(heard) {
      for (const noun of nouns) noun.hears?.process?.(heard)
    },
    onStatus: () => heartbeat.plan(),
  })

  const claimed = [
    orders,
    stock,
    menu,
    ...front.nouns,
    ...shiftNouns.nouns,
    deliveries,
    settings,
    screens,
    store,
    doctor,
    arrivals,
    retention,
    packing,
  ] as const
  const nouns: readonly Noun[] = claimed
  const kinds: OutboxKinds = outboxOf(claimed)
  const handlers: Omit<Host['handlers'], 'status.read'> = handlersOf(claimed)

  function catchUp(): void {
    for (const noun of nouns) noun.catchUp?.()
  }
  const worker = createOutboxWorker({
    ...deps,
    clock,
    time: outboxTime,
    agreed: skew.agreed,
    db,
    rows: outboxRows,
    kinds,
    catchUp,
    askToken: store.askToken,
    onPause: () => heartbeat.plan(),
    onDecision: () => deliveries.touch(),
  })
  const notifier = createNotifier({
    log,
    changes: nouns.flatMap((noun) => (noun.changes === undefined ? [] : [noun.changes])),
    broadcast: deps.notify,
  })
  /** What keeps everything here before anything is tried. */
  function heldBack(): AppError | null {
    if (connection === null) return noToken
    return isHeldBack(connection) ? unencrypted : null
  }
  const readStatus = (): Status => ({
    now: isoNow(clock),
    skewMs: skew.ms,
    mode: deps.mode,
    store: store.store,
    storeSeen: store.seen,
    ...arrivals.status(),
    outbox: {
      ...outboxRows.counts(),
      paused: worker.paused ?? heldBack(),
    },
    damage: deps.damage,
    backup: backups?.status ?? null,
    setAside: countSetAside(db),
    menus: menu.toldAt === null ? null : menu.state.choice,
    guestsForgottenAt: front.guests.forgottenAt,
  })
  /** The file was looked through, and what was put aside of it before has not been trimmed since. */
  let isSound = false
  function trimAside(): void {
    const now = skew.agreed.toDelete()
    if (!isSound || deps.backedUp === undefined || now === 0) return
    isSound = false
    trimQuarantine(deps.backedUp.path, now, log)
  }
  const heartbeat = createHeartbeat(clock, log, {
    notify: () => deps.notify({ type: 'status.changed', status: readStatus() }),
    chores: [
      ...nouns.flatMap((noun) => (noun.catchUp === undefined ? [] : [noun.catchUp])),
      () => backups?.catchUp(),
      trimAside,
    ],
  })

  const sweep = createSweep({
    db: file,
    clock,
    log,
    settle,
    onDamage,
    onEnd() {
      isSound = true
      arrivals.readLost()
      heartbeat.plan()
    },
  })

  async function close(): Promise<void> {
    if (closed) return
    closed = true
    heartbeat.stop()
    notifier.stop()
    sweep.stop()
    for (const noun of nouns)
      try {
        await noun.close?.()
      } catch (cause) {
        log.error('not closed', { cause: String(cause) })
      }
    await worker.stop()
    await backups?.make()
    db.close()
  }

  try {
    settleLoss({
      db,
      values,
      rows: outboxRows,
      kinds,
      doubt: worker.doubt,
      keepTickets: orders.keepAnew,
    })
    for (const noun of nouns) await noun.start?.()
  } catch (cause) {
    // Whoever tries again finds nobody who holds the file, or goes on half begun.
    await close()
    throw cause
  }
  // What is damaged of all that waits is set aside now, and not when its turn comes.
  outboxRows.allOpen()
  worker.wake()
  heartbeat.start()
  sweep.start()

  return {
    get webhookUrl() {
      return arrivals.status().webhook.address
    },
    callerOf: screens.callerOf,
    picture: menu.picture,
    exportFile: front.guests.exportFile,
    handlers: { ...handlers, 'status.read': () => ok(readStatus()) },
    close,
  }
}
