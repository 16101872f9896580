import type { FirstView } from '#contract/first-view.ts'
import { doorMeta, pageHeader, signedScheme, staleChallenge } from '#contract/web-door.ts'
import { freshLetters, isFromHost, readBrowserKey, signChallenge } from './browser-key.ts'

// Longer than the 35 s that the host waits for the platform, so that its own answer wins.
const answerTimeout = 45_000

/**
 * A browser closes the streams of a page shortly before it tells the page that it is leaving. The session is doubted by then,
 * and a last call can't wait for another, so for this long (in ms) it uses the doubted one.
 */
const leavingMs = 1_000

/** The first view as the web shell answers it, and how much it had said by then. */
export interface ReportedView {
  reported: number
  view: FirstView
}

/** What is asked, with headers as an object. */
type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/**
 * What lets this page talk to its web shell (contract/web-door.ts). The session is in this page's memory alone; it is
 * doubted whenever the link was lost, since another program may have the address by then.
 */
export interface Session {
  /** What came with the session; null where it did not come. */
  readonly first: Promise<ReportedView | null>
  /** As `fetch`, in this page's name. Rejects where the host does not answer, or where whoever answers is not the host. */
  fetch(path: string, init?: Asked): Promise<Response>
  /** Has the host prove itself again before anything else is said to it. */
  doubt(): void
}

/** Leads to the door; what is asked of this page meanwhile is never answered. */
function leave(): Promise<never> {
  // With the key, or with the room that was asked for.
  location.replace(`/door${location.hash}`)
  return new Promise<never>(() => undefined)
}

/**
 * Loads the page again, for a challenge that opens a session. A page that was loaded again already and has none is sent to
 * the door: its browser does not say that it loads a page.
 */
function loadAgain(): Promise<never> {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type === 'reload') return leave()
  location.reload()
  return new Promise<never>(() => undefined)
}

/** Opens a session as the page is loaded, and another one whenever it is needed. */
export function openSession(): Session {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${doorMeta}"]`)
  const [given, hostKey] = meta?.content.split(' ') ?? []
  const pair = readBrowserKey()
  let token: string | null = null
  /** Shows that this page had a session; null before its first one. */
  let page: string | null = null
  let doubted: { token: string; at: number } | null = null
  let renewing: Promise<string> | null = null

  /** A challenge of the host that this page came from: whoever cannot prove to be that hears nothing more. */
  async function askForChallenge(): Promise<string> {
    const asked = freshLetters()
    const signal = AbortSignal.timeout(answerTimeout)
    const response = await fetch(`/challenge?${asked}`, { cache: 'no-store', signal })
    const answer = (await response.json()) as { challenge: string; proof: string }
    // A developer's page comes from elsewhere and knows no host.
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
      // The key that is let in already is not needed.
      if (location.hash.startsWith('#key=')) history.replaceState(null, '', '/')
      return answer
    },
    () => null,
  )

  async function fetchLater(path: string, init: Asked): Promise<Response> {
    await first
    const shown = token ?? (await renew())
    const response = await send(path, init, shown)
    if (response.status !== 401) return response
    // The host was started again.
    return send(path, init, token !== null && token !== shown ? token : await renew())
  }

  function tokenOfLastCall(): string | null {
    if (token !== null || doubted === null) return token
    return performance.now() - doubted.at < leavingMs ? doubted.token : null
  }

  const send = (path: string, init: Asked, shown: string): Promise<Response> =>
    fetch(path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${shown}` },
      cache: 'no-store',
    })

  return {
    first,
    fetch(path, init = {}) {
      // A page that is being left has no other turn to say it in.
      const last = init.keepalive === true ? tokenOfLastCall() : null
      return last === null ? fetchLater(path, init) : send(path, init, last)
    },
    doubt() {
      if (token !== null) doubted = { token, at: performance.now() }
      token = null
    },
  }
}
