import { pauseAfter, type Patience } from '#contract/shared/back-off.ts'
import type { Link } from '#contract/bridge.ts'
import { streamSilenceMs } from '#contract/shared/stream-beat.ts'

export interface EventStream {
  onopen: ((event: Event) => void) | null
  onmessage: ((message: { readonly data: string }) => void) | null
  /** Something came, even if it was no message. */
  onbeat: (() => void) | null
  onerror: ((event: Event) => void) | null
  close(): void
}

interface LinkPatience {
  /** A longer silence is a dead link, in ms. */
  silenceMs: number
  /** The pauses before another try. */
  pauses: Patience
}

/**
 * For a screen and its host: pauses with jitter, from up to 0.5 s to up to 3 s, so that it is back
 * within five seconds after its host, or its Wi-Fi, is.
 */
export const hostPatience: LinkPatience = {
  silenceMs: streamSilenceMs,
  pauses: { firstMs: 400, maxMs: 2_400 },
}

interface Connection extends LinkPatience {
  connect: () => EventStream
}

/**
 * Keeps one stream of messages open from `open` to `close`: reconnects with growing, jittered
 * pauses, and reports the link as 'down' after too long a silence. Messages keep their order.
 */
export class StreamLink<Message> {
  readonly #connection: Connection
  readonly #listeners = new Set<(message: Message) => void>()
  readonly #linkListeners = new Set<(link: Link) => void>()
  #link: Link = 'down'
  #failures = 0
  #stream: EventStream | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(connection: Connection) {
    this.#connection = connection
  }

  open(): void {
    const { connect, silenceMs } = this.#connection
    const opened = connect()
    this.#stream = opened
    this.#silence = setTimeout(() => this.openAgain(), silenceMs)
    const isOpen = (): boolean => this.#stream === opened
    opened.onbeat = opened.onopen = () => {
      if (isOpen()) this.#hear()
    }
    opened.onerror = () => {
      if (isOpen()) this.openAgain()
    }
    opened.onmessage = ({ data }) => {
      if (!isOpen()) return
      this.#failures = 0
      this.#hear()
      const message = JSON.parse(data) as Message
      for (const listen of this.#listeners) listen(message)
    }
  }

  /** Gives the stream up, and opens another after a pause. */
  openAgain(): void {
    this.close()
    this.#setLink('down')
    this.#failures += 1
    const ms = pauseAfter(this.#failures, this.#connection.pauses, Math.random())
    this.#pause = setTimeout(() => this.open(), ms)
  }

  close(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#pause)
    this.#stream?.close()
    this.#stream = undefined
  }

  onEvent(listen: (message: Message) => void): () => void {
    this.#listeners.add(listen)
    return () => void this.#listeners.delete(listen)
  }

  onLink(listen: (link: Link) => void): () => void {
    this.#linkListeners.add(listen)
    listen(this.#link)
    return () => void this.#linkListeners.delete(listen)
  }

  #hear(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.openAgain(), this.#connection.silenceMs)
    this.#setLink('up')
  }

  #setLink(next: Link): void {
    if (this.#link === next) return
    this.#link = next
    for (const listen of this.#linkListeners) listen(next)
  }
}
