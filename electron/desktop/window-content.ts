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
export function createWindowContent({ log, open, onOpened, onShown }: WindowContentDeps) {
  let kitchen: Kitchen | null = null
  let said: Trouble | null = null
  let shown: Trouble | null = null
  let trying: Promise<Trouble | null> | null = null

  async function attempt(): Promise<Trouble | null> {
    try {
      const opened = await openOrObstacle(open)
      if (opened.kitchen === null) {
        log.error('cannot start', { obstacle: opened.obstacle })
        return opened.obstacle
      }
      kitchen = opened.kitchen
      onOpened(kitchen)
      return null
    } catch (cause) {
      logThrown(log, 'start', cause)
      return 'unknown'
    }
  }

  async function next(): Promise<Trouble | null> {
    const now = said
    said = null
    if (now !== null || kitchen !== null) return now
    trying ??= attempt().finally(() => (trying = null))
    return trying
  }

  return {
    /** Null until it is open. */
    get kitchen() {
      return kitchen
    },
    /** Shows this once, in place of the page, at the next load. */
    say(trouble: Trouble) {
      said = trouble
    },
    /** What to show now; null for the page. Tries again to open the kitchen if it isn't open. */
    async instead(): Promise<Trouble | null> {
      shown = await next()
      onShown()
      return shown
    },
    /** Whether the window shows a page that only a person can end, or its first page isn't loaded. */
    get needsPerson() {
      return kitchen === null || (shown !== null && !isPassing(shown))
    },
  }
}

export type WindowContent = ReturnType<typeof createWindowContent>
