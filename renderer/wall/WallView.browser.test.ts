import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { makeBoard } from '../test-support/sample-board.ts'
import {
  at,
  cardOf,
  closeWall,
  openWall,
  shown,
  ticketFor,
  ticketsUpTo,
} from '../test-support/open-wall.ts'
import { bumps } from '../test-support/sample-ticket.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

test('ten cards and more fit at 1280x800, each whole; only those in sight are rendered, each with its position', async () => {
  const list = await openWall(new FakeBridge(ticketsUpTo(300)))
  await expect.element(list.getByRole('article', { name: '1000' })).toBeVisible()
  const frame = list.element().getBoundingClientRect()
  const cards = [...document.querySelectorAll('article[data-ticket]')]
  for (const card of cards) {
    const { top, bottom, left, right } = card.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(frame.top)
    expect(bottom).toBeLessThanOrEqual(frame.bottom)
    expect(left).toBeGreaterThanOrEqual(frame.left)
    expect(right).toBeLessThanOrEqual(frame.right)
  }
  expect(cards.length).toBeGreaterThanOrEqual(10)
  expect(cards.length).toBeLessThan(40)
  expect(cards[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(cards[3]?.getAttribute('aria-setsize')).toBe('300')
})

test.for([
  [1280, 800, true],
  [1024, 768, false],
  [390, 844, false],
] as const)(
  'at %dx%d the buttons of the header show their names: %s',
  async ([width, height, hasNames]) => {
    await page.viewport(width, height)
    const later = ticketFor(2, { scheduled: true, queueAt: at(60) })
    await openWall(new FakeBridge([ticketFor(1), later]))
    for (const name of ['1 Scheduled', 'All day', 'Recall']) {
      const button = page.getByRole('button', { name, exact: true })
      await expect.element(button).toBeVisible()
      const word = button.element().querySelector('.word')?.getBoundingClientRect().width ?? 0
      expect(word > 1, name).toBe(hasNames)
    }
    const header = document.querySelector('header.header')
    expect(header?.scrollWidth).toBe(header?.clientWidth)
  },
)

test('pages bring the rest, by buttons and by keys, and no card is on two of them', async () => {
  await openWall(new FakeBridge(ticketsUpTo(60)))
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  const first = shown()
  const pages = page.getByRole('group', { name: 'Pages' })
  const next = pages.getByRole('button', { name: 'Next page' })
  const previous = pages.getByRole('button', { name: 'Previous page' })
  await expect.element(previous).toBeDisabled()
  await next.click()
  await expect.poll(() => shown()[0]).toBe((first.at(-1) ?? 0) + 1)
  const second = shown()
  expect(cardOf((second[0] ?? 0) - 1000)?.ariaPosInSet).toBe(String(first.length + 1))
  await userEvent.keyboard('{PageUp}')
  await expect.poll(shown).toEqual(first)
  const seen = [...first]
  while (!next.element().matches(':disabled')) {
    const last = shown().at(-1) ?? 0
    await userEvent.keyboard('{PageDown}')
    await expect.poll(() => shown()[0]).toBe(last + 1)
    seen.push(...shown())
  }
  expect(seen).toEqual(ticketsUpTo(60).map(({ code }) => Number(code)))
  await userEvent.keyboard('{PageDown}')
  expect(shown().at(-1)).toBe(1059)
})

test('a bump names the ticket and the tap, and a double tap is one bump', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  const list = await openWall(bridge)
  await expect.poll(() => shown().length).toBe(3)
  bridge.answering = false
  await list.getByRole('button', { name: 'Ready 1001' }).dblClick()
  const tapId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)
  await expect
    .poll(() => bridge.asked('tickets.markReady'))
    .toEqual([{ ticketId: 'order 1', tapId }])
})

test('a change goes on the glass; a missed revision makes it ask for everything again', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  await openWall(bridge)
  await expect.poll(shown).toEqual([1000, 1001])
  const before = bridge.asked('tickets.list').length
  bridge.change([ticketFor(2)])
  await expect.poll(shown).toEqual([1000, 1001, 1002])
  expect(bridge.asked('tickets.list')).toHaveLength(before)
  bridge.change([ticketFor(3)], ['order 0'], bridge.revision + 5)
  await expect.poll(shown).toEqual([1001, 1002, 1003])
  expect(bridge.asked('tickets.list')).toHaveLength(before + 1)
})

