import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tries } from '#test/support/tries.ts'
import { axeViolations } from './axe.ts'
import { inEachTheme, checkedSizes } from './page-checks.ts'
import { takePictureToLookAt } from './picture.ts'
import { expect, shareStore, test, type Store } from './store.ts'
import { rushOrders, type RushOrder } from './wall-rush.ts'

const script = readFileSync(join(import.meta.dirname, 'whole-cards.js'), 'utf8')
/** The share of the wall's area that dishes and their comments use, on the visible page. */
const bodyShare = readFileSync(join(import.meta.dirname, 'body-share.js'), 'utf8')
const atRest = readFileSync(join(import.meta.dirname, 'at-rest.js'), 'utf8')
const cancelled = [1]

async function postRush({ page, practice, post }: Store, count = 60): Promise<RushOrder[]> {
  const orders = rushOrders(
    count,
    { storeId: practice.storeId, now: Date.now() },
    { cancelled, changed: [4] },
  )
  for (const { bodies } of orders) for (const body of bodies) expect(await post(body)).toBe(200)
  const live = String(orders.length - cancelled.length)
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', live)
  return orders
}

/** The column of a phone; it does not scroll if the wall has pages. */
const column = "document.querySelector('[data-wall]').parentElement"

/** Scrolls a column on by less than a screen; false at its end. */
const scrollOn = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const before = ${column}.scrollTop
    ${column}.scrollTop += ${column}.clientHeight * 0.8
    return ${column}.scrollTop > before
  })()`)

/** Every dish of every ticket, read page by page, or down a column; fails if one is cut off or hidden on the way. */
async function readWall(page: Page, where: string): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {}
  const next = page.getByRole('button', { name: /^Next page/ })
  const number = page.getByRole('group', { name: 'Pages' }).getByRole('status')
  const isColumn = await page.evaluate<boolean>(`${column}.scrollHeight > ${column}.clientHeight`)
  for (;;) {
    await page.evaluate(atRest)
    const { faults, dishes } = await page.evaluate<{
      faults: string[]
      dishes: Record<string, string[]>
    }>(script)
    expect(faults, where).toEqual([])
    for (const [code, names] of Object.entries(dishes))
      // In a column a ticket is whole, and seen more than once.
      read[code] = isColumn ? names : [...(read[code] ?? []), ...names]
    if (await scrollOn(page)) continue
    if (!(await next.isVisible()) || (await next.isDisabled())) return read
    const shown = await number.innerText()
    await next.click()
    await expect(number).not.toHaveText(shown)
  }
}

async function firstPage(page: Page): Promise<void> {
  await page.evaluate(`${column}.scrollTop = 0`)
  const previous = page.getByRole('button', { name: 'Previous page' })
  while ((await previous.isVisible()) && (await previous.isEnabled())) await previous.click()
}

test.describe('a rush of 60', () => {
  const shared = shareStore()
  let orders: RushOrder[]
  test.beforeAll(async () => {
    orders = await postRush(shared())
  })

  for (const { width, height, themes } of checkedSizes) {
    const where = `${String(width)}x${String(height)}`
    test(
      `at ${where} in ${themes.join(' and ')}: every dish of every ticket is read whole, nothing scrolls, axe is content`,
      { tag: '@picture' },
      async () => {
        const { page } = shared()
        const expected = Object.fromEntries(
          orders
            .filter((_, nth) => !cancelled.includes(nth))
            .map(({ code, names }) => [code, names]),
        )
        await page.setViewportSize({ width, height })
        await inEachTheme(
          page,
          async (theme) => {
            await firstPage(page)
            await takePictureToLookAt(page, `wall-${theme}`)
            // Dishes use two thirds of the wall.
            if (width >= 1024)
              expect(await page.evaluate<number>(bodyShare), where).toBeGreaterThanOrEqual(0.65)
            expect(await readWall(page, where), where).toEqual(expected)
            expect(await axeViolations(page), where).toEqual([])
          },
          themes,
        )
      },
    )
  }
})

test('with text twice as large every dish is still read whole', async ({ store }) => {
  const orders = await postRush(store, tries(24, 60))
  const { page } = store
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  const read = await readWall(page, 'text at 200 %')
  for (const { code, names } of orders.filter((_, nth) => !cancelled.includes(nth)))
    expect(read[code], code).toEqual(names)
})

test.describe('in one store', () => {
  const shared = shareStore()

  test('a tap on an order’s head opens its details: who, where to, when, and what was sent to the platform', async () => {
    const store = shared()
    const { page } = store
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    await page.getByRole('button', { name: `Details ${order.code}` }).click()
    const detail = page.getByRole('dialog')
    await expect(detail).toContainText(order.buyerName)
    await expect(detail).toContainText(order.items[0]?.product.name ?? '?')
    await page.keyboard.press('Escape')
    await store
      .card(order.code)
      .getByRole('button', { name: `Ready ${order.code}` })
      .click()
    await expect(store.card(order.code)).toBeHidden()
    await page.getByRole('button', { name: 'Recall', exact: true }).click()
    await page.getByRole('searchbox').fill(order.buyerName.slice(0, 4))
    await page.getByRole('button', { name: new RegExp(`${order.code}.*Details`, 's') }).click()
    await expect(detail.last()).toContainText('Confirmed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
  })

  test('a cancelled order leaves the columns for the row below, where it stays until somebody has seen it; a tap leads to what changed on another page', async () => {
    const store = shared()
    const { page } = store
    const orders = rushOrders(
      40,
      { storeId: store.practice.storeId, now: Date.now() },
      { cancelled: [3], changed: [38] },
    )
    for (const { bodies } of orders)
      for (const body of bodies) expect(await store.post(body)).toBe(200)
    const rail = page.getByRole('region', { name: 'Needs attention' })
    const gone = rail.getByRole('article', { name: '1004' })
    await expect(gone).toContainText('Cancelled')
    await expect(page.getByRole('list', { name: 'Kitchen queue' })).not.toContainText('1004')
    await expect(store.card('1039')).toHaveCount(0)
    await rail.getByRole('button', { name: /^1039/ }).click()
    await expect(store.card('1039')).toBeVisible()
    await expect(store.card('1039')).toBeFocused()
    await gone.getByRole('button', { name: 'Got it 1004' }).click()
    await expect(gone).toBeHidden()
  })
})
