import type { BrowserWindow } from 'electron'
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
  front: Pick<WindowContent, 'say'>
  log: Log
}

/**
 * Reloads a page that crashed or hangs: at most three times a minute, then shows a page that
 * explains it and waits for a person. Returns a function that reloads from outside.
 */
export function guardPage(
  window: BrowserWindow,
  { reloads, front, log }: GuardDeps,
): { again(): void } {
  const { webContents } = window
  let hangs: NodeJS.Timeout | undefined
  let wasEnded = false
  let isExplained = false

  function again(): void {
    if (window.isDestroyed()) return
    const goesOn = reloads.take()
    if (!goesOn && isExplained) {
      // The page that explains it fails too: the renderer needs a moment.
      log.error('page stays away')
      setTimeout(again, withinMs)
      return
    }
    isExplained = !goesOn
    if (!goesOn) front.say('page-gone')
    else if (wasEnded) front.say('page-hung')
    wasEnded = false
    webContents.reload()
  }

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('page is gone', { reason, exitCode })
    clearTimeout(hangs)
    if (reason !== 'clean-exit') again()
  })
  window.on('unresponsive', () => {
    log.error('page does not answer')
    clearTimeout(hangs)
    hangs = setTimeout(() => {
      wasEnded = true
      // A hung page ignores a reload, so end it; then it counts as crashed.
      webContents.forcefullyCrashRenderer()
    }, patienceMs)
  })
  window.on('responsive', () => {
    log.info('page answers again')
    clearTimeout(hangs)
  })
  window.on('closed', () => {
    clearTimeout(hangs)
  })
  return { again }
}

/** Addresses outside the app that it may open in the person's browser, matched exactly. */
export const externalPages: ReadonlySet<string> = new Set([
  // What a keyring is and which ones work, for people whose computer can't store the access key.
  'https://www.electronjs.org/docs/latest/api/safe-storage',
])

/**
 * True only for a URL exactly as on the list: nothing is parsed, so nothing can be parsed wrongly.
 */
export function isExternalPage(url: string): boolean {
  return externalPages.has(url)
}
