import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { checkedSizes } from './page-checks.ts'

/** From a fresh profile to the first order on the wall, without the typing. */
const maxTaps = 12

/** Where the texts of the steps are written, to be read as a whole. */
const textsPath = join(import.meta.dirname, '../results/first-order.txt')

/** Counts every press in the page, also that of a key on a button, across reloads. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('countTap', () => void taps++)
  await page.addInitScript(`addEventListener('click', (event) => {
    if (event.isTrusted || event.detail > 0) void countTap()
  }, { capture: true })`)
  return () => taps
}

test.describe('a fresh screen', () => {
  for (const { width, height } of checkedSizes)
    test(`reaches the first order in ${String(maxTaps)} taps at ${String(width)}x${String(height)}`, async ({
      browser,
    }) => {
      const platform = await startPractice()
      const order = await platform.placeOrder(
        { deliveryType: 'go', isScheduled: false },
        { wait: false },
      )
      const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
      const web = startWeb({ dataDir: folder, connected: null })
      const page = await browser.newPage({ viewport: { width, height } })
      const taps = await countTaps(page)
      const texts: string[] = []
      async function look(title: string): Promise<void> {
        const heading = page.getByRole('heading', { name: title })
        await expect(heading).toBeVisible()
        const main = page.locator('main')
        texts.push(`# ${title}\n${await main.innerText()}\n`)
        const next = page.locator('[type=submit][form=setup]')
        if ((await next.count()) > 0) await expect(next).toBeInViewport({ ratio: 1 })
        await expectAccessible(page, `${String(texts.length)}-${title.replaceAll(/\W+/g, '-')}`)
      }

      await page.goto((await web.ready).invitation)
      await look('Choose a language')
      const before = taps()
      await page.getByRole('button', { name: 'Continue' }).click()
      await look('Welcome to Kitchen Pass')
      await page.getByRole('button', { name: /^Connect your store/ }).click()
      await look('Access key and address')
      await page.getByLabel('Platform address').click()
      await page.keyboard.type(new URL(platform.v3).host)
      await page.getByLabel('Access key', { exact: true }).click()
      await page.keyboard.type(platform.token)
      await page.getByRole('button', { name: 'Continue' }).click()
      await look('Which store is this?')
      await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
      await page.getByText('Colón', { exact: true }).click()
      await page.getByRole('button', { name: 'Connect Colón' }).click()
      await look('What is this screen for?')
      await page.getByRole('button', { name: 'Go to the orders' }).click()
      await expect(page.getByRole('article', { name: order.code })).toBeVisible()
      expect(taps() - before).toBeGreaterThan(5)
      expect(taps() - before).toBeLessThanOrEqual(maxTaps)

      const summary = `${String(taps() - before)} taps\n`
      mkdirSync(join(textsPath, '..'), { recursive: true })
      writeFileSync(textsPath, `${texts.join('\n')}\n${summary}`)
      await page.close()
      await web.end('SIGTERM')
      await platform.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
})
