import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { StockState } from '#contract/stock/stock.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import {
  makeBoard,
  makeItem as makeStockItem,
  makeState,
  makeDelivery,
} from '../../test-support/sample-board.ts'
import { start } from '../../app/start.ts'

const burger = 'product:burger'
const avocado = 'option:extras/avocado'

let app: App | undefined
beforeEach(() => page.viewport(1024, 768))
afterEach(() => app?.unmount())

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const withAvocado = (count: number, amount: number) =>
  makeItem({
    amount,
    stockKey: burger,
    modifiers: [
      { name: 'Agregados', options: [{ id: 'x', name: 'Palta', count, stockKey: avocado }] },
    ],
  })
const ticket = (code: string, fields: Partial<Ticket>) =>
  makeTicket({
    id: code,
    code,
    createdAt: at(-5),
    queueAt: at(-5),
    amberAt: at(20),
    promisedAt: at(Number(code) - 970),
    veryLateAt: at(Number(code) - 960),
    ...fields,
  })

async function open(states: StockState[] = []) {
  const bridge = new FakeBridge([
    ticket('1004', { items: [withAvocado(1, 2)] }),
    ticket('1007', { items: [withAvocado(2, 1)] }),
    ticket('1009', { items: [makeItem({ stockKey: burger, amount: 3 })] }),
  ])
  bridge.answers['stock.board'] = makeBoard({
    items: [makeStockItem(burger, 'Hamburguesa clásica'), makeStockItem(avocado, 'Palta Hass')],
    states,
    timeZone: 'America/Santiago',
  })
  bridge.answers['stock.set'] = null
  bridge.preferences = { ...bridge.preferences, screenName: 'Parrilla' }
  location.hash = '#/'
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const line = page
    .getByRole('article', { name: '1004' })
    .getByRole('button', { name: /Hamburguesa/ })
  await expect.element(line).toBeVisible()
  await expect.poll(() => bridge.asked('stock.board').length).toBeGreaterThan(0)
  return { bridge, line }
}

const dialog = (name: string) => page.getByRole('dialog', { name })
const sentence = (element: Element) => element.textContent.replace(/\s+/g, ' ')

