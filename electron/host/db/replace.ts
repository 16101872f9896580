import { existsSync, renameSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Damage } from '#contract/status/status.ts'
import type { Log } from '../core/log.ts'
import { closeFile, closedUrl, makePrivateFolder, moveDatabase, removeDatabase } from './files.ts'
import { afterRestore, handOverIn, storedHandOver } from './hand-over.ts'
import { storedLoss } from './loss.ts'
import { DamagedDatabase, openDatabase } from './open.ts'
import { createValues } from './values.ts'
import { checkSeparately } from './copy.ts'
import {
  archiveOf,
  asidePlace,
  dataDirOf,
  liveOf,
  quarantineOf,
  removeScratch,
  shownPlace,
} from './store-folder.ts'
import type { StoredBackup } from './stored-backups.ts'

/** Moves a database to quarantine, with its log; returns its place there, or null if there is none. */
function setAside(path: string, now: number): string | null {
  const place = asidePlace(path, now)
  if (place === null) return null
  makePrivateFolder(quarantineOf(path))
  moveDatabase(path, place)
  return place
}

/** Throws `DamagedDatabase` if a file that came from elsewhere runs code of its own. */
function refuseForeignCode(path: string): void {
  const db = new DatabaseSync(closedUrl(path), { readOnly: true })
  try {
    const sql = `SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')`
    const row = db.prepare(sql).get()
    if (row !== undefined) throw new DamagedDatabase(`not our ${String(row['name'])}`)
  } finally {
    db.close()
  }
}

/**
 * Puts a finished database in the place of a store's file, which moves to quarantine with its log.
 * Nothing in quarantine is ever deleted by Kitchen Pass.
 *
 * First the finished database stores what the alert says, and that entries which wait in it may have
 * been sent since.
 */
export function replaceDatabase(
  next: string,
  path: string,
  damage: Omit<Damage, 'keptAs'>,
  now: number,
  log: Log,
): Damage {
  const aside = asidePlace(path, now)
  const seen = { ...damage, keptAs: aside === null ? null : shownPlace(path, aside) }
  const db = openDatabase(next, { isChecked: true })
  try {
    const values = createValues(db, log)
    const stored = storedHandOver(values)
    const [restored, own] = [stored.read(), handOverIn(path)]
    // Only a person takes a store over. A store that moved away stays away, also when its file is lost.
    const { handOver, isTakenOver } =
      damage.kind === 'chosen'
        ? afterRestore(restored, own)
        : { handOver: own ?? restored, isTakenOver: false }
    db.transact(() => {
      stored.write(handOver)
      // After a hand-over, the old computer had stopped before the file was made.
      storedLoss(values).write({ damage: seen, wasUsedSince: !isTakenOver })
    })
  } finally {
    db.close()
  }
  setAside(path, now)
  renameSync(next, path)
  return seen
}

/**
 * A checked database in a folder of its own. A file from elsewhere brings its archive along; a backup
 * leaves the archive that is there.
 */
export class PreparedRestore {
  readonly path: string
  readonly #folder: string
  readonly #database: string
  readonly #at: string
  readonly #now: number
  readonly #log: Log
  #keptAs: string | null = null
  #archiveAside: string | null = null
  #hasReplacedArchive = false

  constructor(folder: string, database: string, at: string, now: number, log: Log) {
    this.path = liveOf(folder)
    this.#folder = folder
    this.#database = database
    this.#at = at
    this.#now = now
    this.#log = log
  }

  /** Puts it in the place of the other, which moves to quarantine; returns that one's place. */
  replace(): string | null {
    const damage = { kind: 'chosen', restoredFrom: this.#at } as const
    this.#keptAs = replaceDatabase(this.path, this.#database, damage, this.#now, this.#log).keptAs
    this.#replaceArchive()
    removeScratch(this.#folder)
    this.#log.warn('backup restored', { at: this.#at, keptAs: this.#keptAs })
    return this.#keptAs
  }

  #replaceArchive(): void {
    const [next, archive] = [archiveOf(this.path), archiveOf(this.#database)]
    if (!existsSync(next)) return
    this.#archiveAside = setAside(archive, this.#now)
    this.#hasReplacedArchive = true
    moveDatabase(next, archive)
  }

  /** Puts the replaced one back. */
  undo(): void {
    const path = this.#database
    if (this.#keptAs !== null) this.#putBack(path, join(dataDirOf(path), this.#keptAs))
    if (this.#hasReplacedArchive) this.#putBack(archiveOf(path), this.#archiveAside)
  }

  #putBack(path: string, aside: string | null): void {
    removeDatabase(path)
    if (aside !== null) moveDatabase(aside, path)
  }

  discard(): void {
    removeScratch(this.#folder)
  }
}

interface RestoreDeps {
  /** The store's file. */
  path: string
  /** The folder in which the restored database is made. */
  next: string
  now: number
  log: Log
}

/**
 * Checks the database in `next`, so that it may replace the store's, and brings it to this version.
 * Throws `DamagedDatabase` or `NewerDatabase`; the folder is then deleted.
 */
export async function prepareFile(
  at: string,
  { path, next, now, log }: RestoreDeps,
): Promise<PreparedRestore> {
  try {
    const live = liveOf(next)
    await checkSeparately(live)
    openDatabase(live, { isBackup: true, isChecked: true }).close()
    const archive = archiveOf(live)
    if (existsSync(archive)) {
      await checkSeparately(archive)
      refuseForeignCode(archive)
    }
    return new PreparedRestore(next, path, at, now, log)
  } catch (cause) {
    removeScratch(next)
    throw cause
  }
}

/** Copies a backup into `next` and checks it. Null if it can't be used. */
export async function prepareRestore(
  { path: backup, at }: StoredBackup,
  deps: RestoreDeps,
): Promise<PreparedRestore | null> {
  try {
    removeScratch(deps.next)
    makePrivateFolder(deps.next)
    await copyFile(backup, liveOf(deps.next))
    closeFile(liveOf(deps.next))
    return await prepareFile(at, deps)
  } catch (cause) {
    deps.log.error('backup not usable', { name: basename(backup), cause: String(cause) })
    return null
  }
}
