import { archiveOf } from '#host/db/store-folder.ts'
import { Archive } from '#host/archive/archive.ts'
import { systemClock } from '#host/clock/clock.ts'
import type { Database } from '#host/db/open.ts'
import { createRecordingLog } from './recording-log.ts'

/** The archive beside a store's own file. Whoever uses it closes it. */
export const archiveFor = (db: Pick<Database, 'get'>): Archive =>
  archiveAt(String(db.get('PRAGMA database_list')?.['file']))

/** The same, by the path of the store's file. */
export const archiveAt = (file: string): Archive =>
  new Archive({
    path: archiveOf(file),
    clock: systemClock,
    log: createRecordingLog(),
    wasUsed: () => false,
    copies: () => [],
    onTrouble: () => undefined,
  })
