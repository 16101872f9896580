import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeLongTicket } from '../../test-support/long-tickets.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'
import ScheduledDialog from './ScheduledDialog.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const dialog = page.getByRole('dialog', { name: 'Scheduled' })

async function open(tickets: Ticket[]) {
  const [detail, close] = [vi.fn(), vi.fn()]
  await mountComponent(
    () => h(ScheduledDialog, { tickets, onDetail: detail, onClose: close }),
    new FakeBridge(),
  )
  await expect.element(dialog).toBeVisible()
  return { detail, close }
}

const day = 86_400_000
const sixty = Array.from({ length: 60 }, (_, nth) =>
  (nth === 30 ? makeLongTicket : makeTicket)({
    id: `order-${String(nth)}`,
    code: String(5000 + nth),
    queueAt: new Date(Date.parse('2025-03-01T20:00:00Z') + nth * day).toISOString(),
    promisedAt: new Date(Date.parse('2025-03-01T20:30:00Z') + nth * day).toISOString(),
  }),
)

test('every one, in the order in which they join, with its times and dishes', async () => {
  await open(sixty)
  const codes = [...document.querySelectorAll('.code')].map(({ textContent }) => textContent)
  expect(codes).toEqual(sixty.map(({ code }) => code))
  const first = dialog.getByRole('listitem').nth(0)
  await expect.element(first).toMatchTextContent(/5000\s*Ana/)
  await expect.element(first).toMatchTextContent(/starts 1 Mar, 17:00.*due 1 Mar, 17:30 · 2 items/)
  await expect
    .element(first.getByRole('list', { name: 'Dishes' }))
    .toHaveTextContent('2× Hamburguesa')
})

test.for([
  [1280, 2],
  [1024, 2],
  [390, 1],
] as const)('at %d pixels the orders stand in %d columns, row by row', async ([width, columns]) => {
  await page.viewport(width, 800)
  await open(sixty.slice(0, 5))
  const lefts = [...document.querySelectorAll('.entry')].map(
    (entry) => entry.getBoundingClientRect().left,
  )
  expect(new Set(lefts).size).toBe(columns)
  expect(lefts[1] === lefts[0]).toBe(columns === 1)
})

test('a tap on one opens it, and Escape closes them all', async () => {
  const { detail, close } = await open(sixty.slice(0, 2))
  await dialog.getByRole('button', { name: /5001/ }).click()
  expect(detail).toHaveBeenCalledExactlyOnceWith('order-1')
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
})

test('sixty with the longest names: one thing scrolls, and nothing hangs over, on any screen', async () => {
  await open(sixty)
  const content = dialog.element().querySelector('.content')
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(content?.scrollWidth, String(width)).toBe(content?.clientWidth)
    const scrolling = [...dialog.element().querySelectorAll('*')].filter(
      (one) =>
        one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
    )
    expect(scrolling.filter((one) => !one.matches('.visually-hidden'))).toEqual([content])
  }
})

test('without any it says what they are', async () => {
  await open([])
  await expect.element(dialog).toMatchTextContent(/No scheduled orders/)
  await open([makeTicket({ items: [makeItem()] })])
  await expect.element(dialog).not.toMatchTextContent(/No scheduled orders/)
})
