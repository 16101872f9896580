import type { RestoreFault, RestoreTest, StoreContents } from '#contract/backups.ts'
import { closedUrl } from '../db/separate-thread.ts'
import type { DeclaredTable } from '../db/table.ts'
import type { Log } from '../log.ts'
import { areRowsSound } from '../recovery/check-file.ts'
import { contentsOf } from '../recovery/contents.ts'
import { prepareRestore } from '../recovery/restore-backup.ts'
import type { StoredBackup } from '../recovery/stored-backups.ts'

interface RestoreTestDeps {
  path: string
  folder: string
  /** Where the backup is restored to. It is deleted afterwards. */
  next: string
  tables: readonly DeclaredTable[]
  now: number
  log: Log
}

/**
 * Restores a backup to a temporary file, reads every page and every row of it, and counts.
 * `expected` is what the store has now if nothing was committed since; null to compare nothing.
 */
export async function testRestore(
  point: StoredBackup,
  expected: Partial<StoreContents> | null,
  deps: RestoreTestDeps,
): Promise<RestoreTest> {
  let [tickets, fault]: [number | null, RestoreFault | null] = [null, 'not-restored']
  const prepared = await prepareRestore(point, deps)
  if (prepared !== null)
    try {
      const found = contentsOf(closedUrl(prepared.path))
      tickets = found.tickets ?? null
      const isSame = Object.entries(expected ?? {}).every(
        ([name, count]) => found[name as keyof StoreContents] === count,
      )
      if (!(await areRowsSound(prepared.path, deps.tables))) fault = 'rows'
      else fault = isSame ? null : 'counts'
    } catch (cause) {
      deps.log.error('restored backup not readable', { cause: String(cause) })
    } finally {
      prepared.discard()
    }
  const at = new Date(deps.now).toISOString()
  return { at, backupAt: point.at, tickets, fault }
}
