import type { Dirent } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { dataFolderContract } from '#contract/data-folder/data-folder.ts'
import type { Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { isStoreFolder } from '../db/store-folder.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { syncServiceAt } from './sync-service.ts'

/** Below this, other programs on the computer get into trouble too. */
const minFreeBytes = 1_000_000_000
/**
 * A backup needs room for two more of the database (db/copy.ts); this warns a while before.
 */
const minTimes = 4

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
    const isKind = name === 'backups' || name === 'quarantine'
    sizes[isPart ? 'database' : isKind ? name : 'others'] += await bytesOf(
      join(folder, name),
      entry,
    )
  }
}

async function measure(store: string): Promise<Output<'dataFolder.get'>> {
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
  const isLow = free < Math.max(minFreeBytes, minTimes * sizes.database)
  return { path, ...sizes, free, disk, isLow, syncedBy: syncServiceAt(path) }
}

/** The data folder: where it is, and how much room it takes and has. */
class DataFolder {
  readonly handlers: HandlersOf<'dataFolder'> = handlersOf(dataFolderContract, this)
  readonly #folder: string

  constructor({ folder }: Pick<Context, 'folder'>) {
    this.#folder = folder
  }

  async get(): Promise<Result<Output<'dataFolder.get'>>> {
    return ok(await measure(this.#folder))
  }

  /** Free space on its disk, in bytes. */
  async free(): Promise<number> {
    return (await measureDisk(this.#folder)).free
  }
}

/** The noun of the data folder. */
export const dataFolder = defineNoun(dataFolderContract, {
  create: (context) => new DataFolder(context),
})
