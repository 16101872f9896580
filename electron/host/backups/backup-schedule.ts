import { rmSync } from 'node:fs'
import type { BackupStatus } from '#contract/status/status.ts'
import type { Archive } from '../archive/archive.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../core/log.ts'
import { makeBackup } from '../db/copy.ts'
import { archiveBackupsOf } from '../db/store-folder.ts'
import { listBackups, outdated, removeUnfinished } from '../db/stored-backups.ts'

const everyMs = 15 * 60_000
/** The archive is copied this long after its last copy, and so many copies are kept. */
const archiveEveryMs = 24 * 3_600_000
const archiveCopies = 2
/** The first backup is due this long after a start. */
const firstMs = 60_000

interface BackupDeps {
  db: Database
  archive: Archive
  /** The database file; `folder` is for its backups. */
  path: string
  folder: string
  clock: Clock
  log: Log
  /** Called after a backup was made, or has failed. */
  onStatus(): void
}

/** Backs up a store's file every quarter of an hour if something was committed. */
export class BackupSchedule {
  readonly #deps: BackupDeps
  #status: BackupStatus
  #dueAt: number
  /** The commits of this opening that the newest backup has; null if nobody knows. */
  #backedUp: number | null = null
  #last: Promise<unknown> = Promise.resolve()
  /** Counts the requests to delete guests' data: a copy that was in progress then is discarded. */
  #forgotten = 0

  constructor(deps: BackupDeps) {
    this.#deps = deps
    this.#status = { lastAt: listBackups(deps.folder)[0]?.at ?? null, failing: false }
    this.#dueAt = deps.clock.monotonic() + firstMs
    this.#tidyUp()
  }

  #tidyUp(): void {
    try {
      this.#folders.forEach(removeUnfinished)
    } catch (cause) {
      this.#deps.log.warn('unfinished backup not deleted', { cause: String(cause) })
    }
  }

  /** Those of the store and of its archive. */
  get #folders(): string[] {
    return [this.#deps.folder, archiveBackupsOf(this.#deps.archive.path)]
  }

  get status(): BackupStatus {
    return this.#status
  }

  /** When the next is due, as an instant of the wall clock. */
  get nextAt(): number {
    const { clock } = this.#deps
    return clock.now() + Math.max(0, this.#dueAt - clock.monotonic())
  }

  /** Whether everything committed is in a backup. */
  get isCurrent(): boolean {
    return this.#deps.db.commits === this.#backedUp
  }

  /** Makes a backup if one is due and something was committed since the last. */
  async catchUp(): Promise<void> {
    const now = this.#deps.clock.monotonic()
    if (now < this.#dueAt) return
    this.#dueAt = now + everyMs
    await this.make()
  }

  /**
   * Makes a backup if something was committed since the last. Always resolves, even after a
   * failure. One at a time.
   */
  make(): Promise<void> {
    const attempt = this.#last.then(() => (this.isCurrent ? undefined : this.#attempt()))
    this.#last = attempt
    return attempt
  }

  async #attempt(): Promise<void> {
    const { db, path, folder, clock, log } = this.#deps
    const [now, commits, forgotten] = [clock.now(), db.commits, this.#forgotten]
    try {
      const { path: backup, at } = await makeBackup(path, folder, now)
      if (forgotten !== this.#forgotten) {
        rmSync(backup, { force: true })
        return
      }
      for (const each of outdated(listBackups(folder))) rmSync(each.path, { force: true })
      this.#backedUp = commits
      await this.#copyArchive(now)
      this.#show({ lastAt: at, failing: false })
    } catch (cause) {
      log.warn('backup not made', { cause: String(cause) })
      this.#show({ ...this.#status, failing: true })
    }
  }

  async #copyArchive(now: number): Promise<void> {
    const { archive } = this.#deps
    const folder = archiveBackupsOf(archive.path)
    const [newest] = listBackups(folder)
    // A date in the future comes from a wrong clock, so its distance counts as the age.
    if (newest !== undefined && Math.abs(now - Date.parse(newest.at)) < archiveEveryMs) return
    const next = archive.toCopy()
    if (next === null) return
    const forgotten = this.#forgotten
    const { path } = await makeBackup(next.path, folder, now)
    if (forgotten !== this.#forgotten) {
      rmSync(path, { force: true })
      return
    }
    archive.noteCopied(next.changes)
    for (const each of listBackups(folder).slice(archiveCopies)) rmSync(each.path, { force: true })
  }

  #show(status: BackupStatus): void {
    this.#status = status
    this.#deps.onStatus()
  }

  /** Deletes all backups because guests' data must be deleted; the next backup is due at once. */
  forget(): void {
    this.#forgotten += 1
    for (const { path } of this.#folders.flatMap(listBackups)) rmSync(path, { force: true })
    this.#backedUp = null
    this.#dueAt = this.#deps.clock.monotonic()
    this.#status = { ...this.#status, lastAt: null }
  }
}
