import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** A folder for each store in the data folder. The practice store begins anew at each start. */
export const practiceFolder = 'practice'
export const storeFolderPattern = /^store-[\w-]{1,100}$/u
export const isStoreFolder = (name: string): boolean =>
  name === practiceFolder || storeFolderPattern.test(name)

/** In a store's folder: the file that it works with, and the cache of the menu's pictures. */
export const liveOf = (folder: string): string => join(folder, 'live.sqlite')
export const picturesOf = (folder: string): string => join(folder, 'pictures')

/** From the path of the live file: the other files of the store. */
export const archiveOf = (path: string): string => join(dirname(path), 'archive.sqlite')
export const backupsOf = (path: string): string => join(dirname(path), 'backups')
export const archiveBackupsOf = (path: string): string => join(backupsOf(path), 'archive')
export const quarantineOf = (path: string): string => join(dirname(path), 'quarantine')

/** Where a damaged or replaced file goes; null if there is none. */
export function asidePlace(path: string, now: number): string | null {
  const isThere = existsSync(path) || existsSync(`${path}-wal`)
  return isThere ? join(quarantineOf(path), `${String(now)}-${basename(path)}`) : null
}

/** A folder for a live file, perhaps with an archive, that isn't the store's yet or any more. */
export const scratchOf = (path: string, name: 'restored' | 'exported' | 'imported'): string =>
  join(dirname(path), name)
export const removeScratch = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
}

/** Where a file is, from the data folder on, as a person reads it. */
export const shownPlace = (path: string, place: string): string =>
  relative(dataDirOf(path), place).replaceAll('\\', '/')
export const dataDirOf = (path: string): string => dirname(dirname(path))

/** The folders of stores that have a file. */
export const storesIn = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => isStoreFolder(name) && existsSync(liveOf(join(dataDir, name))))
        .toSorted()
    : []
