import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { chromiumPath } from '#test/support/chromium.ts'
import { pairContext } from '#test/support/web-process.ts'

const watch = join(import.meta.dirname, 'watch.js')

export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === null)
    throw new Error('no Chromium here: install one, or name one in KITCHEN_PASS_CHROMIUM')
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

/** The taps on Ready buttons so far, in ms from the tap to a frame. */
export interface Taps {
  fingers: number
  /** To the frame that shows the press. */
  presses: number[]
  /** To the frame that offers to undo. */
  taps: number[]
}

/** A screen of 1280x800, like a cook's, with the watcher. */
export interface WallPage {
  readonly page: Page
  readonly devtools: CDPSession
  /** When each code appeared on the screen, epoch milliseconds. */
  painted(): Promise<Map<string, number>>
  taps(): Promise<Taps>
  longTasks(): Promise<number>
  close(): Promise<void>
}

/** Opens a page with empty caches and waits until a card is on the screen. */
export async function openWallPage(browser: Browser, url: string): Promise<WallPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  await context.addInitScript({ path: watch })
  await pairContext(context, url)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('article').first().waitFor({ state: 'attached' })
  return {
    page,
    devtools: await context.newCDPSession(page),
    async painted() {
      const painted = await page.evaluate<Record<string, number | null>>('kitchenBench.painted')
      return new Map(
        Object.entries(painted).flatMap(([code, at]) => (at === null ? [] : [[code, at]])),
      )
    },
    taps: async () =>
      await page.evaluate<Taps>(
        '({ fingers: kitchenBench.fingers, presses: kitchenBench.presses, taps: kitchenBench.taps })',
      ),
    longTasks: async () => await page.evaluate<number>('kitchenBench.longTasks'),
    close: () => context.close(),
  }
}
