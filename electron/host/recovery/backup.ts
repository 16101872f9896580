import { renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupStatus } from '#contract/status/status.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { copySeparately, immutableUrl } from '../db/separate-thread.ts'
import { readHead, writeChanges } from './changes.ts'
import { checkCopy, checkWaiting } from './check-copy.ts'
import { mostFrames } from '../db/database.ts'
import { makePrivateFolder, writeNewFile } from '../db/files.ts'
import {
  allFiles,
  backupName,
  changesName,
  isFullDue,
  listBackups,
  listChains,
  outdatedFiles,
  tooLarge,
} from './stored-backups.ts'
import type { Database } from '../db/open.ts'
import { createLogReader, type LogPlace } from './page-log.ts'
import { commitsOf } from './salvage.ts'

const everyMs = 15 * 60_000
/** The first backup is due this long after a start, unless the last one has the same commit. */
const firstMs = 60_000
/**
 * A write-ahead log with this many frames outside the file (4 MB) is backed up and emptied early.
 */
const manyFrames = 1_000

interface BackupsDeps {
  db: Database
  /** The database file; `folder` is for its copies. */
  path: string
  folder: string
  clock: Clock
  log: Log
  /** The opened file replaced another one, so changes can't continue from the last copy. */
  isReplaced?: boolean
  /** A value to store with each copy (shifts/seal-records.ts). */
  remember?: () => unknown
  /** Called after a backup was made, or has failed. */
  onStatus(): void
}

/**
 * A copy needs as much space as the file. No copy is made if it would take the last space that the
 * file needs.
 */
export function hasRoom(folder: string, path: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * statSync(path).size
}

/** SQLite's message when it asks the wrong one of two connections for the error. */
const noMessages = 'not an error'

function causeOf(cause: unknown, folder: string, path: string): string {
  if (!(cause instanceof Error && cause.message === noMessages)) return String(cause)
  const message = 'errstr' in cause ? String(cause.errstr) : noMessages
  if (message !== noMessages) return message
  return hasRoom(folder, path) ? 'the disk did not take the copy' : 'no room'
}

/** Where the last changes end in the opened file; null if it is unknown what followed them. */
function placeOfLast(
  { db, path, isReplaced = false }: BackupsDeps,
  last: ReturnType<typeof readHead>,
  now: LogPlace,
): LogPlace | null {
  if (last === null || isReplaced) return null
  const { generation, frames, commits } = last.head
  const written = Number(db.get('SELECT number FROM commits')?.['number'] ?? 0)
  if (now.generation === generation && now.frames >= frames && written >= commits)
    return { generation, frames }
  // All of the log is in the file. A new log has started or will start, and everything in it is
  // newer.
  return commitsOf(immutableUrl(path)) === commits ? { ...now, frames: 0 } : null
}

/**
 * Copies the database, so that a damaged file doesn't lose a shop's evening: now and then a whole
 * copy, and in between the changed pages from the write-ahead log.
 */
