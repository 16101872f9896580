import { defaultSettings } from '#contract/settings/settings.ts'
import type { Bump } from '#contract/tickets/ticket.ts'
import { systemClock } from '#host/clock.ts'
import type { Database } from '#host/db/open.ts'
import { createRows } from '#host/db/rows.ts'
import { createOrderStore, type OrderStore } from '#host/tickets/store.ts'
import { createDialect } from '#platform/dialect.ts'
import { contextOf } from './context.ts'
import { createKeptLog } from './kept-log.ts'
import { noMenu } from './told-ticket.ts'

/** The orders of a file that no host has open. `bumpOf` says of each whether it is bumped. */
export function orderStoreOf(
  db: Database,
  bumpOf: () => Bump | null,
  now: () => number = () => Date.now(),
): OrderStore {
  const log = createKeptLog()
  return createOrderStore(
    contextOf({
      db,
      log,
      rows: (format) => createRows(db, log, format),
      dialect: createDialect(),
      settings: () => defaultSettings,
      clock: { ...systemClock, now },
    }),
    { menu: noMenu, allergiesOf: () => null, bumpOf, onLost: () => undefined },
  )
}
