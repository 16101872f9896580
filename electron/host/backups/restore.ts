import { basename } from 'node:path'
import type { RestorePreview, RestoreTest } from '#contract/backups.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { removeDatabase } from '../db/files.ts'
import type { Context } from '../noun.ts'
import { hasRoom } from '../recovery/backup.ts'
import { countContents } from '../recovery/contents.ts'
import { prepareFile, prepareRestore, type PreparedRestore } from '../recovery/restore-backup.ts'
import { listBackups, type StoredBackup } from '../recovery/stored-backups.ts'
import { previewRestore } from './preview.ts'
import { testRestore } from './restore-test.ts'

/** Restores backups to a file next to the store’s. The caller does one at a time. */
export function createRestores(
  { db, clock, log, replaceFile }: Context,
  { path, folder }: NonNullable<Context['backedUp']>,
) {
  /** Another file than the one that damage of the store would make. */
  const next = `${path}-restored`
  // What a crash left.
  removeDatabase(next)

  const deps = () => ({ path, folder, next, tables: db.tables, now: clock.now(), log })

  /** Restores a backup, or the newest one, to a file of its own. */
  async function prepare(
    id: string | null,
    at = next,
  ): Promise<Result<[StoredBackup, PreparedRestore]>> {
    const points = listBackups(folder)
    const point = points.find((each) => id === null || basename(each.path) === id)
    if (point === undefined) return fail('not-found')
    if (!hasRoom(folder, path)) return fail('storage', undefined, 'no-room')
    const prepared = await prepareRestore(point, { ...deps(), next: at })
    return prepared === null
      ? fail('unreadable', undefined, 'backup-damaged')
      : ok([point, prepared])
  }

  async function preview(id: string): Promise<Result<RestorePreview>> {
    const made = await prepare(id)
    if (!made.ok) return made
    const [point, prepared] = made.value
    try {
      return ok(previewRestore(db, prepared.path, point.at))
    } finally {
      prepared.discard()
    }
  }

  async function restore(id: string): Promise<Result<null>> {
    const made = await prepare(id)
    return made.ok ? replaceBy(made.value[1]) : made
  }

  /** Puts a prepared database in the place of the store's. */
  async function replaceBy(prepared: PreparedRestore): Promise<Result<null>> {
    if (replaceFile === undefined) return fail('not-found')
    try {
      await replaceFile(prepared)
      return ok(null)
    } catch (cause) {
      prepared.discard()
      log.error('backup not restored', { cause: String(cause) })
      return fail('storage', cause instanceof Error ? cause.message : String(cause))
    }
  }

  /** Checks a database that came from elsewhere, at `at`, and says what it would change. */
  async function adopt(at: string, point: Pick<StoredBackup, 'at' | 'commits'>) {
    const prepared = await prepareFile(at, point, deps())
    try {
      return { prepared, preview: previewRestore(db, at, point.at) }
    } catch (cause) {
      prepared.discard()
      throw cause
    }
  }

  return {
    prepare,
    adopt,
    preview,
    restore,
    replaceBy,
    /** Tests the newest backup; null without one. */
    async test(): Promise<Result<RestoreTest | null>> {
      const [point] = listBackups(folder)
      if (point === undefined) return ok(null)
      if (!hasRoom(folder, path)) return fail('storage', undefined, 'no-room')
      // What was committed since then isn't in it.
      const isCurrent = point.commits === db.commits
      const expected = isCurrent ? countContents((sql) => db.get(sql)) : null
      return ok(await testRestore(point, expected, deps()))
    },
  }
}
