import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { makeTicket } from '../test-support/sample-ticket.ts'
import { start } from '../app/start.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => app?.unmount())

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const ticketFor = (nth: number) =>
  makeTicket({
    id: `order ${String(nth)}`,
    code: String(1000 + nth),
    createdAt: at(-5),
    queueAt: at(-5),
    amberAt: at(20 + nth),
    promisedAt: at(30 + nth),
  })
const ticketsUpTo = (count: number) => Array.from({ length: count }, (_, nth) => ticketFor(nth))

async function open(bridge: FakeBridge) {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const list = page.getByRole('list', { name: 'Kitchen queue' })
  await expect.element(list).toBeInTheDocument()
  return list
}

const shown = () =>
  [...document.querySelectorAll('article[data-ticket]')].map((card) =>
    Number(card.querySelector('strong')?.textContent),
  )

test('ten cards fit at 1280x800, and only those in sight are rendered, each told of its place', async () => {
  const list = await open(new FakeBridge(ticketsUpTo(300)))
  await expect.element(list.getByRole('article', { name: '1000' })).toBeVisible()
  const scroller = document.querySelector('.scroller')?.getBoundingClientRect()
  const cards = [...document.querySelectorAll('article[data-ticket]')]
  const whole = cards.filter((card) => {
    const { top, bottom } = card.getBoundingClientRect()
    return scroller && top >= scroller.top && bottom <= scroller.bottom
  })
  expect(whole.length).toBeGreaterThanOrEqual(10)
  expect(cards.length).toBeLessThan(40)
  expect(cards[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(cards[3]?.getAttribute('aria-setsize')).toBe('300')
})

test('scrolling brings the rest', async () => {
  await open(new FakeBridge(ticketsUpTo(100)))
  await expect.poll(() => shown().length).toBeGreaterThan(0)
  const scroller = document.querySelector('.scroller')
  scroller?.scrollTo(0, scroller.scrollHeight)
  await expect.poll(() => shown().at(-1)).toBe(1099)
  expect(shown()).not.toContain(1000)
})

test('a bump names the ticket and the tap, and a double tap is one bump', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  const list = await open(bridge)
  await expect.poll(() => shown().length).toBe(3)
  bridge.answering = false
  await list.getByRole('button', { name: 'Ready 1001' }).dblClick()
  const tapId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(bridge.asked('tickets.markReady')).toEqual([{ ticketId: 'order 1', tapId }])
})

test('a change goes on the glass; a missed revision makes it ask for everything again', async () => {
  const bridge = new FakeBridge(ticketsUpTo(2))
  await open(bridge)
  await expect.poll(shown).toEqual([1000, 1001])
  const before = bridge.asked('tickets.snapshot').length
  bridge.change([ticketFor(2)])
  await expect.poll(shown).toEqual([1000, 1001, 1002])
  expect(bridge.asked('tickets.snapshot')).toHaveLength(before)
  bridge.change([ticketFor(3)], ['order 0'], bridge.revision + 5)
  await expect.poll(shown).toEqual([1001, 1002, 1003])
  expect(bridge.asked('tickets.snapshot')).toHaveLength(before + 1)
})

test('while a finger is down nothing moves: a more urgent one waits at the end', async () => {
  const bridge = new FakeBridge([ticketFor(1), ticketFor(2)])
  await open(bridge)
  await expect.poll(shown).toEqual([1001, 1002])
  const scroller = document.querySelector('.scroller')
  scroller?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  bridge.change([ticketFor(0)], ['order 1'])
  await expect.poll(shown).toEqual([1002, 1000])
  const second = document.querySelector('[data-ticket="order 2"]')
  expect(second?.getAttribute('aria-posinset')).toBe('2')
  dispatchEvent(new PointerEvent('pointerup'))
  await expect.poll(shown, { timeout: 5_000 }).toEqual([1000, 1002])
})

test('a digit bumps the card in that place, and not while typing or in a dialog', async () => {
  const bridge = new FakeBridge(ticketsUpTo(4))
  await open(bridge)
  await expect.poll(() => shown().length).toBe(4)
  await userEvent.keyboard('3')
  expect(bridge.asked('tickets.markReady')).toMatchObject([{ ticketId: 'order 2' }])
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await userEvent.keyboard('1')
  expect(bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('arrows move between cards and Enter bumps the chosen one', async () => {
  const bridge = new FakeBridge(ticketsUpTo(12))
  await open(bridge)
  await expect.poll(() => shown().length).toBe(12)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
  expect(bridge.asked('tickets.markReady')).toMatchObject([{ ticketId: 'order 6' }])
})

test('an unconfirmed bump comes up below the cards, and a tap on it shows both ways out', async () => {
  const bump = { state: 'unconfirmed', bumpedAt: at(-9), undoUntil: at(-9), words: null } as const
  const bridge = new FakeBridge([{ ...ticketFor(7), stage: 'ready', bump }])
  await open(bridge)
  await page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: /^1007/ }).click()
  await page.getByRole('button', { name: 'It is done 1007' }).click()
  await page.getByRole('button', { name: 'Send again 1007' }).click()
  expect(bridge.asked('tickets.decide')).toEqual([
    { ticketId: 'order 7', choice: 'settle' },
    { ticketId: 'order 7', choice: 'send-again' },
  ])
})

test('an empty queue says so, and a filter that hides everything shows the way out', async () => {
  const bridge = new FakeBridge([])
  await open(bridge)
  await expect.element(page.getByText('All clear')).toBeVisible()
  bridge.change([ticketFor(0)])
  await page.getByRole('button', { name: /Pickup/ }).click()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect.poll(shown).toEqual([1000])
  expect(bridge.preferences.types).toEqual([])
})
