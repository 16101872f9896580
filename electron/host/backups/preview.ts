import { DatabaseSync } from 'node:sqlite'
import type { RestorePreview, StoreContents } from '#contract/backups.ts'
import type { Database } from '../db/open.ts'
import { closedUrl } from '../db/separate-thread.ts'
import { contentsOf, countContents } from '../recovery/contents.ts'

type Get = (sql: string, name: string) => Record<string, unknown> | undefined

/** A stored value as text; null if it isn't there, or can't be read. */
function valueIn(get: Get, name: string): unknown {
  try {
    return get('SELECT value FROM settings WHERE name = ?', name)?.['value'] ?? null
  } catch {
    return null
  }
}

/** Compares the open store with a restored database that nobody has open. */
export function previewRestore(db: Database, restored: string, at: string): RestorePreview {
  const then = new DatabaseSync(closedUrl(restored), { readOnly: true })
  const differs = (name: string): boolean =>
    valueIn((sql, key) => db.get(sql, key), name) !==
    valueIn((sql, key) => then.prepare(sql).get(key), name)
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
