import type { Dirent } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { dataFolderContract, type DataFolder } from '#contract/data-folder.ts'
import { ok } from '#contract/result.ts'
import { isStoreFolder } from '../db/store-folder.ts'
import { defineNoun } from '../noun.ts'
import { syncServiceAt } from './sync-service.ts'

/** Below this, other programs on the computer get into trouble too. */
const leastFree = 1_000_000_000
/**
 * A backup needs room for two more of the database (db/copy.ts); this warns a while before.
 */
const leastTimes = 4

const list = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => [])

/** What a file or folder takes. One that is deleted meanwhile takes nothing. */
async function bytesOf(path: string, entry: Dirent): Promise<number> {
  if (entry.isFile()) return (await stat(path).catch(() => null))?.size ?? 0
  if (!entry.isDirectory()) return 0
  let sum = 0
  for (const inner of await list(path)) sum += await bytesOf(join(path, inner.name), inner)
  return sum
}

async function measureDisk(folder: string): Promise<{ free: number; disk: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, disk: blocks * bsize }
}

/** What the kinds of files of a store take. Another store's database counts with the others. */
async function addStore(
  sizes: Record<'database' | 'backups' | 'quarantine' | 'others', number>,
  folder: string,
  isOwn: boolean,
): Promise<void> {
  for (const entry of await list(folder)) {
    const { name } = entry
    const isPart = isOwn && name.includes('.sqlite')
    const known = name === 'backups' || name === 'quarantine'
    sizes[isPart ? 'database' : known ? name : 'others'] += await bytesOf(join(folder, name), entry)
  }
}

async function measure(store: string): Promise<DataFolder> {
  const path = dirname(store)
  const sizes = { database: 0, backups: 0, exports: 0, quarantine: 0, others: 0 }
  for (const entry of await list(path)) {
    const { name } = entry
    const place = join(path, name)
    if (entry.isDirectory() && isStoreFolder(name))
      await addStore(sizes, place, name === basename(store))
    else sizes[name === 'exports' ? name : 'others'] += await bytesOf(place, entry)
  }
  const { free, disk } = await measureDisk(path)
  const isLow = free < Math.max(leastFree, leastTimes * sizes.database)
  return { path, ...sizes, free, disk, isLow, syncedBy: syncServiceAt(path) }
}

/** The noun of the data folder: where it is, and how much room it takes and has. */
export const dataFolder = defineNoun(dataFolderContract, {
  create({ folder }) {
    return {
      handlers: { 'dataFolder.read': async () => ok(await measure(folder)) },
      api: {
        /** Free space on its disk, in bytes. */
        free: async (): Promise<number> => (await measureDisk(folder)).free,
      },
    }
  },
})
