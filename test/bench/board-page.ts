import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { pairContext } from '#test/support/web-process.ts'

const watch = join(import.meta.dirname, 'watch-board.js')

/** A screen of 1280x800 that has been let in, with the watcher of the board and no page yet. */
export interface BoardPage {
  readonly page: Page
  readonly devtools: CDPSession
  close(): Promise<void>
}

export async function openBoardPage(browser: Browser, url: string): Promise<BoardPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  await context.addInitScript({ path: watch })
  await pairContext(context, url)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page), close: () => context.close() }
}

export const boardUrl = (ui: string): string => `${ui}#/stock`
