import { defaultSettings } from '#contract/settings/settings.ts'
import type { Bump } from '#contract/tickets/ticket.ts'
import type { Archive } from '#host/archive/archive.ts'
import { systemClock } from '#host/clock/clock.ts'
import type { Database } from '#host/db/open.ts'
import { Rows } from '#host/db/rows.ts'
import { TicketStore } from '#host/tickets/store.ts'
import { createDialect } from '#platform/dialect.ts'
import { noStations } from '#domain/stations/routes.ts'
import { archiveFor } from './archive.ts'
import { contextOf } from './context.ts'
import { createRecordingLog } from './recording-log.ts'
import { noMenu } from './platform-ticket.ts'

/** The orders of a closed file. `bumpOf` decides whether each is bumped. */
export function ticketStoreOf(
  db: Database,
  bumpOf: () => Bump | null,
  now: () => number = () => Date.now(),
  archive: Archive = archiveFor(db),
): TicketStore {
  const log = createRecordingLog()
  return new TicketStore(
    contextOf({
      db,
      archive,
      log,
      rows: (format) => new Rows(db, log, format),
      dialect: createDialect(),
      settings: () => defaultSettings,
      clock: { ...systemClock, now },
    }),
    {
      menu: { ...noMenu, items: {} },
      stations: { routes: noStations, dishTimes: { secondsOf: () => null } },
      guests: { allergiesOf: () => null },
      bumpOf,
      onLost: () => undefined,
    },
  )
}
