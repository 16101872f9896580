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

/** A session that was opened now. */
interface Entered extends Visitor {
  session: string
  /** With this the page opens another, after a restart as well. */
  page: string
}

/** Whether the browser itself loads a page, for a person to see. No script can send these headers. */
const isPageLoad = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate'

const now = (): number => performance.now()

/**
 * What stands between any program of this machine and the screens. Everything it needs of a stranger stands in the
 * headers of a request: no body of a stranger is ever read. It keeps who was let in, and the key of this start, in
 * `dataDir`; `port` is where the screens are.
 */
export function createDoor(dataDir: string, port: number) {
  const key = createDoorKey(dataDir)
  const host = readHostKey(dataDir)
  const browsers = createBrowsers(dataDir)
  /** Those in the heads of pages, and those for pages that had a session before. */
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
    /** What a page finds in its head that is asked for with these headers (contract/web-door.ts). */
    meta: (headers: IncomingHttpHeaders) =>
      `${isPageLoad(headers) ? forPages.make() : 'none'} ${host.publicKey}`,
    /**
     * Says who the host is: a challenge, signed together with the letters that the page made up. It is for a page that had
     * a session before; for whoever has the key of scripts it is like one in the page's head.
     */
    prove(asked: string, authorization: string | undefined) {
      const challenge = (key.isScript(authorization) ? forPages : forKnown).make()
      return { challenge, proof: host.sign(hostMessages(asked, challenge)) }
    },
    /** Lets a browser in that shows a key, by the public key that it made for this. False where it may not. */
    letIn(headers: IncomingHttpHeaders): boolean {
      const publicKey = headers[publicKeyHeader]
      // Looked at first: a key that lets in once is not spent on what is no browser, or on one that is known.
      if (typeof publicKey !== 'string' || readPublicKey(publicKey) === null) return false
      const added = { publicKey, port }
      if (browsers.isKnown(added) || !key.takes(headers.authorization)) return false
      for (const screenId of browsers.letIn(added)) sessions.end(screenId)
      return true
    },
    /** Opens a session for a signed challenge. Null for a browser that is not known, `stale` where it needs another challenge. */
    enter(headers: IncomingHttpHeaders): Entered | 'stale' | null {
      const [, publicKey = '', challenge = '', signature = ''] =
        signedShape.exec(headers.authorization ?? '') ?? []
      // Only then is anything worked out for it.
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
    /** Who asks: a page by its session, a script by its key. Null for everybody else. */
    admit(authorization: string | undefined): Visitor | null {
      if (key.isScript(authorization)) return { screenId: '' }
      const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
      return token === undefined ? null : sessions.find(token)
    },
  }
}

export type Door = ReturnType<typeof createDoor>
