import { join } from 'node:path'
import { liveOf, practiceFolder, storesIn } from '#host/db/store-folder.ts'

/** The database of the only store in a data folder, besides the practice store. */
export function databaseIn(dataDir: string): string {
  const store = storesIn(dataDir).find((name) => name !== practiceFolder)
  if (store === undefined) throw new Error(`no store in ${dataDir}`)
  return liveOf(join(dataDir, store))
}
