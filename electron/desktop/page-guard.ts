import type { BrowserWindow } from 'electron'
import { isMessageLink } from '#contract/reservations/message-link.ts'
import { Limit } from '#host/core/limit.ts'
import type { Log } from '#host/core/log.ts'
import type { WindowContent } from './window-content.ts'

const maxReloads = 3
const withinMs = 60_000
/** How long a page may be silent: a busy page isn't hung. */
const patienceMs = 10_000

/** How often a page may be reloaded, in any window. */
export const pageReloads = (): Limit => new Limit(maxReloads, withinMs, () => performance.now())

interface GuardDeps {
  reloads: Limit
  content: Pick<WindowContent, 'say'>
  log: Log
}

/**
 * Reloads a page that crashed or hangs: at most three times a minute, then shows a page that
 * explains it and waits for a person.
 */
export class PageGuard {
  readonly #window: BrowserWindow
  readonly #deps: GuardDeps
  #hangs: NodeJS.Timeout | undefined
  #wasEnded = false
  #isExplained = false

  constructor(window: BrowserWindow, deps: GuardDeps) {
    this.#window = window
    this.#deps = deps
    const { log } = deps
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.error('page is gone', { reason, exitCode })
      clearTimeout(this.#hangs)
      if (reason !== 'clean-exit') this.reload()
    })
    window.on('unresponsive', () => {
      log.error('page does not answer')
      clearTimeout(this.#hangs)
      this.#hangs = setTimeout(() => this.#end(), patienceMs)
    })
    window.on('responsive', () => {
      log.info('page answers again')
      clearTimeout(this.#hangs)
    })
    window.on('closed', () => clearTimeout(this.#hangs))
  }

  reload(): void {
    if (this.#window.isDestroyed()) return
    const { reloads, content, log } = this.#deps
    const goesOn = reloads.take()
    if (!goesOn && this.#isExplained) {
      // The page that explains it fails too: the renderer needs a moment.
      log.error('page stays away')
      setTimeout(() => this.reload(), withinMs)
      return
    }
    this.#isExplained = !goesOn
    if (!goesOn) content.say('page-gone')
    else if (this.#wasEnded) content.say('page-hung')
    this.#wasEnded = false
    this.#window.webContents.reload()
  }

  /** A hung page ignores a reload, so it is ended; then it counts as crashed. */
  #end(): void {
    this.#wasEnded = true
    this.#window.webContents.forcefullyCrashRenderer()
  }
}

/** Pages outside the app that it may open in the person's browser, matched exactly. */
export const externalPages: ReadonlySet<string> = new Set([
  // What a keyring is and which ones work, for people whose computer can't store the access key.
  'https://www.electronjs.org/docs/latest/api/safe-storage',
])

/**
 * True only for a URL exactly as on the list, or exactly as a message to a guest has it: nothing
 * else is parsed, so nothing can be parsed wrongly.
 */
export function isExternalPage(url: string): boolean {
  return externalPages.has(url) || isMessageLink(url)
}
