import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createApp, h, nextTick, shallowRef, type App } from 'vue'
import type { Ticket } from '#contract/ticket.ts'
import { i18n } from '../../locales/i18n.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import TicketCard from './TicketCard.vue'
import '../../ui/tokens.css'
import '../../ui/base.css'

let app: App | undefined
afterEach(() => app?.unmount())

function show(first: Ticket, showPayment = false) {
  const ticket = shallowRef(first)
  const heard: unknown[][] = []
  const hear =
    (name: string) =>
    (...details: unknown[]) =>
      void heard.push([name, ...details])
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp(() =>
    h('div', { style: { width: '240px', height: '310px' } }, [
      h(TicketCard, {
        ticket: ticket.value,
        timeZone: 'America/Santiago',
        countryCode: 'CL',
        showPayment,
        onReady: hear('ready'),
        onUndo: hear('undo'),
        onAcknowledge: hear('acknowledge'),
        onStrike: hear('strike'),
      }),
    ]),
  )
  app.use(i18n).mount(root)
  return { ticket, heard, text: () => root.innerText }
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('a card reads as a cook needs it: amounts, counted options, comment, allergy, promise in the store’s zone', () => {
  const options = [
    { id: 'o1', name: 'Queso', count: 2, stockKey: 'option:m/o1' },
    { id: 'o2', name: 'Palta', count: 1, stockKey: 'option:m/o2' },
  ]
  const item = makeItem({
    modifiers: [{ name: 'Agregados', options }],
    comment: 'Alergia al maní',
    allergyWords: ['maní', 'nuez'],
  })
  const { text } = show(makeTicket({ items: [item] }))
  for (const part of ['1234', 'Delivery', 'web', 'Ana', 'due 09:15', '2×', 'Hamburguesa'])
    expect(text()).toContain(part)
  expect(text()).toMatch(/Agregados:\s+2× Queso, Palta/)
  expect(text()).toContain('Allergy: nuez')
  expect(document.querySelector('mark')?.textContent).toBe('maní')
})

test.for<[number, number, string, string]>([
  [10, 20, 'calm', ''],
  [-1, 5, 'amber', 'Due soon'],
  [-9, -1, 'late', 'Late'],
])('amber in %d min, promised in %d: %s', ([amber, promised, state, word]) => {
  const ticket = makeTicket({
    amberAt: minutesFromNow(amber),
    promisedAt: minutesFromNow(promised),
  })
  const { text } = show(ticket)
  expect(document.querySelector<HTMLElement>('header')?.dataset['late']).toBe(state)
  if (word !== '') expect(text()).toContain(word)
  expect(text()).toMatch(promised < 0 ? /\+1:0\d/ : /\d+:\d\d/)
})

test('tapping an item strikes it, and Ready bumps', async () => {
  const { heard } = show(makeTicket())
  await page.getByRole('button', { name: /Hamburguesa/ }).click()
  await page.getByRole('button', { name: 'Ready 1234' }).click()
  expect(heard).toEqual([['strike', 'item-1', true], ['ready']])
})

test('a bumped card offers only to undo', async () => {
  const bump = {
    state: 'undoable',
    bumpedAt: minutesFromNow(0),
    undoUntil: minutesFromNow(1),
    words: null,
  } as const
  const { heard } = show(makeTicket({ stage: 'ready', bump }))
  expect(page.getByRole('button', { name: /Ready/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Undo 1234' }).click()
  expect(heard).toEqual([['undo']])
})

test('a changed card says what changed until it is seen, and can still be bumped', async () => {
  const change = { kind: 'amount', key: 'item-1', name: 'Hamburguesa', before: 1, now: 2 } as const
  const { heard, text } = show(makeTicket({ changes: [change] }))
  expect(text()).toContain('1× → 2× Hamburguesa')
  await page.getByRole('button', { name: 'Got it 1234' }).click()
  await page.getByRole('button', { name: 'Ready 1234' }).click()
  expect(heard).toEqual([['acknowledge'], ['ready']])
})

test('a cancelled card can only be acknowledged', async () => {
  const cancellation = { at: minutesFromNow(0), reason: 'Sin respuesta' }
  const { heard, text } = show(makeTicket({ stage: 'cancelled', cancellation }))
  expect(text()).toContain('Cancelled: Sin respuesta')
  expect(page.getByRole('button', { name: /Ready/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Acknowledge 1234' }).click()
  expect(heard).toEqual([['acknowledge']])
})

test('money shows only where it is asked for', () => {
  const payment = { label: 'Efectivo', amountToPay: 5000, cashAmount: 10_000 }
  expect(show(makeTicket({ payment })).text()).not.toContain('Efectivo')
  app?.unmount()
  expect(show(makeTicket({ payment }), true).text()).toMatch(/Efectivo · To pay \$5,000/)
})

test('a long ticket says how many items are out of sight, and brings them up', async () => {
  const items = Array.from({ length: 9 }, (_, nth) =>
    makeItem({ key: `k${String(nth)}`, name: `Roll ${String(nth)}` }),
  )
  show(makeTicket({ items }))
  const more = page.getByRole('button', { name: /\d more/ })
  // Four screenfuls at most; each press brings up the next one.
  for (const left of ['6 more', '3 more', '1 more']) {
    await expect.element(more).toHaveTextContent(left)
    await more.click()
  }
  await expect.element(page.getByRole('button', { name: 'Back to the top' })).toBeVisible()
})

test('an allergy out of sight shows on the button that brings it up', async () => {
  const items = Array.from({ length: 6 }, (_, nth) => makeItem({ key: `k${String(nth)}` }))
  show(makeTicket({ items: [...items, makeItem({ key: 'last', allergyWords: ['maní'] })] }))
  const more = page.getByRole('button', { name: /more Allergy/ })
  await expect.element(more).toBeVisible()
})

test('when the promise moves, the card follows at once', async () => {
  const { ticket } = show(makeTicket({ amberAt: minutesFromNow(5), promisedAt: minutesFromNow(9) }))
  ticket.value = makeTicket({ amberAt: minutesFromNow(-5), promisedAt: minutesFromNow(-1) })
  await nextTick()
  expect(document.querySelector<HTMLElement>('header')?.dataset['late']).toBe('late')
})
