import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { BackOff } from '#contract/shared/back-off.ts'
import type { HostEvent } from '#contract/index.ts'
import { createDialect } from '#platform/dialect.ts'
import { Archive, archiveUsed } from '../archive/archive.ts'
import { archiveBackupsOf, archiveOf } from '../db/store-folder.ts'
import { listBackups } from '../db/stored-backups.ts'
import type { Nouns } from './build-nouns.ts'
import { ClockSkew } from '../clock/clock-skew.ts'
import { GuardedClock } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import { ReportingDatabase, WatchedDatabase } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import { createValues } from '../db/values.ts'
import { Heartbeat } from './heartbeat.ts'
import type { Context, HostDeps } from '../noun.ts'
import { Notifier } from '../notify/notify.ts'
import { StoreMove } from '../db/hand-over.ts'
import { Outbox, type OutboxServices } from '../outbox/outbox.ts'
import { OutboxTime, DueCheck } from '../outbox/policy.ts'
import { OutboxRows } from '../outbox/rows.ts'
import { settleLoss } from '../outbox/settle-loss.ts'
import { OutboxWorker } from '../outbox/worker.ts'
import { settings } from '../settings/settings.ts'
import { status } from '../status/status.ts'
import { StoreConnection } from './store-connection.ts'

/** What all nouns share, and what it is made of. */
export class Services {
  readonly context: Omit<Context, 'use' | 'allNouns'>
  readonly notifier: Notifier
  readonly heartbeat: Heartbeat
  readonly #deps: HostDeps
  readonly #nouns: Nouns
  readonly #worker: () => OutboxWorker
  readonly #skew: ClockSkew
  readonly #connection: StoreConnection
  readonly #file: ReportingDatabase
  readonly #db: WatchedDatabase
  readonly #dueCheck: DueCheck
  readonly #storeMove: StoreMove
  readonly #outbox: OutboxServices

  /** `worker` exists once it is built; `nouns` are built with these services. */
  constructor(deps: HostDeps, nouns: Nouns, worker: () => OutboxWorker) {
    const { log, connection, chance } = deps
    this.#deps = deps
    this.#nouns = nouns
    this.#worker = worker
    this.#skew = this.#makeSkew()
    const { clock } = this.#skew
    this.#connection = new StoreConnection({
      ...{ log, connection, chance, nouns, worker, skew: this.#skew },
      isMoved: () => this.#storeMove.isAway,
    })
    this.notifier = new Notifier(log, {
      changes: () => this.#nounsChanges(),
      broadcast: (event) => deps.notify(event),
    })
    this.#file = new ReportingDatabase(deps.db, (cause) => deps.onDamage?.(cause))
    this.#dueCheck = new DueCheck(() => worker().plan())
    this.#db = new WatchedDatabase(this.#file, {
      began: () => this.notifier.began(),
      committed: () => this.#committed(),
      rolledBack: () => this.#rolledBack(),
    })
    this.#storeMove = new StoreMove({
      ...{ db: this.#db, values: createValues(this.#db, log), clock, newId: randomUUID },
      onChange: () => this.#storeMoved(),
    })
    this.#outbox = {
      rows: new OutboxRows(this.#db, log),
      time: new OutboxTime(clock),
      kinds: () => nouns.kinds,
    }
    this.heartbeat = new Heartbeat(clock, log, {
      notify: () => deps.notify({ type: 'status.changed', status: nouns.api(status).current() }),
      chores: () => this.#chores(),
    })
    this.context = this.#makeContext()
  }

  /** Builds the outbox worker, once the nouns exist. */
  createWorker(): OutboxWorker {
    const { reachability, unpaced } = this.#connection
    return new OutboxWorker({ ...this.context, connection: unpaced }, this.#outbox, {
      catchUp: () => this.#catchUp(),
      isAway: () => this.#storeMove.isAway,
      askToken: () => this.#nouns.api(store).askToken(),
      reachability,
    })
  }

  /** Handles what the start found lost. */
  settleLoss(): void {
    settleLoss(this.context, this.#outbox, (entry) => this.#worker().doubt(entry))
  }

  /** Damaged entries that wait are set aside now, not when their turn comes. */
  checkWaiting(): void {
    this.#outbox.rows.allOpen()
  }

  /** Nothing is asked of the platform any more. */
  stop(): void {
    this.#connection.reachability.stop()
  }

  #makeSkew(): ClockSkew {
    const { clock, log } = this.#deps
    return new ClockSkew(new GuardedClock(clock, log), (change) => {
      log.warn('the machine’s clock is not the platform’s', change)
      void this.#nouns.announce('clock.corrected', null)
      this.heartbeat.plan()
    })
  }

  #makeArchive(path: string, values: Context['values']): Archive {
    const used = archiveUsed(values)
    return new Archive({
      ...{ clock: this.#skew.clock, log: this.#deps.log, path: archiveOf(path) },
      wasUsed: () => used.read() === true,
      copies: () => listBackups(archiveBackupsOf(path)).map((backup) => backup.path),
      onTrouble: () => this.heartbeat.plan(),
    })
  }

  #makeContext(): Services['context'] {
    const { log, chance } = this.#deps
    const { clock, agreed } = this.#skew
    const notify: Context['notify'] = (event) => this.notifier.notify(event)
    const values = createValues(this.#db, log)
    const path = String(this.#file.get('PRAGMA database_list')?.['file'])
    const connection = this.#connection.paced
    return {
      ...this.#deps,
      ...{ clock, connection, values, notify, agreed },
      db: this.#db,
      file: this.#file,
      folder: dirname(path),
      archive: this.#makeArchive(path, values),
      rows: (format) => new Rows(this.#db, log, format),
      newId: randomUUID,
      backOff: new BackOff(chance),
      dialect: connection?.dialect ?? createDialect(),
      outbox: new Outbox({
        ...this.#outbox,
        ...{ clock, notify, worker: this.#worker, move: this.#storeMove },
        onChange: () => this.#dueCheck.changed(),
      }),
      storeMove: this.#storeMove,
      settings: () => this.#nouns.api(settings).current,
      storeZone: () => this.#storeZone(),
      timeZone: () => this.#storeZone() ?? 'UTC',
      countryCode: () => this.#nouns.api(store).store?.countryCode ?? '',
      isOurs: (storeId) => this.#nouns.api(store).ids.has(storeId),
      dateOf: (date, receivedAt) => this.#skew.dateOf(date, receivedAt),
      skew: this.#skew,
      gradually: (work) => this.#dueCheck.gradually(work),
      changed: () => this.notifier.plan(),
      statusChanged: () => this.heartbeat.plan(),
      announce: (name, news) => this.#nouns.announce(name, news),
    }
  }

  #storeZone(): string | null {
    return this.#nouns.api(store).store?.timeZone ?? null
  }

  #nounsChanges(): (() => HostEvent[])[] {
    return this.#nouns.parts.map((noun) => () => noun.changes?.() ?? [])
  }

  #chores(): (() => void)[] {
    return this.#nouns.parts.flatMap((noun) => [() => noun.catchUp?.(), () => noun.everyBeat?.()])
  }

  #catchUp(): void {
    for (const noun of this.#nouns.parts) noun.catchUp?.()
  }

  #committed(): void {
    this.notifier.committed()
    this.heartbeat.plan()
    this.#dueCheck.committed()
  }

  #rolledBack(): void {
    this.#dueCheck.rolledBack()
    this.notifier.rolledBack()
    for (const noun of this.#nouns.parts) noun.rolledBack?.()
  }

  #storeMoved(): void {
    this.heartbeat.plan()
    this.#worker().plan()
  }
}
