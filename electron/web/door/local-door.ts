import type { IncomingHttpHeaders } from 'node:http'
import { publicKeyHeader } from '#contract/web-door.ts'
import { createBrowsers } from './browsers.ts'
import { createDoor } from './door.ts'
import { createDoorKey, readHostKey, readPublicKey } from './keys.ts'

/**
 * The door for browsers of this computer: a key that the program prints gives access. It stores who
 * has access, and the key of this start, in `dataDir`; `port` is the screens'.
 */
export function createLocalDoor(dataDir: string, port: number) {
  const key = createDoorKey(dataDir, port)
  const browsers = createBrowsers(dataDir, port)
  const door = createDoor({
    host: readHostKey(dataDir),
    screenOf: browsers.screenOf,
    isScript: key.isScript,
    isOnNetwork: false,
  })
  return {
    ...door,
    key,
    /**
     * Gives access to a browser that shows a key, with the public key it made for this. False if it
     * isn't allowed.
     */
    letIn(headers: IncomingHttpHeaders): boolean {
      const publicKey = headers[publicKeyHeader]
      // Checked first: a one-time key isn't used up by something that is no browser, or by a known
      // one.
      if (typeof publicKey !== 'string' || readPublicKey(publicKey) === null) return false
      if (browsers.screenOf(publicKey) !== null || !key.takes(headers.authorization)) return false
      for (const screenId of browsers.letIn(publicKey)) door.end(screenId)
      return true
    },
  }
}

export type LocalDoor = ReturnType<typeof createLocalDoor>
