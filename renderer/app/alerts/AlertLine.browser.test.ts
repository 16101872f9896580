import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { makeBoard } from '../../test-support/sample-board.ts'
import { start } from '../start.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const words = 'The store is closed and takes no word on its orders until it opens again'
const refused = (code: string) =>
  makeTicket({
    id: `order ${code}`,
    code,
    stage: 'ready',
    bump: { state: 'refused', bumpedAt: '', undoUntil: '', words },
  })

async function open(codes: string[], address = '/'): Promise<FakeBridge> {
  const bridge = new FakeBridge(codes.map(refused))
  bridge.answers['stock.board'] = makeBoard()
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

const line = () => page.getByRole('region', { name: 'Alerts' })
const list = () => page.getByRole('dialog', { name: 'Alerts' })

test('on the wall it is one button in one line that says everything, and opens the list', async () => {
  await page.viewport(390, 844)
  await open(['1001', '1002', '1003'])
  const button = line().getByRole('button')
  await expect.element(button).toBeVisible()
  expect(line().elements()).toHaveLength(1)
  await expect
    .element(button)
    .toHaveAccessibleName(`1001 The platform refused “Ready”: ${words} 2 more`)
  await expect.element(line().getByRole('alert')).toMatchTextContent(/^1001/)
  expect(button.element().getBoundingClientRect().height).toBe(48)
  const text = button.element().querySelector('.text')
  expect(text?.scrollWidth).toBeGreaterThan(text?.clientWidth ?? 0)
  expect(line().element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await expect.element(button.getByText('+2')).toBeInViewport({ ratio: 1 })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list().getByRole('button', { name: 'Send again 1003' })).toBeVisible()
})

test('one alone counts no others, and with nothing to say there is nothing to press', async () => {
  const bridge = await open(['1001'])
  await expect.element(line().getByRole('button')).toBeVisible()
  expect(line().element().textContent).not.toContain('+')
  bridge.change([], ['order 1001'])
  await expect.element(line().getByRole('button')).not.toBeInTheDocument()
  expect(line().element().getBoundingClientRect().height).toBe(0)
})

test('in another room what can be done stands in the line', async () => {
  const bridge = await open(['1001', '1002'], '/stock')
  await line().getByRole('button', { name: 'It is done 1001' }).click()
  expect(bridge.asked('tickets.decide')).toEqual([{ ticketId: 'order 1001', choice: 'settle' }])
  expect(line().elements()).toHaveLength(1)
})

test('many of a kind are decided on at once, once that is confirmed, and lead to the list of what left the queue', async () => {
  const codes = Array.from({ length: 11 }, (_, nth) => String(1001 + nth))
  const bridge = await open(codes)
  await line()
    .getByRole('button', { name: /^11 bumps were refused/ })
    .click()
  await list()
    .getByRole('button', { name: /^Count all 11 as done/ })
    .click()
  const asked = page.getByRole('dialog', { name: 'Count 11 orders as done?' })
  await expect.element(asked.getByText(/^Orders 1001, 1002, .*1011\. Nothing more/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  expect(bridge.asked('tickets.decideMany')).toEqual([])
  list()
    .getByRole('button', { name: /^Count all 11 as done/ })
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  const yes = asked.getByRole('button', { name: 'Count all 11 as done' })
  await expect.element(yes).toBeVisible()
  expect(yes.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  yes.element().focus()
  await userEvent.keyboard('{Enter}')
  const ticketIds = codes.map((code) => `order ${code}`)
  expect(bridge.asked('tickets.decideMany')).toEqual([{ ticketIds, choice: 'settle' }])
  await list().getByRole('link', { name: 'Show 11 bumps were refused' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Recall' })).toBeVisible()
})
