import { ask, type Answer } from './ask.ts'

/** The page draws something after this time, whatever is still to come. */
const patienceMs = 1_500

/** Whether the address has a key that signs in. */
export const isSignInLink = (): boolean => /^#\/?key=/.test(location.hash)

const openStream = (): Promise<Response | null> =>
  fetch('events').then(
    (answer) => (answer.ok ? answer : null),
    () => null,
  )

/**
 * What the page asks the server before its own parts have loaded: who is signed in, and the stores.
 * On a slow computer that saves half of the wait.
 */
class EarlyAsking {
  #me: Promise<Answer | null> = Promise.resolve(null)
  #stream: Promise<Response | null> = Promise.resolve(null)
  #settled: Promise<unknown> = Promise.resolve()

  /** A link that signs in does that first. */
  start(): void {
    if (isSignInLink()) return
    this.#me = ask('me')
    this.#stream = openStream()
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
    this.#settled = Promise.race([Promise.all([this.#me, this.#stream]), patience])
  }

  /**
   * Resolves with the answer to who is signed in, once the first stores are on their way. With null
   * if nobody asked, or it takes long.
   */
  async takeMe(): Promise<Answer | null> {
    await this.#settled
    const me = this.#me
    this.#me = Promise.resolve(null)
    return Promise.race([me, Promise.resolve(null)])
  }

  /** The open stream; null if there is none, or somebody took it. */
  takeStream(): Promise<Response | null> {
    const stream = this.#stream
    this.#stream = Promise.resolve(null)
    return stream
  }
}

export const early = new EarlyAsking()
