import { existsSync } from 'node:fs'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { enableCodeCache } from '#host/start/code-cache.ts'
import { dataFolderAmong } from './data-folder.ts'

/** Holds the data folder, if it exists and no other program holds it, until this process ends. */
function holds(dataDir: string): boolean {
  try {
    if (!existsSync(dataDir)) return false
    leaseFolder(dataDir, 0)
    return true
  } catch {
    // serve.ts reports why.
    return false
  }
}

/** The built program: serve.ts, compiled as in the last start. */
const dataDir = dataFolderAmong(process.argv.slice(2), process.env)
if (holds(dataDir)) enableCodeCache(dataDir)
await import('./serve.ts')
