import { basename } from 'node:path'
import type { RestorePreview, RestoreTest } from '#contract/backups/backups.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Context } from '../noun.ts'
import { contentsOf, countContents, previewRestore } from '../db/contents.ts'
import { hasRoom } from '../db/copy.ts'
import { prepareFile, prepareRestore, type PreparedRestore } from '../db/replace.ts'
import { removeScratch, scratchOf } from '../db/store-folder.ts'
import { listBackups, type StoredBackup } from '../db/stored-backups.ts'

type RestoreContext = Pick<Context, 'db' | 'clock' | 'log' | 'replaceFile'>

/** Restores backups to a folder inside the store’s. The caller does one at a time. */
export class RestoreWork {
  readonly #context: RestoreContext
  readonly #path: string
  readonly #folder: string
  readonly #next: string

  constructor(context: RestoreContext, { path, folder }: NonNullable<Context['backedUp']>) {
    this.#context = context
    this.#path = path
    this.#folder = folder
    this.#next = scratchOf(path, 'restored')
    // What a crash left.
    removeScratch(this.#next)
  }

  #deps(next: string) {
    const { clock, log } = this.#context
    return { path: this.#path, next, now: clock.now(), log }
  }

  /** Restores a backup, or the newest one, to a folder of its own. */
  async prepare(
    id: string | null,
    at = this.#next,
  ): Promise<Result<[StoredBackup, PreparedRestore]>> {
    const points = listBackups(this.#folder)
    const point = points.find((each) => id === null || basename(each.path) === id)
    if (point === undefined) return fail('not-found')
    if (!hasRoom(this.#folder, this.#path)) return fail('storage', undefined, 'no-room')
    const prepared = await prepareRestore(point, this.#deps(at))
    return prepared === null
      ? fail('unreadable', undefined, 'backup-damaged')
      : ok([point, prepared])
  }

  async preview(id: string): Promise<Result<RestorePreview>> {
    const preparation = await this.prepare(id)
    if (!preparation.ok) return preparation
    const [point, prepared] = preparation.value
    try {
      return ok(previewRestore(this.#context.db, prepared.path, point.at))
    } finally {
      prepared.discard()
    }
  }

  async restore(id: string): Promise<Result<null>> {
    const preparation = await this.prepare(id)
    return preparation.ok ? this.replaceBy(preparation.value[1]) : preparation
  }

  /** Puts a prepared database in the place of the store's. */
  async replaceBy(prepared: PreparedRestore): Promise<Result<null>> {
    const { log, replaceFile } = this.#context
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

  /** Checks a database that came from elsewhere, in `next`, and says what it would change. */
  async adopt(next: string, at: string) {
    const prepared = await prepareFile(at, this.#deps(next))
    try {
      return { prepared, preview: previewRestore(this.#context.db, prepared.path, at) }
    } catch (cause) {
      prepared.discard()
      throw cause
    }
  }

  /**
   * Restores the newest backup to a temporary file and counts what is in it; null without one.
   * `isCurrent`: it has everything that the store has now.
   */
  async test(isCurrent: boolean): Promise<Result<RestoreTest | null>> {
    const { db, clock } = this.#context
    const expected = isCurrent ? countContents((sql) => db.get(sql)) : {}
    const at = new Date(clock.now()).toISOString()
    const preparation = await this.prepare(null)
    if (!preparation.ok) {
      const [point] = listBackups(this.#folder)
      if (point === undefined) return ok(null)
      if (preparation.error.code === 'storage') return preparation
      return ok({ at, backupAt: point.at, tickets: null, fault: 'not-restored' })
    }
    const [point, prepared] = preparation.value
    const contents = contentsOf(prepared.path)
    prepared.discard()
    const isSame = Object.entries(expected).every(
      ([name, count]) => contents[name as keyof typeof contents] === count,
    )
    const tickets = contents.tickets ?? null
    return ok({ at, backupAt: point.at, tickets, fault: isSame ? null : 'counts' })
  }
}
