import type { BrowserWindow } from 'electron'
import { createLimit, type Limit } from '#host/limit.ts'
import type { Log } from '#host/log.ts'
import type { Front } from './front.ts'

const mostReloads = 3
const withinMs = 60_000
/** How long a page may not answer: one that computes is not one that hangs. */
const patienceMs = 10_000

/** How often a page may be loaded again, whichever window it is in. */
export const pageReloads = (): Limit => createLimit(mostReloads, withinMs, () => performance.now())

interface GuardDeps {
  reloads: Limit
  front: Front
  log: Log
}

/**
 * Loads a page again that crashed or hangs: at most three times a minute, and then one that says so and waits for a
 * hand. Answers how to load it again from outside.
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
      // Not even the page that explains it stays: what draws pages needs a while.
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
      // It hears no reload; what follows is the page that is gone.
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

/** Pages outside the app that it may open in the person's browser, letter by letter. */
export const externalPages: ReadonlySet<string> = new Set([
  // What a keyring is and which ones work, for whoever is told that this machine keeps no token.
  'https://www.electronjs.org/docs/latest/api/safe-storage',
])

/** True only for a URL that is on the list exactly as written: nothing is parsed, so nothing can be misparsed. */
export function isExternalPage(url: string): boolean {
  return externalPages.has(url)
}
