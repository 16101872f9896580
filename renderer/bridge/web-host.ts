import { tokenPlace } from '#contract/network/device-token.ts'
import type { FirstView } from '#contract/first-view.ts'

// Longer than the 35 s that the host waits for the platform, so that the host's answer comes first.
const answerTimeout = 45_000

/** The first view from the web shell, and its event number at that time. */
export interface ReportedView {
  reported: number
  view: FirstView
}

/** A request with its headers as an object. */
type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** The browser's device token; null if it was not let in, or keeps nothing. */
function readToken(): string | null {
  try {
    return localStorage.getItem(tokenPlace)
  } catch {
    return null
  }
}

/** Goes to the door. Pending requests of this page never get an answer. */
function leave(): Promise<never> {
  // Keeps the key, or the room that was requested, in the address.
  location.replace(`/door${location.hash}`)
  return new Promise<never>(() => undefined)
}

/**
 * The page's access to its web shell: each request has the device token (contract/network/device-token.ts).
 * The first one asks for the data of the first view, before the rest of the page has loaded.
 */
export class WebHost {
  /** Whether this screen reaches its host over the network, which is encrypted. */
  readonly isOnNetwork = location.protocol === 'https:'
  /** Null if no answer came. */
  readonly first: Promise<ReportedView | null> = this.#readFirst().catch(() => null)

  async #readFirst(): Promise<ReportedView> {
    const response = await this.fetch('/first', { signal: AbortSignal.timeout(answerTimeout) })
    if (!response.ok) throw new Error(`HTTP ${String(response.status)}`)
    // This browser has access already, so drop the key.
    if (location.hash.startsWith('#key=')) history.replaceState(null, '', '/')
    return (await response.json()) as ReportedView
  }

  /** Like `fetch`, with the token. Goes to the door if the browser has no access. */
  async fetch(path: string, init: Asked = {}): Promise<Response> {
    const token = readToken()
    if (token === null) return leave()
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const response = await fetch(path, { ...init, headers, cache: 'no-store' })
    return response.status === 401 ? leave() : response
  }
}
