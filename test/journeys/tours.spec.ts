import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { startWeb } from '#test/support/web-process.ts'
import { axeViolations } from './axe.ts'

/** A new screen that looks around in the practice store. */
const test = base.extend<{ wall: Page }>({
  async wall({ page }, use) {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const web = startWeb({ dataDir: folder, connected: null })
    await page.goto((await web.ready).invitation)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /^Look around/ }).click()
    await expect(page.getByRole('article').nth(4)).toBeVisible()
    await use(page)
    await page.close()
    expect(await web.end('SIGTERM')).toBe(0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const sizes = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]

const offer = (page: Page): Locator => page.getByRole('region', { name: 'New here? Take the tour' })
const step = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

/** The light and the card, as rectangles in the page. */
const placesOf = `(() => {
  const rect = (selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON() ?? null
  return { lit: rect('[data-light]'), card: rect('[data-tour]'), width: innerWidth, height: innerHeight }
})()`
type Rect = Record<'left' | 'top' | 'right' | 'bottom', number>

/** What is wrong with the card of this moment: it covers its target, or isn't wholly on screen. */
async function faultOf(page: Page): Promise<string> {
  const { lit, card, width, height } = await page.evaluate<{
    lit: Rect | null
    card: Rect | null
    width: number
    height: number
  }>(placesOf)
  if (card === null) return 'no card'
  if (lit === null) return 'no target'
  if (card.left < 0 || card.top < 0 || card.right > width || card.bottom > height)
    return `not on screen: ${JSON.stringify(card)}`
  const overlaps =
    card.left < lit.right && lit.left < card.right && card.top < lit.bottom && lit.top < card.bottom
  return overlaps ? `covers its target: ${JSON.stringify({ card, lit })}` : 'none'
}

/** At each size the step points at something, and its card is beside it. */
async function checkSizes(page: Page, card: Locator, mayLack = 'none'): Promise<void> {
  await expect(card).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect
      .poll(() => faultOf(page), `at ${String(size.width)}`)
      .toMatch(new RegExp(`^(none|${mayLack})$`))
  }
}

test('a cook takes the tour by doing what it says: bump, bring back, and 86', async ({
  wall: page,
}) => {
  await expect(offer(page)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await offer(page).getByRole('button', { name: 'For cooks' }).click()
  await checkSizes(page, step(page, 'A ticket is an order'))
  await expect(step(page, 'A ticket is an order')).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await step(page, 'A ticket is an order').getByRole('button', { name: 'Next' }).click()

  const bump = step(page, 'Bump it when it is ready')
  await checkSizes(page, bump)
  await expect(bump).toContainText('2 of 5')
  // The card has the focus, and the wall has its keys.
  await expect(bump).toBeFocused()
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()

  const back = step(page, 'Bring a ticket back')
  await checkSizes(page, back)
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeHidden()
  await page.getByRole('button', { name: 'Recall', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Recall', exact: true })
  await expect(list.getByRole('button', { name: /^Recall/ }).first()).toBeVisible()
  await expect.poll(() => faultOf(page)).toBe('none')
  await list
    .getByRole('button', { name: /^Recall/ })
    .first()
    .click()
  await expect(page.getByText('Done. Close this to go on.')).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()

  const marks = step(page, 'Allergies and notes')
  // A page of the wall may have no ticket with an allergy.
  await checkSizes(page, marks, 'no target')
  await marks.getByRole('button', { name: 'Next' }).click()

  const soldOut = step(page, '86: mark as sold out')
  await checkSizes(page, soldOut)
  await expect(page).toHaveURL(/#\/stock$/)
  await page.getByRole('switch', { checked: true }).first().click()
  await expect(soldOut).toContainText('Done')
  await expect(page.getByText(/^That was the tour/)).toBeVisible()
  await expect(soldOut).toBeHidden()
})

test('a manager takes the tour through the rooms of a shift', async ({ wall: page }) => {
  await offer(page).getByRole('button', { name: 'For managers' }).click()
  const next = async (card: Locator): Promise<void> => {
    await checkSizes(page, card)
    await card.getByRole('button', { name: 'Next' }).click()
  }
  await next(step(page, 'Alerts and connection'))
  const busy = step(page, 'When the kitchen is busy')
  await checkSizes(page, busy)
  await page.getByRole('button', { name: '20 min', exact: true }).click()
  const reservations = step(page, 'Reservations and guests')
  await checkSizes(page, reservations)
  await reservations.getByRole('button', { name: 'Back' }).click()
  await expect(busy).toBeVisible()
  await next(busy)
  await next(reservations)
  await next(step(page, 'Close the shift'))
  const last = step(page, 'Settings, backups, help')
  await checkSizes(page, last)
  await last.getByRole('button', { name: 'Finish' }).click()
  await expect(last).toBeHidden()
})

test('the tour is offered once, skipped by Escape, and repeated from the help and from Settings', async ({
  wall: page,
}) => {
  await offer(page).getByRole('button', { name: 'For cooks' }).click()
  const first = step(page, 'A ticket is an order')
  await expect(first).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await page.reload()
  await expect(page.getByRole('article').nth(4)).toBeVisible()

  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  const tours = page.getByRole('region', { name: 'Tours' })
  await expect(tours).toBeFocused()
  await expect(offer(page)).toBeHidden()
  await tours.getByRole('button', { name: 'For cooks' }).click()
  await first.getByRole('button', { name: 'Skip' }).click()
  await expect(first).toBeHidden()

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await tours.getByRole('button', { name: 'For managers' }).click()
  await expect(step(page, 'Alerts and connection')).toBeVisible()
})
