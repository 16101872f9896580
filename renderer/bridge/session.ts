import type { FirstView } from '#contract/first-view.ts'
import {
  doorMeta,
  pageHeader,
  proofHeader,
  signedScheme,
  signsRequests,
  staleChallenge,
} from '#contract/web-door.ts'
import type { Proofs } from './proofs.ts'
import { randomLetters, isFromHost, readBrowserKey, signChallenge } from './browser-key.ts'

// Longer than the 35 s that the host waits for the platform, so that the host's answer comes first.
const answerTimeout = 45_000

/**
 * A browser closes the streams of a page shortly before it tells the page that it is leaving. The session is doubted by then,
 * and a last call can't wait for another, so for this long (in ms) it uses the doubted one.
 */
const leavingMs = 1_000

/** The first view from the web shell, and its event number at that time. */
export interface ReportedView {
  reported: number
  view: FirstView
}

/** A request with its headers as an object. */
type Asked = Omit<RequestInit, 'headers' | 'body'> & {
  headers?: Record<string, string>
  body?: string
}

/**
 * The page's access to its web shell (contract/web-door.ts). The session exists only in this page's
 * memory. After a lost link it is doubted, because another program may have the address.
 */
export interface Session {
  /** Whether this screen reaches its host over the network. */
  readonly isOnNetwork: boolean
  /** The data that came with the session; null if there was none. */
  readonly first: Promise<ReportedView | null>
  /**
   * Like `fetch`, with the session. Rejects if the host doesn't answer, or if another program
   * answers.
   */
  fetch(path: string, init?: Asked): Promise<Response>
  /** Makes the host prove its identity before the next request. */
  doubt(): void
}

/** Goes to the door. Pending requests of this page never get an answer. */
function leave(): Promise<never> {
  // Keeps the key, or the room that was requested, in the address.
  location.replace(`/door${location.hash}`)
  return new Promise<never>(() => undefined)
}

/**
 * Reloads the page to get a challenge that opens a session. If it was reloaded already and still
 * has none, it goes to the door: this browser doesn't say that it loads a page.
 */
function loadAgain(): Promise<never> {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type === 'reload') return leave()
  location.reload()
  return new Promise<never>(() => undefined)
}

/** What signs requests, which only screens on the network need. */
interface ProofParts {
  createProofs(own: CryptoKeyPair, session: string): Proofs
}

/** Opens a session when the page loads, and a new one when needed. */
export function openSession(loadProofs: () => Promise<ProofParts>): Session {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${doorMeta}"]`)
  const [given, hostKey, signs] = meta?.content.split(' ') ?? []
  const pair = readBrowserKey()
  let token: string | null = null
  /** Proves that this page had a session; null before the first one. */
  let page: string | null = null
  let doubted: { token: string; at: number } | null = null
  let renewing: Promise<string> | null = null
  /** Signs the requests of the session; null if they aren't signed. */
  let proofs: Proofs | null = null

  /**
   * Asks the host of this page for a challenge. If the answer isn't from that host, nothing more is
   * sent.
   */
  async function askForChallenge(): Promise<string> {
    const asked = randomLetters()
    const signal = AbortSignal.timeout(answerTimeout)
    const response = await fetch(`/challenge?${asked}`, { cache: 'no-store', signal })
    const answer = (await response.json()) as { challenge: string; proof: string }
    // A developer's page comes from another server and knows no host key.
    if (hostKey !== undefined && !(await isFromHost(answer, asked, hostKey)))
      throw new Error('another program has the address')
    return answer.challenge
  }

  async function enter<Answer>(path: string, given?: string): Promise<Answer> {
    const own = await pair
    if (own === null) return leave()
    const challenge = given ?? (await askForChallenge())
    const response = await fetch(path, {
      headers: {
        authorization: `${signedScheme} ${await signChallenge(own, challenge)}`,
        ...(page !== null && { [pageHeader]: page }),
      },
      cache: 'no-store',
      signal: AbortSignal.timeout(answerTimeout),
    })
    if (response.status === 401) {
      return (await response.text()) === staleChallenge ? loadAgain() : leave()
    }
    const answer = (await response.json()) as Answer & { session: string; page: string }
    if (signs === signsRequests) proofs = (await loadProofs()).createProofs(own, answer.session)
    token = answer.session
    page = answer.page
    return answer
  }

  function renew(): Promise<string> {
    token = null
    renewing ??= enter<{ session: string }>('/session')
      .then(({ session }) => session)
      .finally(() => (renewing = null))
    return renewing
  }

  const opening = enter<ReportedView>('/first', given === 'none' ? undefined : given)
  const first = opening.then(
    (answer) => {
      // This browser has access already, so drop the key.
      if (location.hash.startsWith('#key=')) history.replaceState(null, '', '/')
      return answer
    },
    () => null,
  )

  async function fetchLater(path: string, init: Asked): Promise<Response> {
    await first
    const shown = token ?? (await renew())
    const response = await sendProven(path, init, shown)
    if (response.status !== 401) return response
    // The host was restarted.
    return sendProven(path, init, token !== null && token !== shown ? token : await renew())
  }

  function tokenOfLastCall(): string | null {
    if (token !== null || doubted === null) return token
    return performance.now() - doubted.at < leavingMs ? doubted.token : null
  }

  function send(path: string, init: Asked, shown: string, proof?: string | null) {
    const headers = {
      ...init.headers,
      authorization: `Bearer ${shown}`,
      ...(proof != null && { [proofHeader]: proof }),
    }
    return fetch(path, { ...init, headers, cache: 'no-store' })
  }

  async function sendProven(path: string, init: Asked, shown: string): Promise<Response> {
    const proof = await proofs?.prove(init.method ?? 'GET', path, init.body ?? '')
    return send(path, init, shown, proof)
  }

  return {
    isOnNetwork: signs === signsRequests,
    first,
    fetch(path, init = {}) {
      // A page that is unloading gets no second chance, so use the last token.
      const last = init.keepalive === true ? tokenOfLastCall() : null
      return last === null ? fetchLater(path, init) : send(path, init, last, proofs?.takeSpare())
    },
    doubt() {
      if (token !== null) doubted = { token, at: performance.now() }
      token = null
    },
  }
}
