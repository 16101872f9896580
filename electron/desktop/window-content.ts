import type { Kitchen } from '#host/kitchen.ts'
import { openOrObstacle } from '#host/start/obstacle.ts'
import { logThrown, type Log } from '#host/core/log.ts'
import { isPassing, type Trouble } from '#host/page/trouble.ts'

interface WindowContentDeps {
  log: Log
  open(): Promise<Kitchen>
  /** Before the page that may ask is loaded. */
  onOpened(kitchen: Kitchen): void
  /** After each load of the window. */
  onShown(): void
}

/** What the window shows: the page of an open kitchen, or why there is none. */
export class WindowContent {
  readonly #deps: WindowContentDeps
  #kitchen: Kitchen | null = null
  #next: Trouble | null = null
  #shown: Trouble | null = null
  #opening: Promise<Trouble | null> | null = null

  constructor(deps: WindowContentDeps) {
    this.#deps = deps
  }

  /** Null until it is open. */
  get kitchen(): Kitchen | null {
    return this.#kitchen
  }

  /** Whether the window shows a page that only a person can end, or its first page isn't loaded. */
  get needsPerson(): boolean {
    return this.#kitchen === null || (this.#shown !== null && !isPassing(this.#shown))
  }

  /** Shows this once, in place of the page, at the next load. */
  say(trouble: Trouble): void {
    this.#next = trouble
  }

  /** What to show now; null for the page. Tries again to open the kitchen if it isn't open. */
  async instead(): Promise<Trouble | null> {
    this.#shown = await this.#takeNext()
    this.#deps.onShown()
    return this.#shown
  }

  async #takeNext(): Promise<Trouble | null> {
    const next = this.#next
    this.#next = null
    if (next !== null || this.#kitchen !== null) return next
    this.#opening ??= this.#open().finally(() => (this.#opening = null))
    return this.#opening
  }

  async #open(): Promise<Trouble | null> {
    const { log, open, onOpened } = this.#deps
    try {
      const { kitchen, obstacle } = await openOrObstacle(open)
      if (kitchen === null) {
        log.error('cannot start', { obstacle })
        return obstacle
      }
      this.#kitchen = kitchen
      onOpened(kitchen)
      return null
    } catch (cause) {
      logThrown(log, 'start', cause)
      return 'unknown'
    }
  }
}
