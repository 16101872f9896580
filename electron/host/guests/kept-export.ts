import { z } from 'zod'
import { keptExportSchema, type KeptExport } from '#domain/guests/export-state.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** The last export, on disk. Writes belong into the caller's transaction. */
export interface KeptExports {
  read(): KeptExport | null
  /** In the place of any other. */
  write(kept: KeptExport): void
  clear(): void
}

export function createKeptExports(db: Database, log: Log): KeptExports {
  const rows = createRows(db, log, {
    table: 'guest_exports',
    key: 'id',
    schema: z.object({ id: z.string(), export: keptExportSchema }),
    columns: ['id', 'export'],
    json: ['export'],
    version: 2,
  })
  return {
    read: () => rows.all()[0]?.export ?? null,
    write(kept) {
      db.run('DELETE FROM guest_exports WHERE id <> ?', kept.id)
      rows.put({ id: kept.id, export: kept })
    },
    clear() {
      db.run('DELETE FROM guest_exports')
    },
  }
}
