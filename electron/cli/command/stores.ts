import { join } from 'node:path'
import { leaseFolder, type FolderLease } from '#host/db/folder-lease.ts'
import { liveOf, practiceFolder, storesIn } from '#host/db/store-folder.ts'
import type { Log } from '#host/core/log.ts'
import { obstacleOf, type Obstacle } from '#host/start/obstacle.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { say } from '#host/log/terminal.ts'
import { unknownName } from './unknown-name.ts'

/** The stores in a data folder. The practice store has no backups: every start makes a new one. */
export const ownStoresIn = (dataDir: string): string[] =>
  storesIn(dataDir).filter((name) => name !== practiceFolder)

/** The file of a store in a data folder. */
export const databaseOf = (dataDir: string, store: string): string => liveOf(join(dataDir, store))

/** The stores that are meant: all, or the named one; a sentence if there is none of that name. */
export function chooseStores(stores: readonly string[], name: string | undefined) {
  if (name !== undefined && !stores.includes(name))
    return { stores: [], fault: unknownName('database', name, stores) }
  return { stores: name === undefined ? stores : [name], fault: null }
}

type Leased = { lease: FolderLease; obstacle: null } | { lease: null; obstacle: Obstacle }

/** Leases a folder, or says why it can't be leased. Any other error is thrown. */
export function tryToLease(dataDir: string): Leased {
  try {
    return { lease: leaseFolder(dataDir), obstacle: null }
  } catch (cause) {
    const obstacle = obstacleOf(cause)
    if (obstacle === null) throw cause
    return { lease: null, obstacle }
  }
}

/**
 * Runs the work while no other program has the folder; says why if one has it. Returns the exit
 * code.
 */
export async function withLease(dataDir: string, work: () => Promise<number>): Promise<number> {
  const { lease, obstacle } = tryToLease(dataDir)
  if (lease === null) {
    say(`${troubleLine(obstacle, dataDir)}\n`)
    return 1
  }
  try {
    return await work()
  } finally {
    lease.release()
  }
}

export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

/** A log that collects the causes of errors, for a command that prints them itself. */
export function collectErrors(): { log: Log; causes: string[] } {
  const causes: string[] = []
  const nothing = (): void => undefined
  const log: Log = {
    info: nothing,
    warn: nothing,
    error: (event, facts = {}) => void causes.push(`${event}: ${String(facts['cause'] ?? '')}`),
  }
  return { log, causes }
}

/** A moment as people at this computer write it. */
export const timeText = (at: string | number): string => new Date(at).toLocaleString('sv-SE')

const units = ['bytes', 'KB', 'MB', 'GB'] as const

export function sizeText(bytes: number): string {
  const power = Math.min(
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)),
    units.length - 1,
  )
  const size = (bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)
  return `${size} ${units[power] ?? 'bytes'}`
}

const minuteMs = 60_000

export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 120) return `${String(minutes)} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${String(hours)} h` : `${String(Math.floor(hours / 24))} days`
}
