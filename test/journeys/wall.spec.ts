import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, type Store } from './store.ts'
import { rushOrders, type RushOrder } from './wall-rush.ts'

const sizes = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const

const script = readFileSync(join(import.meta.dirname, 'whole-cards.js'), 'utf8')
const cancelled = [1]

async function postRush({ page, practice, post }: Store): Promise<RushOrder[]> {
  const orders = rushOrders(
    60,
    { storeId: practice.storeId, now: Date.now() },
    { cancelled, changed: [4] },
  )
  for (const { bodies } of orders) for (const body of bodies) expect(await post(body)).toBe(200)
  const live = String(orders.length - cancelled.length)
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', live)
  return orders
}

/** Every dish of every ticket, read page by page; what is cut or hidden on the way fails. */
async function readWall(page: Page, where: string): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {}
  const next = page.getByRole('button', { name: /^Next page/ })
  for (;;) {
    // Cards that move have arrived by then.
    await page.waitForTimeout(300)
    const { faults, dishes } = await page.evaluate<{
      faults: string[]
      dishes: Record<string, string[]>
    }>(script)
    expect(faults, where).toEqual([])
    for (const [code, names] of Object.entries(dishes))
      read[code] = [...(read[code] ?? []), ...names]
    if (!(await next.isVisible()) || (await next.isDisabled())) return read
    await next.click()
  }
}

async function firstPage(page: Page): Promise<void> {
  const previous = page.getByRole('button', { name: 'Previous page' })
  while ((await previous.isVisible()) && (await previous.isEnabled())) await previous.click()
}

for (const theme of ['light', 'dark'] as const)
  test(`a rush of 60 in ${theme} at every size: every dish of every ticket is read whole, nothing scrolls, axe is content`, async ({
    store,
  }) => {
    test.setTimeout(240_000)
    const { page } = store
    await page.emulateMedia({ colorScheme: theme })
    const orders = await postRush(store)
    const expected = Object.fromEntries(
      orders.filter((_, nth) => !cancelled.includes(nth)).map(({ code, names }) => [code, names]),
    )
    for (const [width, height] of sizes) {
      const where = `${String(width)}x${String(height)}`
      await page.setViewportSize({ width, height })
      await firstPage(page)
      const picture = test.info().outputPath(`wall-${theme}-${String(width)}.png`)
      await page.screenshot({ path: picture })
      expect(await readWall(page, where), where).toEqual(expected)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        where,
      ).toEqual([])
    }
  })
