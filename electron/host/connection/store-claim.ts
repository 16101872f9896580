import { hash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../core/log.ts'

/** After a restart the previous process may still be ending. */
const patienceMs = 2_000
const tryEveryMs = 100

/** Another Kitchen Pass on this computer runs the store, from its own data folder. */
export class StoreInUse extends Error {
  override name = 'StoreInUse'

  constructor() {
    super('another Kitchen Pass on this computer runs this store')
  }
}

/** A store that no other program on this computer may open. */
export class StoreClaim {
  readonly #servers: Server[] = []

  add(server: Server): void {
    this.#servers.push(server)
  }

  async release(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map(closed))
  }
}

export interface ClaimedStore {
  v3Url: string
  /** Every id by which the store is known here. */
  ids: readonly string[]
}

interface ClaimOptions {
  log: Log
  /** Part of each name: tests that stand for several computers give each its own. */
  computer?: string
  platform?: NodeJS.Platform
  waitMs?: number
}

/** A folder that all users share, because each of them has a temporary folder of their own there. */
const sharedFolder = '/tmp/kitchen-pass'

/**
 * The name of a local socket that all users of this computer share. On Linux and Windows the system
 * frees the name when its process ends, even after a crash. Elsewhere a file stays.
 */
function socketName(name: string, platform: NodeJS.Platform): string {
  if (platform === 'linux') return `\0kitchen-pass-${name}`
  if (platform === 'win32') return `\\\\.\\pipe\\kitchen-pass-${name}`
  return `${sharedFolder}/${name}`
}

/** Every user may clean up after a crash of another, so the folder has no sticky bit. */
function makeSharedFolder(): void {
  try {
    mkdirSync(sharedFolder)
    chmodSync(sharedFolder, 0o777)
  } catch {
    // It exists.
  }
}

/** Listens at a name; null if another process does. Rejects with the system's error. */
function listenAt(path: string, isFile: boolean): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(null)
      else reject(cause)
    })
    // A file belongs to one user, and the others ask whether anybody answers there.
    server.listen({ path, ...(isFile && { readableAll: true, writableAll: true }) }, () => {
      // A claim keeps no process alive.
      server.unref()
      resolve(server)
    })
  })
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT')
    })
  })

async function claimName(path: string, isFile: boolean): Promise<Server | null> {
  if (isFile) makeSharedFolder()
  const server = await listenAt(path, isFile)
  if (server !== null || !isFile || (await isAnswered(path))) return server
  // A crash left the file.
  rmSync(path, { force: true })
  return listenAt(path, isFile)
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
  })

/** The names of a store's claims. Sorted, so that two programs with the same ids don't get one each. */
function namesOf({ v3Url, ids }: ClaimedStore, computer: string): string[] {
  const origin = URL.canParse(v3Url) ? new URL(v3Url).origin : v3Url
  return [...new Set(ids)]
    .toSorted()
    .map((id) => hash('sha256', JSON.stringify([computer, origin, id])).slice(0, 32))
}

/**
 * Claims a store for this program among all programs and users of this computer: a data folder has a
 * lease (db/folder-lease.ts), but two folders with one store would print and send everything twice.
 * Throws `StoreInUse` if another program has it. If the system has no place for a claim, the kitchen
 * works without one.
 */
export async function claimStore(
  store: ClaimedStore,
  { log, computer = '', platform = process.platform, waitMs = patienceMs }: ClaimOptions,
): Promise<StoreClaim> {
  const claim = new StoreClaim()
  const until = performance.now() + waitMs
  const isFile = platform !== 'linux' && platform !== 'win32'
  for (const name of namesOf(store, computer))
    try {
      const path = socketName(name, platform)
      let server = await claimName(path, isFile)
      while (server === null && performance.now() < until) {
        await pause(tryEveryMs)
        server = await claimName(path, isFile)
      }
      if (server === null) throw new StoreInUse()
      claim.add(server)
    } catch (cause) {
      if (cause instanceof StoreInUse) {
        await claim.release()
        throw cause
      }
      log.warn('store not claimed on this computer', { cause: String(cause) })
    }
  return claim
}
