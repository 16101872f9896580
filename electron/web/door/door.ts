import type { IncomingHttpHeaders } from 'node:http'
import { browserWords, hostWords, publicKeyHeader, signedScheme } from '#contract/web-door.ts'
import { createBrowsers, screenIdOf } from './browsers.ts'
import { createChallenges } from './challenges.ts'
import { createDoorKey, type DoorKey } from './door-key.ts'
import { readHostKey } from './host-key.ts'
import { createSessions, type Visitor } from './sessions.ts'
import { isSigned, readPublicKey } from './signatures.ts'

const signedShape = new RegExp(`^${signedScheme} ([\\w-]{87})\\.([\\w-]{75})\\.([\\w-]{86})$`)

/** A session that was opened now. */
export interface Entered extends Visitor {
  session: string
}

/**
 * What stands between any program of this machine and the screens. Everything it needs of a stranger stands in the
 * headers of a request: no body of a stranger is ever read.
 */
export interface Door {
  readonly key: DoorKey
  /** What the page finds in its head (contract/web-door.ts). */
  meta(): string
  /** Says who the host is: another challenge, signed together with the letters that the page made up. */
  prove(asked: string): { challenge: string; proof: string }
  /** Lets a browser in that shows a key, by the public key that it made for this. False where it may not. */
  letIn(headers: IncomingHttpHeaders): boolean
  /** Opens a session for a signed challenge. Null for a browser that is not known, `stale` where it needs another challenge. */
  enter(authorization: string | undefined): Entered | 'stale' | null
  /** Who asks: a page by its session, a script by its key. Null for everybody else. */
  admit(authorization: string | undefined): Visitor | null
}

/** Keeps who was let in, and the key of this start, in `dataDir`. `port` is where the screens are. */
export function createDoor(dataDir: string, port: () => number): Door {
  const key = createDoorKey(dataDir)
  const host = readHostKey(dataDir)
  const browsers = createBrowsers(dataDir)
  const challenges = createChallenges(() => performance.now())
  const sessions = createSessions()

  return {
    key,
    meta: () => `${challenges.make()} ${host.publicKey}`,
    prove(asked) {
      const challenge = challenges.make()
      return { challenge, proof: host.sign(hostWords(asked, challenge)) }
    },
    letIn(headers) {
      const publicKey = headers[publicKeyHeader]
      // Looked at first: a key that lets in once is not spent on what is no browser, or on one that is known.
      if (typeof publicKey !== 'string' || readPublicKey(publicKey) === null) return false
      const added = { publicKey, port: port() }
      if (browsers.isKnown(added) || !key.takes(headers.authorization)) return false
      for (const screenId of browsers.letIn(added)) sessions.end(screenId)
      return true
    },
    enter(authorization) {
      const [, publicKey = '', challenge = '', signature = ''] =
        signedShape.exec(authorization ?? '') ?? []
      // Only then is anything worked out for it.
      if (!browsers.isKnown({ publicKey, port: port() })) return null
      const opened = readPublicKey(publicKey)
      if (opened === null || !isSigned(browserWords(challenge), signature, opened)) return null
      if (!challenges.use(challenge)) return 'stale'
      const screenId = screenIdOf(publicKey)
      return { screenId, session: sessions.open(screenId) }
    },
    admit(authorization) {
      if (key.isScript(authorization)) return { screenId: '' }
      const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
      return token === undefined ? null : sessions.find(token)
    },
  }
}
