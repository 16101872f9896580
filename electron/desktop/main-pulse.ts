import type { Link } from '#contract/bridge.ts'
import { streamSilenceMs } from '#contract/shared/stream-beat.ts'

/**
 * Whether the main process works, from its beats. The window of a frozen one still reacts, and
 * looks as if no order came.
 */
export class MainPulse {
  readonly #listeners = new Set<(link: Link) => void>()
  #link: Link = 'up'
  #silence: ReturnType<typeof setTimeout> | undefined

  /** Takes a beat. */
  beat(): void {
    this.#wait()
    this.#set('up')
  }

  /** Calls `listen` with the state now and after each change. Returns a function that stops it. */
  onLink(listen: (link: Link) => void): () => void {
    this.#listeners.add(listen)
    listen(this.#link)
    if (this.#silence === undefined) this.#wait()
    return () => void this.#listeners.delete(listen)
  }

  #wait(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#set('down')
    }, streamSilenceMs)
  }

  #set(link: Link): void {
    if (link === this.#link) return
    this.#link = link
    for (const listen of this.#listeners) listen(link)
  }
}
