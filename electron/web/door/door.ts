import { randomBytes, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  browserMessages,
  hostMessages,
  pageHeader,
  pageMessages,
  signedScheme,
  signsRequests,
} from '#contract/web-door.ts'
import { isSigned, readPublicKey, type HostKey } from './keys.ts'
import { createProofs } from './proofs.ts'
import { createChallenges, createSessions } from './sessions.ts'

const signedShape = new RegExp(`^${signedScheme} ([\\w-]{87})\\.([\\w-]{75})\\.([\\w-]{86})$`)

const pageShape = /^([\w-]{22})\.([\w-]{86})$/

const bearerShape = /^Bearer ([\w-]{43})$/

/** The caller of a request: a browser's screen by id, empty for a script. */
export interface Visitor {
  screenId: string
  /** The hash that the body must have (SHA-256, base64url); null for any. */
  bodyHash: string | null
}

interface Entered {
  screenId: string
  session: string
  /** With this the page opens another one, also after a restart. */
  page: string
}

/** Whether the browser itself loads a page for a person. No script can send these headers. */
const isPageLoad = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate'

const now = (): number => performance.now()

export interface DoorParts {
  host: HostKey
  /** The id of the screen with this public key; null if it has no access. */
  screenOf(publicKey: string): string | null
  /** Whether an `Authorization` header has the key for scripts. */
  isScript(authorization: string | undefined): boolean
  /**
   * Whether the screens come over the network, encrypted. Then each of their requests is signed, and
   * a page needs no challenge from its head: no other program can have the address.
   */
  isOnNetwork: boolean
}

/**
 * Separates the screens from everybody else. Everything it needs from a caller is in the headers:
 * it never reads the body of one without access.
 */
export function createDoor({ host, screenOf, isScript, isOnNetwork }: DoorParts) {
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

  function openSession(screenId: string, key: KeyObject): string {
    return sessions.open(screenId, (session) => (isOnNetwork ? createProofs(session, key) : null))
  }

  return {
    /** The head of a page that is requested with these headers (contract/web-door.ts). */
    meta: (headers: IncomingHttpHeaders) =>
      [
        isPageLoad(headers) ? forPages.make() : 'none',
        host.publicKey,
        ...(isOnNetwork ? [signsRequests] : []),
      ].join(' '),
    /**
     * Proves the host's identity: a challenge, signed together with letters from the page. For
     * pages that had a session before; with the key for scripts it works like the one in a page's
     * head.
     */
    prove(asked: string, authorization: string | undefined) {
      const challenge = (isScript(authorization) ? forPages : forKnown).make()
      return { challenge, proof: host.sign(hostMessages(asked, challenge)) }
    },
    /**
     * Opens a session for a signed challenge. Null for an unknown browser, `stale` if it needs
     * another challenge.
     */
    enter(headers: IncomingHttpHeaders): Entered | 'stale' | null {
      const [, publicKey = '', challenge = '', signature = ''] =
        signedShape.exec(headers.authorization ?? '') ?? []
      // Only now is anything calculated for it.
      const screenId = screenOf(publicKey)
      if (screenId === null) return null
      const opened = readPublicKey(publicKey)
      if (opened === null || !isSigned(browserMessages(challenge), signature, opened)) return null
      const isGood =
        forPages.use(challenge) ||
        ((isOnNetwork || hadSession(headers[pageHeader], publicKey)) && forKnown.use(challenge))
      if (!isGood) return 'stale'
      return { screenId, session: openSession(screenId, opened), page: pageOf(publicKey) }
    },
    /** The caller: a page by its session, a script by its key. Null for anyone else. */
    admit(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): Visitor | null {
      const { authorization } = request.headers
      if (isScript(authorization)) return { screenId: '', bodyHash: null }
      const token = bearerShape.exec(authorization ?? '')?.[1]
      const session = token === undefined ? null : sessions.find(token)
      if (session === null) return null
      const { screenId, proofs } = session
      const proven = proofs === null ? { bodyHash: null } : proofs.check(request)
      return proven === null ? null : { screenId, ...proven }
    },
    /** Ends the sessions of a screen. */
    end: sessions.end,
  }
}

export type Door = ReturnType<typeof createDoor>
