import { expect, test, type Store } from './store.ts'
import { axeViolations } from './axe.ts'
import { sample } from '../support/samples.ts'
import { sloppyOrders, type SloppyOrder } from '../support/sloppy-orders.ts'

const codeOf = (nth: number): string => String(9100 + nth)

/** The event of a sample with the fields of a sloppy order that was just made. */
function eventOf({ order }: SloppyOrder, nth: number): object {
  const body = sample('order-created-pickup') as { data: { order: object } }
  const createdAt = new Date().toISOString()
  const own = { _id: `sloppy-${String(nth)}`, code: codeOf(nth), fullCode: null, createdAt }
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  return {
    ...body,
    eventId: `evt-sloppy-${String(nth)}`,
    date: createdAt,
    data: { order: { ...body.data.order, deliverAt, ...own, ...order } },
  }
}

/** The text of all cards and the codes of those with an alarm, read page by page. */
async function readCards({ page }: Store) {
  const next = page.getByRole('button', { name: /^Next page/ })
  const number = page.getByRole('group', { name: 'Pages' }).getByRole('status')
  const cards = page.getByRole('article')
  const alarmed = cards.filter({ has: page.locator('[data-alarm]') })
  const codeIn = (text: string): string => /91\d\d/.exec(text)?.[0] ?? ''
  const texts = new Map<string, string>()
  const alarms = new Set<string>()
  for (;;) {
    // All at once: a card that moves to another page meanwhile isn't waited for.
    for (const text of await cards.allTextContents())
      texts.set(codeIn(text), (texts.get(codeIn(text)) ?? '') + text)
    for (const text of await alarmed.allTextContents()) alarms.add(codeIn(text))
    if (!(await next.isVisible()) || (await next.isDisabled())) return { texts, alarms }
    const shown = await number.innerText()
    await next.click()
    await expect(number).not.toHaveText(shown)
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

test('orders of a sloppy platform: every text is on its card, or in its details', async ({
  store,
}) => {
  const { page } = store
  const withDetails = [...sloppyOrders.entries()].filter(([, { details }]) => details !== undefined)
  expect(withDetails.length).toBeGreaterThan(2)
  for (const [nth, order] of withDetails) {
    expect(await store.post(eventOf(order, nth)), order.title).toBe(200)
    await page.getByRole('button', { name: `Details ${codeOf(nth)}` }).click()
    const dialog = page.getByRole('dialog', { name: `Order ${codeOf(nth)}` })
    for (const sentence of order.details ?? [])
      await expect(dialog, order.title).toContainText(sentence)
    expect(await axeViolations(page), order.title).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  for (const [nth, order] of sloppyOrders.entries())
    if (order.details === undefined)
      expect(await store.post(eventOf(order, nth)), order.title).toBe(200)
  await expect(page.getByRole('article').first()).toHaveAttribute(
    'aria-setsize',
    String(sloppyOrders.length),
  )
  const cards = await readCards(store)
  for (const [nth, { title, card, never = [], alarms = [] }] of sloppyOrders.entries()) {
    const text = plain(cards.texts.get(codeOf(nth)) ?? '')
    for (const sentence of card) expect(text, title).toContain(plain(sentence))
    for (const sentence of never) expect(text, title).not.toContain(sentence)
    expect(cards.alarms.has(codeOf(nth)), title).toBe(alarms.length > 0)
  }
  expect(await axeViolations(page)).toEqual([])
})
