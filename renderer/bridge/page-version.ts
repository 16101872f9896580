import { version } from '../../package.json'

/** Nobody has touched the page for this long, in ms, before it loads again. */
export const quietMs = 10_000

const storageKey = 'kitchen-pass.reloaded-for'

/** A dialog or popover, or a field in use. What was typed elsewhere is a draft, and the host has it. */
const inUse =
  '[role=dialog]:not([popover]), :popover-open, :is(input, textarea, select, [contenteditable]):focus, form :focus'

/** The host's version that this tab was loaded again for; undefined if the browser stores nothing. */
function readReloadedFor(): string | null | undefined {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return undefined
  }
}

/**
 * Loads the page again once nobody uses it if its host has another version. Only once for each
 * version: a host that goes on serving another page must not make the page load for ever.
 */
export class PageVersion {
  readonly #own: string
  readonly #reload: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The version that the page waits to load for. */
  #next: string | null = null

  constructor(own: string, reload: () => void) {
    this.#own = own
    this.#reload = reload
    for (const use of ['pointerdown', 'keydown', 'wheel'])
      addEventListener(use, () => this.#wait(), { passive: true })
  }

  /** Call it with the host's version whenever a stream begins; null if it names none. */
  compare(host: string | null): void {
    const reloadedFor = readReloadedFor()
    const isDone = reloadedFor === undefined || reloadedFor === host
    this.#next = host === this.#own || isDone ? null : host
    if (host !== null && host !== this.#own && isDone)
      reportError(new Error(`this page has version ${this.#own}, its host ${host}`))
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.#next !== null) this.#timer = setTimeout(() => this.#load(), quietMs)
  }

  #load(): void {
    if (this.#next === null || document.querySelector(inUse) !== null) return this.#wait()
    sessionStorage.setItem(storageKey, this.#next)
    this.#reload()
  }
}

/** Follows the version of this page's host. */
export const followVersion = (): PageVersion => new PageVersion(version, () => location.reload())
