import { hash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeTwice } from '../write-at-once.ts'
import { isPublicKey, keepFile } from './keys.ts'

/** More browsers than one computer has; above this, the oldest loses access. */
const mostBrowsers = 100

/**
 * With the port: a browser keeps its key per address, and another program may be at that address
 * now.
 */
const browser = z.object({ publicKey: z.string().refine(isPublicKey), port: z.int() })
type Browser = z.infer<typeof browser>

const screenIdOf = (publicKey: string): string => hash('sha256', publicKey, 'hex').slice(0, 24)

/** The browsers with access to the screens at `port`, across restarts (`web-browsers.json`). */
export function createBrowsers(dataDir: string, port: number) {
  const file = join(dataDir, 'web-browsers.json')
  /** An unreadable list is started again: people open the address once more. */
  let browsers: Browser[] = readJson(file, z.array(browser)) ?? []

  return {
    /** The id of a browser's screen; null if it has no access. */
    screenOf: (publicKey: string) =>
      browsers.some((each) => each.publicKey === publicKey && each.port === port)
        ? screenIdOf(publicKey)
        : null,
    /** Returns the ids of screens that lost access. */
    letIn(publicKey: string) {
      const all = [...browsers.filter((each) => each.publicKey !== publicKey), { publicKey, port }]
      browsers = all.slice(-mostBrowsers)
      keepFile(file, `${JSON.stringify(browsers)}\n`, writeTwice)
      return all.slice(0, -mostBrowsers).map((each) => screenIdOf(each.publicKey))
    },
  }
}
