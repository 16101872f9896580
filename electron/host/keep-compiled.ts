import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** A start is over by then, and all that it compiles is there to be kept. A process that is killed keeps nothing. */
const afterMs = 2_000

/**
 * Has Node keep what it compiles from now on beside the data, and take it from there at the next start. Where there is no
 * data yet, or no room, it compiles as ever.
 */
export function keepCompiled(dataDir: string): void {
  if (!existsSync(dataDir)) return
  enableCompileCache(join(dataDir, 'compiled'))
  setTimeout(flushCompileCache, afterMs).unref()
}
