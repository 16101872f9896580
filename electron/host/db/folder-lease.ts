import { realpathSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '../core/damage.ts'
import { closeFile, isLink } from './files.ts'

/**
 * An empty file; its lock is the lease. The system releases the lock when the process ends, even
 * after a crash.
 */
const leaseFile = 'kitchen-pass.lock'
/** After a restart the previous process may still be ending. */
const patienceMs = 2_000

interface SharedLock {
  db: DatabaseSync
  holders: number
}

/** The leases of this process, by folder. All parts of a program share one lease. */
const locks = new Map<string, SharedLock>()

/**
 * A data folder belongs to one program at a time. Without the lease, no program may write or delete
 * there.
 */
export class FolderLease {
  readonly #folder: string
  readonly #shared: SharedLock
  #isReleased = false

  constructor(folder: string, shared: SharedLock) {
    this.#folder = folder
    this.#shared = shared
    shared.holders += 1
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#shared.holders -= 1
    if (this.#shared.holders > 0) return
    locks.delete(this.#folder)
    this.#shared.db.close()
  }
}

function lock(file: string, waitMs: number): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    closeFile(file)
    // The transaction never writes anything, so the file stays empty.
    db.exec(`PRAGMA busy_timeout = ${String(waitMs)}; BEGIN EXCLUSIVE`)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

/**
 * Leases an existing data folder for this program. The lease of a crashed program is free. Throws
 * SQLite's own error if another program holds it (`in-use`) or if the folder can't be written
 * (host/start/obstacle.ts).
 */
export function leaseFolder(dataDir: string, waitMs = patienceMs): FolderLease {
  const folder = realpathSync(dataDir)
  const file = join(folder, leaseFile)
  const shared = locks.get(folder) ?? { db: lockAfterRepair(file, waitMs), holders: 0 }
  locks.set(folder, shared)
  return new FolderLease(folder, shared)
}

/** Empties a damaged file before it locks it; the file never has contents of its own. */
function lockAfterRepair(file: string, waitMs: number): DatabaseSync {
  try {
    return lock(file, waitMs)
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    if (isLink(file)) rmSync(file)
    else truncateSync(file)
    return lock(file, waitMs)
  }
}
