import { randomUUID } from 'node:crypto'
import type { HostEvent } from '#contract/operations.ts'
import { ok } from '#contract/result.ts'
import type { Damage, Status } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { createArrivals } from './arrivals.ts'
import { isoNow, type Clock } from './clock.ts'
import { createIdentity } from './connection/identity.ts'
import type { Database } from './db/open.ts'
import { noToken, routeDebts } from './debt-routes.ts'
import type { Handlers } from './dispatch.ts'
import { createDoctor } from './doctor/doctor.ts'
import { arrivedTypes } from './inbox/event-types.ts'
import type { Log } from './log.ts'
import { createTickets } from './orders/tickets.ts'
import { createOutboxStore } from './outbox/store.ts'
import { createOutboxWorker } from './outbox/worker.ts'
import { createPulse } from './pulse.ts'
import { createSettings, readValue, writeValue } from './settings/settings.ts'
import { createStock, type Stock } from './stock/stock.ts'

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

/** Builds a host and starts it: reads what a crash left unread, opens the feeds, pays what is owed. */
export async function createHost(deps: HostDeps): Promise<Host> {
  const { clock, log, chance, connection, storeId, tell } = deps
  const dialect = connection?.dialect ?? createDialect()
  const db: Database = {
    ...deps.db,
    transact(work) {
      try {
        return deps.db.transact(work)
      } catch (cause) {
        tickets.reload()
        throw cause
      }
    },
  }
  const memory = (name: string) => ({
    read: () => readValue(db, name),
    write: (value: unknown) => writeValue(db, name, value),
  })
  const settings = createSettings(db)
  const outbox = createOutboxStore(db)
  let closed = false

  /** After every commit. */
  function tellChanges(): void {
    tickets.tellChanges()
    stock.tellChanges()
    pulse.plan()
  }

  function retellTickets(): void {
    tickets.touchAll()
    tellChanges()
  }

  const identity = createIdentity({
    connection,
    storeId,
    log,
    memory: memory('store'),
    onLearned: () => pulse.plan(),
  })
  const stock = createStock({
    ...deps,
    db,
    outbox,
    newId: randomUUID,
    timeZone: () => identity.store?.timeZone ?? 'UTC',
    memory: memory('stock.opening'),
    onOwed: () => worker.wake(),
    onRenamed: retellTickets,
  })
  const tickets = createTickets({
    db,
    outbox,
    clock,
    dialect,
    settings: () => settings.current,
    keyOf: stock.keyOf,
    transact(work) {
      const result = db.transact(work)
      tellChanges()
      worker.wake()
      return result
    },
    tell,
  })
  const worker = createOutboxWorker({
    db,
    store: outbox,
    clock,
    log,
    chance,
    ...routeDebts({ connection, tickets, stock }),
    catchUp: stock.catchUp,
    onCommitted: tellChanges,
  })

  const arrivals = createArrivals({
    ...deps,
    db,
    inboxDb: deps.db,
    dialect,
    settings: () => settings.current,
    identity,
    tickets,
    stock,
    onRead() {
      tellChanges()
      worker.wake()
    },
    onStatus: () => pulse.plan(),
  })
  const doctor = createDoctor({ ...deps, events: () => arrivedTypes(db) })

  const readStatus = (): Status => ({
    now: isoNow(clock),
    mode: deps.mode,
    store: identity.store,
    ...arrivals.status(),
    outbox: { ...outbox.counts(), paused: worker.paused ?? (connection === null ? noToken : null) },
    damage: deps.damage,
  })
  const pulse = createPulse(clock, {
    tell() {
      tell({ type: 'status.changed', status: readStatus() })
    },
    beat() {
      stock.catchUp()
      identity.beat()
      arrivals.beat()
    },
  })

  await arrivals.start()
  stock.start()
  worker.wake()
  pulse.start()

  return {
    get webhookUrl() {
      return arrivals.status().webhook.address
    },
    picture: stock.picture,
    handlers: {
      ...tickets.handlers,
      ...stock.handlers,
      'status.read': () => ok(readStatus()),
      'inbox.unread': () => ok(arrivals.unread()),
      'settings.read': () => ok(settings.current),
      async 'settings.change'(patch) {
        const before = settings.current
        const after = settings.change(patch)
        await arrivals.apply(before, after)
        retellTickets()
        tell({ type: 'settings.changed', settings: after })
        return ok(after)
      },
      'connection.resume'() {
        worker.resume()
        arrivals.wake()
        return ok(null)
      },
      'doctor.read': doctor.read,
      'doctor.examine': doctor.examine,
      'doctor.report': doctor.report,
    },
    async close() {
      if (closed) return
      closed = true
      identity.close()
      doctor.close()
      stock.close()
      pulse.stop()
      await arrivals.close()
      await worker.stop()
      db.close()
    },
  }
}
