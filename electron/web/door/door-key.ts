import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { hashTokens, isBearer } from '#host/feeds/bearer.ts'
import { webLog } from '../log.ts'
import { newScreenToken, screenIdOf, screenTokenIn } from '../screen-cookie.ts'

/** More browsers than one machine has; the one that was let in longest ago gives way. */
const mostBrowsers = 100

/** Where the key for scripts lies while a web shell runs on that data. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'web-key')

const newKey = (): string => randomBytes(32).toString('base64url')

/** What a request shows at the door. */
export interface Shown {
  cookie?: string | undefined
  authorization?: string | undefined
}

/**
 * Who may come through the browsers' door: any program of this machine reaches it, so each shows that it was let in.
 * A browser is known by its cookie, over a restart as well, once it has shown a key; a script shows the key each time.
 */
export interface DoorKey {
  /** For the address that a person opens: lets one browser in, once, and is another at every start. */
  readonly invitation: string
  /** The file with the key of this start, for scripts and for further browsers; readable by its owner alone. */
  readonly file: string
  admits(shown: Shown): boolean
  /** Lets the browser in that shows a key. The token that it is known by from now on; null where the key is none. */
  exchange(key: string, cookie: string | undefined): string | null
  close(): void
}

/** Keeps the key of this start, and the browsers that were let in (`web-browsers.json`, no more than their ids), in `dataDir`. */
export function createDoorKey(dataDir: string): DoorKey {
  const file = keyFileIn(dataDir)
  const list = join(dataDir, 'web-browsers.json')
  const key = newKey()
  const invitation = newKey()
  const keys = hashTokens(key)
  let unused = hashTokens(invitation)
  let browsers = readBrowsers()
  attempt('key', () => {
    rmSync(file, { force: true })
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
  })

  /** A full disk keeps nobody out: what cannot be written holds until this ends. */
  function attempt(what: string, write: () => void): void {
    try {
      write()
    } catch (cause) {
      webLog.warn('not written at the door', { what, cause: String(cause) })
    }
  }

  /** A list that cannot be read is begun anew: people open the address once more. */
  function readBrowsers(): string[] {
    try {
      return z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8')))
    } catch {
      return []
    }
  }

  function letIn(id: string): void {
    if (browsers.includes(id)) return
    browsers = [...browsers, id].slice(-mostBrowsers)
    attempt('browsers', () => {
      writeFileSync(`${list}.new`, `${JSON.stringify(browsers)}\n`, { mode: 0o600 })
      renameSync(`${list}.new`, list)
    })
  }

  return {
    invitation,
    file,
    admits({ cookie, authorization }) {
      const id = screenIdOf(screenTokenIn(cookie))
      return (id !== '' && browsers.includes(id)) || isBearer(authorization, keys)
    },
    exchange(shown, cookie) {
      const asBearer = `Bearer ${shown}`
      const isInvited = isBearer(asBearer, unused)
      if (!isInvited && !isBearer(asBearer, keys)) return null
      const token = screenTokenIn(cookie) ?? newScreenToken()
      letIn(screenIdOf(token))
      if (isInvited) unused = []
      return token
    },
    close() {
      rmSync(file, { force: true })
    },
  }
}