test('a hold asks about the item, and letting go does not put the question away', async () => {
  const { bridge, line } = await open()
  await line.click({ delay: 700 })
  await expect.element(dialog('Mark Hamburguesa clásica as sold out?')).toBeVisible()
  expect(bridge.asked('tickets.setDone')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Mark Hamburguesa clásica as sold out?')).not.toBeInTheDocument()
  await line.click()
  expect(bridge.asked('tickets.setDone')).toHaveLength(1)
})

test('first it shows the open tickets that need the product, or the option that was chosen', async () => {
  const { bridge, line } = await open()
  await line.click({ delay: 700 })
  const asked = dialog('Mark Hamburguesa clásica as sold out?')
  await expect.element(asked).toBeVisible()
  expect(sentence(asked.element())).toContain('3 open tickets have it: 6 portions')
  await asked.getByText('Palta Hass').click()
  const other = dialog('Mark Palta Hass as sold out?')
  await expect.element(other).toBeVisible()
  expect(sentence(other.element())).toContain('2 open tickets have it: 4 portions')
  const list = [...other.element().querySelectorAll('li')].map(sentence)
  expect(list.map((text) => text.trim())).toEqual(['1004 ×2', '1007 ×2'])
  bridge.change([], ['1004'])
  await expect.poll(() => sentence(other.element())).toContain('1 open ticket has it: 2 portions')
})

test('the choice acts on what was chosen, from this screen, and the dialog closes', async () => {
  const { bridge, line } = await open()
  await line.click({ delay: 700 })
  await dialog('Mark Hamburguesa clásica as sold out?').getByText('Palta Hass').click()
  await page.getByRole('button', { name: 'Until further notice' }).click()
  await expect.element(dialog('Mark Palta Hass as sold out?')).not.toBeInTheDocument()
  const tapId: unknown = expect.any(String)
  const act = { kind: 'out', until: { kind: 'notice' } }
  expect(bridge.asked('stock.set')).toEqual([{ tapId, keys: [avocado], act }])
})

test('only what is off can be brought back', async () => {
  const { bridge, line } = await open([makeState(avocado)])
  // The badge makes the row higher, so tap only once it is there.
  await expect.element(line.getByText('86')).toBeVisible()
  await line.click({ delay: 700 })
  const back = page.getByRole('button', { name: 'Back on sale' })
  await expect.element(dialog('Mark Hamburguesa clásica as sold out?')).toBeVisible()
  expect(back.elements()).toHaveLength(0)
  await dialog('Mark Hamburguesa clásica as sold out?').getByText('Palta Hass').click()
  await back.click()
  await expect.element(dialog('Mark Palta Hass as sold out?')).not.toBeInTheDocument()
  expect(bridge.asked('stock.set')).toMatchObject([{ keys: [avocado], act: { kind: 'back' } }])
  bridge.notify({ type: 'stock.changed', revision: 2, now: at(0), states: [], gone: [avocado] })
  await expect
    .poll(() => [...document.querySelectorAll('.toast p')].map(sentence))
    .toEqual(['Palta Hass is back on sale.'])
})

/** Sells out the option and sends the host's answer. */
async function sellOut(fields: Partial<StockState>) {
  const { bridge, line } = await open()
  await line.click({ delay: 700 })
  await dialog('Mark Hamburguesa clásica as sold out?').getByText('Palta Hass').click()
  await page.getByRole('button', { name: 'Until further notice' }).click()
  await expect.element(dialog('Mark Palta Hass as sold out?')).not.toBeInTheDocument()
  const states = [makeState(avocado, fields)]
  bridge.notify({ type: 'stock.changed', revision: 2, now: at(0), states, gone: [] })
}

test.for<[string, Partial<StockState>, string]>([
  [
    'taken',
    { delivery: makeDelivery('accepted'), until: '2999-01-05T15:00:00.000Z' },
    'Palta Hass is sold out until 5 Jan, 12:00.',
  ],
  ['confirmed', {}, 'Palta Hass is sold out until further notice.'],
  [
    'still waiting after a moment',
    { delivery: makeDelivery('queued') },
    'Palta Hass is sold out until further notice. It will be sent to the platform as soon as possible.',
  ],
  [
    'still on its way after a moment',
    { delivery: makeDelivery('sending') },
    'Palta Hass is sold out until further notice. Waiting for the platform to confirm.',
  ],
  [
    'refused',
    { delivery: makeDelivery('refused', 'No such option') },
    'Palta Hass: the platform rejected the change.',
  ],
  [
    'nobody knows whether it was taken',
    { delivery: makeDelivery('undecided') },
    'Palta Hass: the platform didn’t answer, so the change may not have arrived. Check the 86 board.',
  ],
  ['counted', { state: 'counted', left: 12 }, 'Palta Hass: 12 left.'],
])('%s: the screen says so', async ([, fields, text]) => {
  await sellOut(fields)
  await expect.poll(() => [...document.querySelectorAll('.toast p')].map(sentence)).toEqual([text])
})

test('sold-out items are marked on every card that needs them, and counted in the navigation', async () => {
  const { bridge, line } = await open([makeState(avocado)])
  await expect.poll(() => sentence(line.element())).toContain('Palta86 (sold out)')
  await expect.element(page.getByRole('link', { name: /^86 ?: 1 sold out$/ })).toBeVisible()
  bridge.notify({ type: 'stock.changed', revision: 2, now: at(0), states: [], gone: [avocado] })
  await expect.poll(() => sentence(line.element())).not.toContain('86')
  const link = page.getByRole('link', { name: '86', exact: true })
  await expect.element(link).toHaveAttribute('href', '#/stock')
})
