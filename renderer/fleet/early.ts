/** The page draws something after this time, whatever is still to come. */
const patienceMs = 1_500

/**
 * What the page asks the server before its own parts have loaded: who is signed in, and the stores.
 * On a slow computer that saves half of the wait.
 */
class EarlyAsking {
  #me: Promise<Response | null> | null = null
  #source: EventSource | null = null
  readonly #received: MessageEvent<string>[] = []
  #settle = (): void => undefined
  #settled = Promise.resolve()

  readonly #store = (event: MessageEvent<string>): void => {
    this.#received.push(event)
    this.#settle()
  }

  /** A link that signs in does that first. */
  start(hash: string): void {
    if (/^#\/?key=/.test(hash)) return
    this.#settled = new Promise((resolve) => (this.#settle = resolve))
    setTimeout(this.#settle, patienceMs)
    this.#me = fetch('me').catch(() => null)
    this.#source = new EventSource('events')
    this.#source.addEventListener('message', this.#store)
    this.#source.addEventListener('error', this.#settle)
  }

  /** Resolves with the answer to who is signed in; with null if nobody asked, or it takes long. */
  async takeMe(): Promise<Response | null> {
    const me = this.#me
    this.#me = null
    if (me === null) return null
    return Promise.race([me, this.#settled.then(() => Promise.race([me, Promise.resolve(null)]))])
  }

  /** Resolves once the first stores are here, or it is not worth waiting for them. */
  settled(): Promise<void> {
    return this.#settled
  }

  /** The open stream and what it has sent so far; null if there is none, or somebody took it. */
  takeStream(): { source: EventSource; received: MessageEvent<string>[] } | null {
    const source = this.#source
    this.#source = null
    if (source === null || source.readyState === EventSource.CLOSED) return null
    source.removeEventListener('message', this.#store)
    source.removeEventListener('error', this.#settle)
    return { source, received: this.#received.splice(0) }
  }
}

export const early = new EarlyAsking()
