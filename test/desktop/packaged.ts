import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'

/** The program of a packaged app to drive (release.yml); null where journeys drive the built one. */
export const packagedApp = process.env['KITCHEN_PASS_PACKAGED'] ?? null

/**
 * Starts a packaged app and waits until its page is there. Its fuses let nobody into the main process: it is driven by
 * its page alone, and ends as its window is closed.
 */
export async function launchPackaged(
  program: string,
  userDataDir: string,
  env: Record<string, string>,
): Promise<{ process: ChildProcess; page: Page; close(): Promise<void> }> {
  const app = spawn(program, [`--user-data-dir=${userDataDir}`, '--remote-debugging-port=0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(app, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(app.stderr).on('line', (line) => {
      const [, found] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    app.once('error', reject)
    app.once('exit', () => {
      reject(new Error('the packaged app ended before it was ready'))
    })
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('a packaged app without a page')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  await page.waitForURL((url) => url.href !== 'about:blank')
  await page.waitForLoadState('load')
  return {
    process: app,
    page,
    async close() {
      await page.close()
      await gone
    },
  }
}
