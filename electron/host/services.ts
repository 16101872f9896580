import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { BackOff } from '#contract/back-off.ts'
import type { Connection } from '#platform/connection.ts'
import { createPace } from '#platform/call/pace.ts'
import { createDialect } from '#platform/dialect.ts'
import { probeServer } from '#platform/probe.ts'
import { Archive, archiveUsed } from './archive/archive.ts'
import { archiveBackupsOf, archiveOf } from './db/store-folder.ts'
import { listBackups } from './db/stored-backups.ts'
import type { BuiltNouns } from './build-nouns.ts'
import { createClockSkew } from './clock-skew.ts'
import { guardedClock, createWait } from './clock.ts'
import { store } from './connection/connection.ts'
import { ReportingDatabase, WatchedDatabase } from './db/open.ts'
import { Rows } from './db/rows.ts'
import { createValues } from './db/values.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import type { Context, HostDeps } from './noun.ts'
import { createNotifier, type Notifier } from './notify/notify.ts'
import { createStoreMove } from './db/hand-over.ts'
import type { OutboxServices } from './outbox/attempt.ts'
import { createDueCheck, createOutbox, settleLoss } from './outbox/outbox.ts'
import { createOutboxTime } from './outbox/policy.ts'
import { Reachability } from './outbox/reachability.ts'
import { readLong } from './worker/read-long.ts'
import { createOutboxRows } from './outbox/rows.ts'
import { createOutboxWorker, type OutboxWorker } from './outbox/worker.ts'
import { settings } from './settings/settings.ts'
import { status } from './status/status.ts'

export interface Services {
  readonly context: Omit<Context, 'use' | 'allNouns'>
  readonly notifier: Notifier
  readonly heartbeat: Heartbeat
  /** Builds the outbox worker, once the nouns exist. */
  createWorker(): OutboxWorker
  /** Handles what the start found lost. */
  settleLoss(): void
  /** Damaged entries that wait are set aside now, not when their turn comes. */
  checkWaiting(): void
  /** Nothing is asked of the platform any more. */
  stop(): void
}

/** `worker` exists once it is built; `nouns` are built with these services. */
export function createServices(
  deps: HostDeps,
  nouns: BuiltNouns,
  worker: () => OutboxWorker,
): Services {
  const { log } = deps
  const skew = createClockSkew(guardedClock(deps.clock, log), (change) => {
    log.warn('the machine’s clock is not the platform’s', change)
    void nouns.announce('clock.corrected', null)
    heartbeat.plan()
  })
  const { clock } = skew
  const settingsNow = () => nouns.api(settings).current
  const storeNow = () => nouns.api(store)
  const storeZone = (): string | null => storeNow().store?.timeZone ?? null
  const pace = createPace({
    requestsPerSecond: () => settingsNow().requestsPerSecond,
    now: () => clock.monotonic(),
    wait: createWait(clock),
    chance: deps.chance,
  })
  const allowed: Connection | null = deps.connection && {
    ...deps.connection,
    isMoved: () => storeMove.isAway,
  }
  const reachability = new Reachability({
    ...{ clock, log },
    chance: deps.chance,
    probe: (origin, nth, signal) =>
      probeServer(allowed, { origin, nth, signal, storeId: storeNow().id }),
    onOut: (origin) => worker().forgive(origin),
    onReachable(origin, wasOut) {
      if (!wasOut) {
        worker().plan()
        return
      }
      worker().forgive(origin)
      void nouns.announce('platform.reachable', null)
    },
  })
  const observed: Connection | null = allowed && {
    ...allowed,
    reach: reachability,
    onVerdict: (verdict) => storeNow().noteVerdict(verdict),
  }
  const connection: Connection | null =
    observed === null
      ? null
      : {
          ...observed,
          pace,
          readLong,
          onAnswer: skew.addAnswer,
          get timeZone() {
            return storeZone()
          },
        }

  const notifier = createNotifier(log, {
    changes: () =>
      nouns.parts.flatMap((noun) =>
        noun.changes === undefined ? [] : () => noun.changes?.() ?? [],
      ),
    broadcast: deps.notify,
  })
  const file = new ReportingDatabase(deps.db, (cause) => deps.onDamage?.(cause))
  const dueLook = createDueCheck(() => worker().plan())
  const db = new WatchedDatabase(file, {
    began: notifier.began,
    committed() {
      notifier.committed()
      heartbeat.plan()
      dueLook.committed()
    },
    rolledBack() {
      dueLook.rolledBack()
      notifier.rolledBack()
      for (const noun of nouns.parts) noun.rolledBack?.()
    },
  })
  const values = createValues(db, log)
  const used = archiveUsed(values)
  const path = String(file.get('PRAGMA database_list')?.['file'])
  const archive = new Archive({
    ...{ clock, log, path: archiveOf(path) },
    wasUsed: () => used.read() === true,
    copies: () => listBackups(archiveBackupsOf(path)).map(({ path }) => path),
    onTrouble: () => heartbeat.plan(),
  })
  const storeMove = createStoreMove({
    ...{ db, values, clock, newId: randomUUID },
    onChange() {
      heartbeat.plan()
      worker().plan()
    },
  })
  const rows = createOutboxRows(db, log)
  const time = createOutboxTime(clock)
  const parts: OutboxServices = { rows, time, kinds: () => nouns.kinds }
  const outbox = createOutbox(
    { clock, notify: notifier.notify },
    parts,
    worker,
    dueLook.changed,
    storeMove,
  )
  const heartbeat = createHeartbeat(clock, log, {
    notify: () => deps.notify({ type: 'status.changed', status: nouns.api(status).current() }),
    chores: () => nouns.parts.flatMap((noun) => [() => noun.catchUp?.(), () => noun.everyBeat?.()]),
  })

  const context: Services['context'] = {
    ...deps,
    clock,
    connection,
    db,
    file,
    folder: dirname(path),
    archive,
    rows: (format) => new Rows(db, log, format),
    values,
    newId: randomUUID,
    backOff: new BackOff(deps.chance),
    dialect: connection?.dialect ?? createDialect(),
    outbox,
    storeMove,
    settings: settingsNow,
    storeZone,
    timeZone: () => storeZone() ?? 'UTC',
    countryCode: () => storeNow().store?.countryCode ?? '',
    isOurs: (storeId) => storeNow().ids.has(storeId),
    agreed: skew.agreed,
    dateOf: skew.dateOf,
    skew,
    gradually: dueLook.gradually,
    notify: notifier.notify,
    changed: notifier.plan,
    statusChanged: () => heartbeat.plan(),
    announce: (name, news) => nouns.announce(name, news),
  }
  return {
    context,
    notifier,
    heartbeat,
    createWorker: () =>
      // Its requests don't wait for the pace.
      createOutboxWorker({ ...context, connection: observed }, parts, {
        catchUp() {
          for (const noun of nouns.parts) noun.catchUp?.()
        },
        isAway: () => storeMove.isAway,
        askToken: () => storeNow().askToken(),
        reachability,
      }),
    settleLoss: () => settleLoss(context, parts, worker().doubt),
    checkWaiting: () => void rows.allOpen(),
    stop: () => reachability.stop(),
  }
}