export function createBackups(deps: BackupsDeps) {
  const { db, path, folder, clock, log, remember = () => null, onStatus } = deps
  const reader = createLogReader(db, path)
  const [newest] = listBackups(folder)
  const [lastChain] = listChains(folder)
  const lastHead = readHead(lastChain?.changes.at(-1)?.path ?? '')
  /** The whole copy that the changes follow, their number, and the hash of the last. */
  let chain = {
    full: lastChain?.full.path ?? null,
    nth: (lastHead?.head.nth ?? -1) + 1,
    previous: lastHead?.id ?? null,
  }
  let made = newest?.commits ?? null
  let status: BackupStatus = { lastAt: newest?.at ?? null, failing: false }
  let dueAt = clock.monotonic() + firstMs
  let last: Promise<unknown> = Promise.resolve()
  let isBusy = false
  /** Counts the requests to delete guests' data: a copy that was in progress then is discarded. */
  let forgotten = 0

  reader.startFrom(placeOfLast(deps, lastHead, reader.now()))

  /** Whether changes can continue from the last copy. */
  const isFollowed = (): boolean => chain.full !== null && reader.isOnTrack

  function show(next: BackupStatus): void {
    status = next
    onStatus()
  }

  /**
   * Writes a file under a temporary name, and renames it if it is good and still needed. Returns
   * whether it was renamed.
   */
  async function keep(name: string, write: (fresh: string) => Promise<boolean>): Promise<boolean> {
    const asked = forgotten
    const fresh = join(folder, `${name}.new`)
    try {
      makePrivateFolder(folder)
      const isGood = await write(fresh)
      if (!isGood || asked !== forgotten) return false
      renameSync(fresh, join(folder, name))
      return true
    } finally {
      for (const end of ['', '-journal', '-wal', '-shm']) rmSync(fresh + end, { force: true })
    }
  }

  async function addChanges(): Promise<boolean> {
    const { full, nth, previous } = chain
    const [end, commits, remembered] = [reader.now(), db.commits, remember()]
    const frames = await reader.read(end)
    if (frames === null || full === null) return false
    if (frames.bytes.length > 0 || nth === 0) {
      await checkWaiting((sql, ...values) => db.all(sql, ...values))
      let id = ''
      const isStored = await keep(changesName(full, nth, commits, clock.now()), async (fresh) => {
        id = await writeChanges(fresh, frames, { nth, previous, commits, remembered })
        return true
      })
      if (!isStored) return true
      chain = { full, nth: nth + 1, previous: id }
    }
    made = commits
    reader.stored(frames)
    return true
  }

  /**
   * Makes a whole copy of the file without its log; later changes follow it. Returns false if the
   * file can't stay unchanged for that long: another reader uses it, or there are too many writes.
   */
  async function copyWhole(): Promise<boolean> {
    makePrivateFolder(folder)
    const follows = isFollowed() && (await addChanges())
    if (!follows || !isFollowed()) reader.stored({ end: reader.now() })
    if (!reader.isInFile) return false
    // Asynchronous, because deleting a large file takes the disk a while.
    for (const each of outdatedFiles(folder)) await rm(each, { force: true })
    if (!hasRoom(folder, path)) throw new Error('no room')
    // Read in the same turn in which the copy starts: later commits are not in it.
    const commits = commitsOf(immutableUrl(path))
    const name = backupName(commits, clock.now())
    const seen = db.commits
    // All of the log is in the file, so the next commit restarts it.
    const isCalm = (): boolean => db.commits === seen || db.logFrames() < mostFrames
    const isStored = await keep(name, async (fresh) => {
      writeNewFile(fresh, '')
      const isWhole = await db.separately(() => copySeparately(path, fresh, isCalm))
      if (isWhole) await checkCopy(fresh)
      return isWhole
    })
    if (!isStored) return false
    made = commits
    chain = { full: name, nth: 0, previous: follows ? chain.previous : null }
    await addChanges()
    for (const each of tooLarge(folder, path)) await rm(each, { force: true })
    return true
  }

  async function attempt(): Promise<void> {
    const asked = forgotten
    const now = clock.now()
    try {
      const isWholeDue = !isFollowed() || isFullDue(listChains(folder), path, now)
      const isMade = (!isWholeDue && (await addChanges())) || (await copyWhole())
      if (asked !== forgotten) return
      if (isMade) show({ lastAt: new Date(now).toISOString(), failing: false })
      // The next heartbeat tries again.
      else dueAt = clock.monotonic()
    } catch (cause) {
      log.warn('backup not made', { cause: causeOf(cause, folder, path) })
      show({ ...status, failing: true })
    }
  }

  /** One at a time, because two at once would write the same file. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(async () => {
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
      }
    })
    last = done.catch(() => undefined)
    return done
  }

  const make = (): Promise<void> =>
    inTurn(async () => {
      if (db.commits !== made) await attempt()
    })

  const settle = (): Promise<boolean> =>
    inTurn(async () => {
      try {
        if (isFollowed() && (await addChanges())) return reader.isInFile
      } catch (cause) {
        log.warn('changes not copied', { cause: causeOf(cause, folder, path) })
      }
      return db.checkpoint()
    })

  return {
    get status() {
      return status
    },
    /** When the next is due, as an instant of the wall clock. */
    get nextAt(): number {
      return clock.now() + Math.max(0, dueAt - clock.monotonic())
    },
    /** Whether everything committed is in a backup. */
    get isCurrent(): boolean {
      return db.commits === made
    },
    /** Makes a backup if one is due and something was committed since the last. */
    catchUp() {
      if (clock.monotonic() >= dueAt) {
        dueAt = clock.monotonic() + everyMs
        void make()
      } else if (!isBusy && reader.isOnTrack && db.waitingFrames() >= manyFrames) void settle()
    },
    /**
     * Makes a backup if something was committed since the last. Always resolves, even after a
     * failure.
     */
    make,
    /**
     * Backs up all commits so far and writes them into the file itself; resolves to whether that
     * succeeded.
     */
    settle,
    /** Deletes all backups because guests' data must be deleted; the next backup is due at once. */
    forget() {
      forgotten += 1
      for (const each of allFiles(folder)) rmSync(each, { force: true })
      made = null
      chain = { full: null, nth: 0, previous: null }
      reader.startFrom(null)
      dueAt = clock.monotonic()
      status = { ...status, lastAt: null }
    },
  }
}
