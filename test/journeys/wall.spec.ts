import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './store.ts'
import { rushOrders } from './wall-rush.ts'

const sizes = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const

for (const theme of ['light'] as const)
  test(`the rush of 60 in ${theme} at every size`, async ({ store }) => {
    test.slow()
    const { page, practice } = store
    await page.emulateMedia({ colorScheme: theme })
    const orders = rushOrders(
      60,
      { storeId: practice.storeId, now: Date.now() },
      { cancelled: [1], changed: [4] },
    )
    for (const { bodies } of orders)
      for (const body of bodies) expect(await store.post(body)).toBe(200)
    await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', '59')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.waitForTimeout(2500)
      await page.screenshot({ path: test.info().outputPath(`wall-${theme}-${String(width)}.png`) })
      void AxeBuilder
    }
  })
