import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  browserMessages,
  hostMessages,
  pageHeader,
  pageMessages,
  publicKeyHeader,
  signedScheme,
} from '#contract/web-door.ts'
import { createBrowsers, screenIdOf } from './browsers.ts'
import { createDoorKey, isSigned, readHostKey, readPublicKey } from './keys.ts'
import { createChallenges, createSessions, type Visitor } from './sessions.ts'

const signedShape = new RegExp(`^${signedScheme} ([\\w-]{87})\\.([\\w-]{75})\\.([\\w-]{86})$`)

const pageShape = /^([\w-]{22})\.([\w-]{86})$/

interface Entered extends Visitor {
  session: string
  /** With this the page opens another one, also after a restart. */
  page: string
}

/** Whether the browser itself loads a page for a person. No script can send these headers. */
const isPageLoad = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate'

const now = (): number => performance.now()

/**
 * Separates the screens from other programs of this computer. Everything it needs from a caller is
 * in the headers: it never reads the body of one without access. It stores who has access, and the
 * key of this start, in `dataDir`; `port` is the screens'.
 */
export function createDoor(dataDir: string, port: number) {
  const key = createDoorKey(dataDir)
  const host = readHostKey(dataDir)
  const browsers = createBrowsers(dataDir)
  /** Challenges in the heads of pages, and for pages that had a session before. */
  const [forPages, forKnown] = [createChallenges(now), createChallenges(now)]
  const sessions = createSessions()

  function pageOf(publicKey: string): string {
    const letters = randomBytes(16).toString('base64url')
    return `${letters}.${host.sign(pageMessages(publicKey, letters))}`
  }

  function hadSession(shown: string | string[] | undefined, publicKey: string): boolean {
    const [, letters = '', signature] = pageShape.exec(String(shown)) ?? []
    return signature !== undefined && host.hasSigned(pageMessages(publicKey, letters), signature)
  }

  return {
    key,
    /** The head of a page that is requested with these headers (contract/web-door.ts). */
    meta: (headers: IncomingHttpHeaders) =>
      `${isPageLoad(headers) ? forPages.make() : 'none'} ${host.publicKey}`,
    /**
     * Proves the host's identity: a challenge, signed together with letters from the page. For
     * pages that had a session before; with the key for scripts it works like the one in a page's
     * head.
     */
    prove(asked: string, authorization: string | undefined) {
      const challenge = (key.isScript(authorization) ? forPages : forKnown).make()
      return { challenge, proof: host.sign(hostMessages(asked, challenge)) }
    },
    /**
     * Gives access to a browser that shows a key, with the public key it made for this. False if it
     * isn't allowed.
     */
    letIn(headers: IncomingHttpHeaders): boolean {
      const publicKey = headers[publicKeyHeader]
      // Checked first: a one-time key isn't used up by something that is no browser, or by a known
      // one.
      if (typeof publicKey !== 'string' || readPublicKey(publicKey) === null) return false
      const added = { publicKey, port }
      if (browsers.isKnown(added) || !key.takes(headers.authorization)) return false
      for (const screenId of browsers.letIn(added)) sessions.end(screenId)
      return true
    },
    /**
     * Opens a session for a signed challenge. Null for an unknown browser, `stale` if it needs
     * another challenge.
     */
    enter(headers: IncomingHttpHeaders): Entered | 'stale' | null {
      const [, publicKey = '', challenge = '', signature = ''] =
        signedShape.exec(headers.authorization ?? '') ?? []
      // Only now is anything calculated for it.
      if (!browsers.isKnown({ publicKey, port })) return null
      const opened = readPublicKey(publicKey)
      if (opened === null || !isSigned(browserMessages(challenge), signature, opened)) return null
      const isGood =
        forPages.use(challenge) ||
        (hadSession(headers[pageHeader], publicKey) && forKnown.use(challenge))
      if (!isGood) return 'stale'
      const screenId = screenIdOf(publicKey)
      return { screenId, session: sessions.open(screenId), page: pageOf(publicKey) }
    },
    /** The caller: a page by its session, a script by its key. Null for anyone else. */
    admit(authorization: string | undefined): Visitor | null {
      if (key.isScript(authorization)) return { screenId: '' }
      const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
      return token === undefined ? null : sessions.find(token)
    },
  }
}

export type Door = ReturnType<typeof createDoor>
