import { realpathSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from './damage.ts'
import { closeFile } from './files.ts'

/** An empty file. Its lock is the lease; the system lets go of it with the process, however that ends. */
const leaseFile = 'kitchen-pass.lock'
/** A program that is started again may find the one before it still ending. */
const patienceMs = 2_000

/** A data folder belongs to one program at a time: while it holds the lease, no other writes or deletes there. */
export interface FolderLease {
  release(): void
}

interface Held {
  db: DatabaseSync
  holders: number
}

/** What this process holds, by folder: the parts of a program share one lease. */
const held = new Map<string, Held>()

function lock(file: string, waitMs: number): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    closeFile(file)
    // Nothing is ever written in it, so that it stays empty.
    db.exec(`PRAGMA busy_timeout = ${String(waitMs)}; BEGIN EXCLUSIVE`)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

/**
 * Takes a data folder that is there for this program. Throws SQLite's own error where another program has it (`in-use`), or
 * where nothing can be written there (host/obstacle.ts). The lease of a program that crashed is free.
 */
export function leaseFolder(dataDir: string, waitMs = patienceMs): FolderLease {
  const folder = realpathSync(dataDir)
  const file = join(folder, leaseFile)
  let mine = held.get(folder)
  if (mine === undefined) {
    mine = { db: lockMended(file, waitMs), holders: 0 }
    held.set(folder, mine)
  }
  const lease = mine
  lease.holders += 1
  let isReleased = false
  return {
    release() {
      if (isReleased) return
      isReleased = true
      lease.holders -= 1
      if (lease.holders > 0) return
      held.delete(folder)
      lease.db.close()
    },
  }
}

/** What a damaged disk wrote into the empty file is none of ours. */
function lockMended(file: string, waitMs: number): DatabaseSync {
  try {
    return lock(file, waitMs)
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    truncateSync(file)
    return lock(file, waitMs)
  }
}
