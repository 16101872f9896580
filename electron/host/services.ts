import { randomUUID } from 'node:crypto'
import type { Connection } from '#platform/connection.ts'
import { createPace } from '#platform/call/pace.ts'
import { createDialect } from '#platform/dialect.ts'
import { createBackOff } from './back-off.ts'
import type { BuiltNouns } from './build-nouns.ts'
import { createClockSkew } from './clock-skew.ts'
import { guardedClock, waitBy } from './clock.ts'
import { store } from './connection/connection.ts'
import { noticing, watched } from './db/open.ts'
import { createRows } from './db/rows.ts'
import { createValues } from './db/values.ts'
import { deliveries } from './deliveries/deliveries.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import type { Context, HostDeps } from './noun.ts'
import { createNotifier, type Notifier } from './notify/notify.ts'
import { createDueLook } from './outbox/due-look.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createOutboxRows } from './outbox/rows.ts'
import { settleLoss } from './outbox/settle-loss.ts'
import { createOutboxTime } from './outbox/time.ts'
import { createOutboxWorker, type OutboxWorker } from './outbox/worker.ts'
import { settings } from './settings/settings.ts'
import { status } from './status/status.ts'

/** What all nouns of a store share, and what the host starts and ends. */
export interface Services {
  readonly context: Omit<Context, 'use' | 'allNouns'>
  readonly notifier: Notifier
  readonly heartbeat: Heartbeat
  /** Builds the sender, once the nouns are there. */
  createWorker(): OutboxWorker
  /** Draws the conclusions of what the start found lost. */
  settleLoss(): void
  /** What is damaged of all that waits is set aside now, and not when its turn comes. */
  checkWaiting(): void
}

/** `worker` answers once it is built; `nouns` are built with what comes of this. */
export function createServices(
  deps: HostDeps,
  nouns: BuiltNouns,
  worker: () => OutboxWorker,
): Services {
  const { log } = deps
  const skew = createClockSkew(guardedClock(deps.clock, log), (change) => {
    log.warn('the machine’s clock is not the platform’s', change)
    void nouns.tell('clock.corrected', null)
    heartbeat.plan()
  })
  const { clock } = skew
  const settingsNow = () => nouns.api(settings).current
  const storeNow = () => nouns.api(store)
  const storeZone = (): string | null => storeNow().store?.timeZone ?? null
  const pace = createPace({
    requestsPerSecond: () => settingsNow().requestsPerSecond,
    now: () => clock.monotonic(),
    wait: waitBy(clock),
  })
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

  const notifier = createNotifier({
    log,
    changes: () => nouns.parts.flatMap(({ changes }) => changes ?? []),
    broadcast: deps.notify,
  })
  const file = noticing(deps.db, (cause) => deps.onDamage?.(cause))
  const dueLook = createDueLook(() => worker().plan())
  const db = watched(file, {
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
  const rows = createOutboxRows(db, log)
  const time = createOutboxTime(clock)
  const onDecision = (): void => nouns.api(deliveries).changed()
  let kinds = nouns.kinds
  const outbox = createOutbox({
    rows,
    clock,
    time,
    kinds: () => kinds,
    onChange: dueLook.changed,
    onDecision,
    worker,
  })
  const heartbeat = createHeartbeat(clock, log, {
    notify: () => deps.notify({ type: 'status.changed', status: nouns.api(status).read() }),
    chores: () =>
      nouns.parts.flatMap(({ catchUp, everyBeat }) =>
        [catchUp, everyBeat].filter((chore) => chore !== undefined),
      ),
  })

  return {
    context: {
      ...deps,
      clock,
      connection,
      db,
      file,
      rows: (format) => createRows(db, log, format),
      values,
      newId: randomUUID,
      backOff: createBackOff(deps.chance),
      dialect: connection?.dialect ?? createDialect(),
      outbox,
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
      tell: (name, news) => nouns.tell(name, news),
    },
    notifier,
    heartbeat,
    // What it sends waits for no pace.
    createWorker: () =>
      createOutboxWorker({
        ...deps,
        clock,
        time,
        agreed: skew.agreed,
        db,
        rows,
        kinds: (kinds = nouns.kinds),
        catchUp() {
          for (const noun of nouns.parts) noun.catchUp?.()
        },
        askToken: () => storeNow().askToken(),
        onPause: () => heartbeat.plan(),
        onDecision,
      }),
    settleLoss: () =>
      settleLoss({
        db,
        values,
        rows,
        kinds,
        doubt: worker().doubt,
        onRestored: () => void nouns.tell('file.restored', null),
      }),
    checkWaiting: () => void rows.allOpen(),
  }
}
