import { DatabaseSync } from 'node:sqlite'
import type { RestorePreview, StoreContents } from '#contract/backups.ts'
import type { Database } from '../db/open.ts'
import { closedUrl } from '../db/separate-thread.ts'
import { storedText } from '../db/values.ts'
import { contentsOf, countContents } from '../recovery/contents.ts'

/** Compares the open store with a restored database that nobody has open. */
export function previewRestore(db: Database, restored: string, at: string): RestorePreview {
  const then = new DatabaseSync(closedUrl(restored), { readOnly: true })
  const differs = (name: string): boolean =>
    storedText((sql, key) => db.get(sql, key), name) !==
    storedText((sql, key) => then.prepare(sql).get(key), name)
  try {
    return {
      at,
      now: countContents((sql) => db.get(sql)),
      // It was checked, so every count can be read.
      then: contentsOf(closedUrl(restored)) as StoreContents,
      settingsDiffer: differs('settings'),
      pinDiffers: differs('screens.pin'),
    }
  } finally {
    then.close()
  }
}