test('a digit bumps the card in that place, and not while typing or in a dialog', async () => {
  const bridge = new FakeBridge(ticketsUpTo(4))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBe(4)
  await userEvent.keyboard('3')
  expect(bridge.asked('tickets.markReady')).toMatchObject([{ ticketId: 'order 2' }])
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await userEvent.keyboard('1')
  expect(bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('a key that is held is one press: what it starts, it does not bump', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  bridge.answers['settings.get'] = { ...defaultSettings, startedStage: true }
  await openWall(bridge)
  await expect.poll(() => shown().length).toBe(2)
  const press = (key: string, repeat: boolean) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }),
    )
  press('1', false)
  await expect.poll(() => bridge.asked('tickets.start')).toHaveLength(1)
  bridge.change([{ ...ticketFor(0), startedAt: ticketFor(0).createdAt }])
  for (let times = 0; times < 45; times++) press('1', true)
  // The browser would press a focused button for each.
  expect(press('Enter', true)).toBe(false)
  expect(bridge.asked('tickets.markReady')).toEqual([])
  press('1', false)
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('the numeric pad bumps without NumLock too', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBe(3)
  for (const [key, code] of [
    ['ArrowDown', 'Numpad2'],
    ['End', 'Numpad1'],
  ] as const)
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
    )
  await expect
    .poll(() => bridge.asked('tickets.markReady'))
    .toMatchObject([{ ticketId: 'order 1' }, { ticketId: 'order 0' }])
})

test('a digit counts on the page in sight', async () => {
  const bridge = new FakeBridge(ticketsUpTo(60))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  const [first] = shown()
  await userEvent.keyboard('{PageDown}')
  await expect.poll(() => shown()[0]).not.toBe(first)
  const second = (shown()[1] ?? 0) - 1000
  const digit = (nth: number) => cardOf(nth)?.querySelector('.digit')
  expect(digit(second)?.textContent).toBe('2')
  // A moment ago another ticket had the number, so the key is pressed again until that is over.
  await expect
    .poll(async () => {
      await userEvent.keyboard('2')
      return bridge.asked('tickets.markReady')
    })
    .toMatchObject([{ ticketId: `order ${String(second)}` }])
})

test('arrows move between cards as they stand and Enter bumps the chosen one', async () => {
  const bridge = new FakeBridge(ticketsUpTo(12))
  await openWall(bridge)
  await expect.poll(() => shown().length).toBe(12)
  const lefts = [...Array(12).keys()].map((nth) => cardOf(nth)?.getBoundingClientRect().left)
  // The first card of the second column, and the one below it.
  const wrapAt = lefts.findIndex((left) => left !== lefts[0]) + 1
  expect(lefts[wrapAt]).toBe(lefts[wrapAt - 1])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
  expect(bridge.asked('tickets.markReady')).toMatchObject([{ ticketId: `order ${String(wrapAt)}` }])
})

test('keys that a screen has learned do it instead', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.preferences = { ...bridge.preferences, wallKeys: { card2: 'x' } }
  await openWall(bridge)
  await expect.poll(() => shown().length).toBe(3)
  await userEvent.keyboard('2')
  await userEvent.keyboard('x')
  expect(bridge.asked('tickets.markReady')).toMatchObject([{ ticketId: 'order 1' }])
})

test('on a chosen card D opens its details, on a chosen dish S asks what is sold out', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  bridge.answers['stock.board'] = makeBoard()
  const list = await openWall(bridge)
  await expect.poll(() => shown().length).toBe(2)
  const dish = list
    .getByRole('article', { name: '1001' })
    .getByRole('button', { name: /Hamburguesa/ })
  ;(dish.element() as HTMLElement).focus()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
  cardOf(1)?.focus()
  await userEvent.keyboard('d')
  await expect.poll(() => bridge.asked('tickets.get')).toEqual([{ ticketId: 'order 1' }])
})

test('an unconfirmed bump comes up below the cards, and a tap on it shows both ways out', async () => {
  const bridge = new FakeBridge([{ ...ticketFor(7), stage: 'ready', bump: bumps.unconfirmed }])
  await openWall(bridge)
  await page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: /^1007/ }).click()
  await page.getByRole('button', { name: 'Mark as done 1007' }).click()
  await page.getByRole('button', { name: 'Send again 1007' }).click()
  const entries = [{ kind: 'preparation-ready', subject: 'order 7' }]
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries, choice: 'mark-done' },
    { entries, choice: 'retry' },
  ])
})

test('an empty queue says so, and a filter that hides everything shows the way out', async () => {
  const bridge = new FakeBridge([])
  await openWall(bridge)
  await expect.element(page.getByText('All clear')).toBeVisible()
  bridge.change([ticketFor(0)])
  await page.getByRole('button', { name: /Pickup/ }).click()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect.poll(shown).toEqual([1000])
  expect(bridge.preferences.types).toEqual([])
})
