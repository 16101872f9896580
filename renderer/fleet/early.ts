/**
 * What the page asks the server before its own parts have loaded: who is signed in, and the stores.
 * On a slow computer that saves half of the wait.
 */
class EarlyAsking {
  #me: Promise<Response | null> | null = null
  #source: EventSource | null = null
  readonly #received: MessageEvent<string>[] = []

  readonly #store = (event: MessageEvent<string>): void => void this.#received.push(event)

  /** A link that signs in does that first. */
  start(hash: string): void {
    if (/^#\/?key=/.test(hash)) return
    this.#me = fetch('me').catch(() => null)
    this.#source = new EventSource('events')
    this.#source.addEventListener('message', this.#store)
  }

  /** The answer to who is signed in; null if nobody asked, or somebody took it. */
  takeMe(): Promise<Response | null> | null {
    const me = this.#me
    this.#me = null
    return me
  }

  /** The open stream and what it has sent so far; null if there is none, or somebody took it. */
  takeStream(): { source: EventSource; received: MessageEvent<string>[] } | null {
    const source = this.#source
    this.#source = null
    if (source === null || source.readyState === EventSource.CLOSED) return null
    source.removeEventListener('message', this.#store)
    return { source, received: this.#received.splice(0) }
  }
}

export const early = new EarlyAsking()
