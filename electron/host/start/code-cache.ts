import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** By then the start is over and everything is compiled. A killed process saves nothing. */
const afterMs = 2_000

/**
 * Lets Node save compiled code next to the data and load it at the next start. Without data or
 * space, it compiles as usual.
 */
export function enableCodeCache(dataDir: string): void {
  if (!existsSync(dataDir)) return
  enableCompileCache(join(dataDir, 'compiled'))
  setTimeout(flushCompileCache, afterMs).unref()
}
