import { renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BackupStatus } from '#contract/status/status.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { askSeparately, copySeparately, unchanging } from '../db/separate-thread.ts'
import { readHead, writeChanges } from './changes.ts'
import { mostFrames } from '../db/database.ts'
import { makePrivateFolder } from '../db/files.ts'
import {
  allFiles,
  backupName,
  changesName,
  isFullDue,
  listBackups,
  listChains,
  superfluous,
  tooLarge,
} from './stored-backups.ts'
import type { Database } from '../db/open.ts'
import { createLogReader, type LogPlace } from './page-log.ts'
import { commitsOf } from './salvage.ts'
import { isSealed } from '../db/seal.ts'

const everyMs = 15 * 60_000
/** After a start, until a first one is due where the last is not of this very commit. */
const firstMs = 60_000
/** A write-ahead log of which so many frames are not in the file is copied and emptied before its time: 4 MB. */
const manyFrames = 1_000

interface BackupsDeps {
  db: Database
  /** The file itself, and where its copies go. */
  path: string
  folder: string
  clock: Clock
  log: Log
  /** The file took the place of another when it was opened: changes can't go on from the last copy. */
  isReplaced?: boolean
  /** What each copy is to remember beside the pages (shifts/seal-records.ts). */
  remember?: () => unknown
  /** One was made, or could not be. */
  onStatus(): void
}

// Word for word as in the partial index: otherwise all that was ever sent is looked at.
const isWaiting = 'open = 1'
const rowsAtOnce = 100

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Throws where what is still to be sent is not what was written; a few rows a turn. */
async function checkWaiting(
  all: (sql: string, ...values: number[]) => Record<string, unknown>[],
): Promise<void> {
  const places = all(`SELECT rowid AS place FROM outbox WHERE ${isWaiting}`)
  for (const [nth, { place }] of places.entries()) {
    // One that is gone was sent meanwhile.
    const [row] = all('SELECT * FROM outbox WHERE rowid = ?', Number(place))
    if (row !== undefined && !isSealed(row))
      throw new Error('an entry of the outbox is not what was written')
    if (nth % rowsAtOnce === rowsAtOnce - 1) await nextTurn()
  }
}

/** Throws where a whole copy cannot be read, or what is still to be sent is not what was written. */
async function verify(path: string): Promise<void> {
  const [health] = await askSeparately(path, ['PRAGMA quick_check(1)'])
  if (health?.['quick_check'] !== 'ok') throw new Error(String(health?.['quick_check']))
  const db = new DatabaseSync(unchanging(path), { readOnly: true })
  try {
    await checkWaiting((sql, ...values) => db.prepare(sql).all(...values))
  } finally {
    db.close()
  }
}

/** Nothing is tried that would take the last room from what is to be kept: a copy needs as much as the file has. */
function hasRoom(folder: string, path: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * statSync(path).size
}

/** What SQLite says of a failure that it has no words for: it asks the wrong one of two connections. */
const noMessages = 'not an error'

/** Why a copy was not made. */
function causeOf(cause: unknown, folder: string, path: string): string {
  if (!(cause instanceof Error && cause.message === noMessages)) return String(cause)
  const reported = 'errstr' in cause ? String(cause.errstr) : noMessages
  if (reported !== noMessages) return reported
  return hasRoom(folder, path) ? 'the disk did not take the copy' : 'no room'
}

/** Where the last changes end, in the file as it was opened; null where nobody can tell what came after them. */
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
  // All of the log is in the file, and another log has begun, or will: what it has came after.
  return commitsOf(unchanging(path)) === commits ? { ...now, frames: 0 } : null
}

/**
 * Copies of the database beside it, so that a damaged one does not take a shop's evening along: now and then a whole one, and
 * in between the pages that changed, as the write-ahead log has them.
 */
export function createBackups(deps: BackupsDeps) {
  const { db, path, folder, clock, log, remember = () => null, onStatus } = deps
  const reader = createLogReader(db, path)
  const [newest] = listBackups(folder)
  const [lastChain] = listChains(folder)
  const lastHead = readHead(lastChain?.changes.at(-1)?.path ?? '')
  /** The whole copy that changes follow, how many there are, and the hash of the last. */
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
  /** How often people asked to be forgotten: a copy that was under way then is not kept. */
  let forgotten = 0

  reader.startFrom(placeOfLast(deps, lastHead, reader.now()))

  /** Whether changes can go on from the last copy. */
  const isFollowed = (): boolean => chain.full !== null && reader.isOnTrack

  function show(next: BackupStatus): void {
    status = next
    onStatus()
  }

  /** Writes a file under another name, and gives it its own once it is good and still wanted; answers whether it has it. */
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

  /** Keeps what changed since the last copy; false where some of it is lost. */
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
   * Makes a whole copy of the file as it is without its log, which the changes from the last ones on follow. False where the
   * file is not left alone for so long: somebody reads it apart, or too much is written.
   */
  async function copyWhole(): Promise<boolean> {
    makePrivateFolder(folder)
    const follows = isFollowed() && (await addChanges())
    if (!follows || !isFollowed()) reader.stored({ end: reader.now() })
    if (!reader.isInFile) return false
    // Off the loop: the disk takes its time over a large file.
    for (const each of superfluous(folder)) await rm(each, { force: true })
    if (!hasRoom(folder, path)) throw new Error('no room')
    // In the turn in which the copy begins: what is committed from then on is not in it.
    const commits = commitsOf(unchanging(path))
    const name = backupName(commits, clock.now())
    const seen = db.commits
    // All of the log is in the file: the next commit begins it anew.
    const isCalm = (): boolean => db.commits === seen || db.logFrames() < mostFrames
    const isStored = await keep(name, async (fresh) => {
      writeFileSync(fresh, '', { mode: 0o600 })
      const isWhole = await db.separately(() => copySeparately(path, fresh, isCalm))
      if (isWhole) await verify(fresh)
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
      // The next beat tries again.
      else dueAt = clock.monotonic()
    } catch (cause) {
      log.warn('backup not made', { cause: causeOf(cause, folder, path) })
      show({ ...status, failing: true })
    }
  }

  /** One after the other: two that are asked for at once would write the same file. */
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
    /** Makes one where it is time and something was committed since the last. */
    catchUp() {
      if (clock.monotonic() >= dueAt) {
        dueAt = clock.monotonic() + everyMs
        void make()
      } else if (!isBusy && reader.isOnTrack && db.waitingFrames() >= manyFrames) void settle()
    },
    /** Makes one where something was committed since the last; resolves whatever comes of it. */
    make,
    /** Has all that was committed until now written into the file itself, and copied before; resolves to whether it is. */
    settle,
    /** Deletes all that were made so far, and the next one is due at once: people asked to be forgotten. */
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
