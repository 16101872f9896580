import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPractice } from '#practice/platform.ts'
import { answerMenuById, unplaced } from '#test/support/menu-by-id.ts'
import { pairContext, startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { search, switchOf } from './board.ts'
import { expect, test } from './store.ts'

const product = { name: 'Hamburguesa clásica', id: 'prd-hamburguesa-clasica' }

test('the board of a platform with other names: everything has its place, and an 86 is confirmed', async ({
  browser,
  shell,
}) => {
  test.skip(shell !== 'web', 'the host is the same in both')
  const practice = await startPractice()
  const platform = await answerMenuById(practice)
  const dataDir = mkdtempSync(join(tmpdir(), 'menu-by-id-'))
  const web = startWeb({
    dataDir,
    connected: {
      v3: platform.v3,
      token: practice.token,
      webhookToken: practice.webhookToken,
      storeId: practice.storeId,
    },
    env: { KITCHEN_PASS_V1_URL: practice.v1 },
  })
  const { ui, webhook } = await web.ready
  practice.setReceiver(webhook)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  try {
    await pairContext(context, ui)
    await page.goto(`${ui}#/stock`)
    await expect(page.getByRole('heading', { name: 'Hamburguesas' })).toBeVisible()
    await expect(page.getByText('2 can’t be changed')).toBeVisible()
    await expect(page.getByText('1 couldn’t be read')).toBeVisible()

    await search({ page }, product.name)
    const burger = switchOf({ page }, product.name)
    await expect(burger).toHaveCount(1)
    await burger.click()
    await expect(burger).toHaveAccessibleDescription(/^Sold out until .*\bconfirmed/)
    const stock = () => practice.stock().filter(({ storeId }) => storeId === practice.storeId)
    expect(stock().find((each) => each.productId === product.id)?.stock).toBe(0)

    // An option that its modifier lists, and one that names its modifier.
    for (const name of ['Bien cocida', 'Champiñones']) {
      await search({ page }, name)
      const option = switchOf({ page }, name).first()
      const before = stock().length
      await option.click()
      await expect(option).toHaveAccessibleDescription(/^Sold out until .*\bconfirmed/)
      expect(stock()).toHaveLength(before + 1)
    }

    await search({ page }, unplaced.option)
    await expect(page.getByText('This option isn’t in any modifier of the menu')).toBeVisible()
    await expect(switchOf({ page }, unplaced.option)).toHaveCount(0)
    await search({ page }, unplaced.product)
    await expect(switchOf({ page }, unplaced.product)).toBeVisible()

    // The message about the last 86 is gone then.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Hamburguesas' })).toBeVisible()
    await expectAccessible(page, 'menu-by-id')
  } finally {
    await context.close()
    await web.end('SIGTERM')
    platform.close()
    await practice.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
