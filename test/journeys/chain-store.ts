import { mkdirSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { MovableClock } from '#test/support/movable-clock.ts'
import { pairContext, startWeb } from '#test/support/web-process.ts'

/** A store of a chain, with a wall in a browser; it gets its events from the relay alone. */
export async function openChainStore(
  browser: Browser,
  folder: string,
  clock: MovableClock,
  connection: { v3: string; token: string; storeId: string; relayFile: string },
) {
  mkdirSync(folder, { recursive: true })
  const web = startWeb({
    dataDir: folder,
    connected: null,
    nodeArgs: clock.args,
    env: {
      ...clock.env,
      KITCHEN_PASS_V3_URL: connection.v3,
      KITCHEN_PASS_TOKEN: connection.token,
      KITCHEN_PASS_STORE: connection.storeId,
      KITCHEN_PASS_WEBHOOK_PORT: '0',
      KITCHEN_PASS_RELAY_FILE: connection.relayFile,
    },
  })
  const { ui } = await web.ready
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await pairContext(context, ui)
  await page.goto(ui)
  return {
    page,
    ...wallOf(page),
    async close() {
      await context.close()
      await web.end('SIGTERM')
    },
  }
}

const wallOf = (page: Page) => ({
  card: (code: string) => page.getByRole('article', { name: new RegExp(`\\b${code}\\b`) }),
  /** The labels of all cards, in the order of the wall. */
  async labels() {
    const cards = await page.getByRole('article').all()
    return Promise.all(cards.map(async (card) => (await card.getAttribute('aria-label')) ?? ''))
  },
})
