import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import type { PrintJob, Printer } from '#contract/printers/printers.ts'
import type { TicketDetail as Detail, TicketSent } from '#contract/tickets/ticket-detail.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeLongTicket } from '../../test-support/long-tickets.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeDetail } from '../../test-support/sample-detail.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'
import AppButton from '../../ui/button/AppButton.vue'
import TicketDetail from './TicketDetail.vue'

const device = cdp() as unknown as { send(method: string, how: object): Promise<unknown> }

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  unmountComponent()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
  await device.send('Emulation.setEmulatedMedia', { media: '' })
})

const dialog = page.getByRole('dialog', { name: 'Order 1234' })
const part = (name: string) => dialog.getByRole('region', { name })
const button = (name: string) => dialog.getByRole('button', { name })

/** A button that opens the ticket, on a host that answers with `detail`. */
async function open(detail: Detail | null, tickets: Ticket[] = [], refused = false) {
  const bridge = new FakeBridge(tickets)
  if (detail !== null) bridge.answers['tickets.get'] = detail
  if (refused) bridge.refusals['tickets.get'] = { code: 'storage', detail: 'disk I/O error' }
  const isOpen = shallowRef(false)
  await mountComponent(
    defineComponent(() => () => [
      h(AppButton, { onClick: () => (isOpen.value = true) }, () => 'Open'),
      isOpen.value && h(TicketDetail, { id: 'order-1', onClose: () => (isOpen.value = false) }),
    ]),
    bridge,
  )
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return bridge
}

const sent = (fields: Partial<TicketSent>): TicketSent => ({
  id: 'entry-1',
  delivery: { ...bumps.refused.delivery, message: 'ERR_409 not in that state' },
  createdAt: '2025-03-01T12:10:00.000Z',
  sentAt: '2025-03-01T12:10:08.000Z',
  attempts: 2,
  ...fields,
})

test('all that is known stands there in words: who, where, by whom, and what is paid', async () => {
  const driver = {
    stage: 'lost',
    name: 'Pedro',
    vehicle: 'moto',
    pickupCode: '77',
    expectedAt: null,
    searchesAt: null,
  } as const
  await open(makeDetail({ ticket: makeTicket({ source: 'pos', driver }) }))
  await expect.element(dialog).toMatchTextContent(/Ana.*Delivery · Point of sale/)
  await expect.element(dialog).toMatchTextContent(/Full code ALE-2025-1234/)
  const customer = part('Customer')
  await expect
    .element(customer.getByRole('link', { name: '+56 9 0000 0042' }))
    .toHaveAttribute('href', 'tel:+56900000042')
  await expect.element(customer.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect
    .element(part('Address'))
    .toMatchTextContent(/Av. Providencia 1234Depto 56.*Zona 2.*Ring twice/)
  await expect.element(part('Driver')).toMatchTextContent(/Finding a new driver/)
  await expect.element(part('Driver')).toMatchTextContent(/Pedro · moto.*Code 77.*\+56 9 1111/)
  await expect.element(part('Payment')).toMatchTextContent(/To pay: \$12,500.*Cash.*\$20,000/)
  await expect.element(part('Payment')).toMatchTextContent(/Tip\s*\$500.*Pending/)
  await expect.element(part('Gift')).toMatchTextContent(/Recipient name\s*Abuela Rosa/)
  await expect.element(part('Billing details')).toMatchTextContent(/Tax id\s*76.543.210-K/)
})

test.for([
  ['pos', 'Point of sale'],
  ['app', 'App'],
  ['WEB', 'Website'],
  ['Commander', 'Commander'],
])('an order from "%s" says "%s"', async ([source, sentence]) => {
  await open(makeDetail({ ticket: makeTicket({ source: source ?? null }) }))
  await expect
    .element(dialog.getByText(`Delivery · ${sentence ?? ''}`, { exact: true }))
    .toBeVisible()
})

test('every dish with all its options and comments; an allergy is marked', async () => {
  await open(makeDetail({ ticket: makeLongTicket() }))
  const dishes = part('Dishes · 30 items').getByRole('listitem')
  expect(dishes.elements()).toHaveLength(12)
  await expect.element(dishes.nth(0)).toMatchTextContent(/1×.*Agregados: 2× Queso de cabra, Palta/)
  await expect.element(dishes.nth(4)).toMatchTextContent(/Allergy: maní.*Sin sal/)
  await expect.element(dishes.nth(4).getByRole('mark')).toHaveTextContent('maní')
})

test('an order that somebody else marked ready says so in place of what would be sent', async () => {
  await open(makeDetail({ ticket: makeTicket({ isReadyElsewhere: true }) }))
  await expect
    .element(part('Sent to the platform'))
    .toMatchTextContent(/already has this order as ready/)
  await expect.element(dialog).not.toMatchTextContent(/Nothing yet/)
})

test('times are in order by the store’s clock, with their day, and future times look different', async () => {
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const moments = [
    { kind: 'ordered', at: '2025-03-01T11:45:00.000Z' },
    { kind: 'driver-at-store', at: '2025-03-01T20:05:00.000Z' },
    { kind: 'driver-expected', at: later },
  ] as const
  await open(makeDetail({ moments: [...moments] }))
  const lines = part('Times').getByRole('listitem')
  await expect.element(lines.nth(0)).toMatchTextContent(/^1 Mar, 08:45\s*Ordered\s*$/)
  await expect.element(lines.nth(1)).toMatchTextContent(/^1 Mar, 17:05\s*Driver arrived\s*$/)
  await expect.element(lines.nth(2)).toMatchTextContent(/Driver expected\s+upcoming/)
})

test('what was sent is said in words; the platform’s own stand behind details', async () => {
  const unsent = { sentAt: null, attempts: 0 }
  const of = (what: keyof typeof bumps) => sent({ id: what, ...unsent, ...bumps[what] })
  await open(makeDetail({ sent: [of('queued'), sent({}), of('undoable'), of('dropped')] }))
  const entries = part('Sent to the platform').getByRole('listitem')
  await expect.element(entries.nth(0)).toMatchTextContent(/Waiting to be sent\s*Not sent yet/)
  await expect
    .element(entries.nth(1))
    .toMatchTextContent(/Rejected\s*Sent 1 Mar, 09:10 · 2 attempts/)
  await expect.element(entries.nth(2)).toMatchTextContent(/Can be undone\s*Not sent yet/)
  await expect.element(entries.nth(3)).toMatchTextContent(/No longer needed\s*$/)
  const raw = dialog.getByText('ERR_409 not in that state')
  await expect.element(raw).not.toBeVisible()
  await dialog.getByText('Details').click()
  await expect.element(raw).toBeVisible()
})

test('until the host answers it shows what the ticket says', async () => {
  const ticket = makeTicket({ payment: { label: 'Efectivo', amountToPay: 500, cashAmount: null } })
  const bridge = new FakeBridge([ticket])
  const detail = bridge.hold('tickets.get')
  await mountComponent(() => h(TicketDetail, { id: 'order-1' }), bridge)
  await expect.element(dialog).toMatchTextContent(/Hamburguesa.*To pay: \$500.*Efectivo/)
  await expect.element(dialog).not.toMatchTextContent(/ALE-2025-1234/)
  await detail.answerAll(makeDetail({ ticket }))
  await expect.element(dialog).toMatchTextContent(/ALE-2025-1234/)
})

test('where it cannot be had a sentence says so, and trying again brings it', async () => {
  const bridge = await open(makeDetail(), [], true)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/The disk may be full or read-only/)
  await expect.element(alert.getByText('disk I/O error')).not.toBeVisible()
  delete bridge.refusals['tickets.get']
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog).toMatchTextContent(/ALE-2025-1234/)
  await expect.element(alert).not.toBeInTheDocument()
})

test('a change of its ticket is shown at once, and the rest is asked for again', async () => {
  const bridge = await open(makeDetail(), [makeTicket()])
  await expect.element(dialog).toMatchTextContent(/ALE-2025-1234/)
  const ticket = makeTicket({ items: [makeItem({ name: 'Empanada' })] })
  bridge.answers['tickets.get'] = makeDetail({ ticket, fullCode: 'ALE-2' })
  bridge.change([ticket])
  await expect.element(dialog).toMatchTextContent(/Empanada/)
  await expect.element(dialog).toMatchTextContent(/ALE-2(?!025)/)
})

const bump = bumps.confirmed

test.for<[string, Partial<Ticket>, number]>([
  ['new', {}, 0],
  ['ready', { stage: 'ready', bump }, 1],
  ['handed over', { stage: 'handed-over', bump }, 0],
  ['cancelled', { stage: 'cancelled', bump }, 0],
])('one that is %s offers to recall or not', async ([, fields, offered]) => {
  const bridge = await open(makeDetail({ ticket: makeTicket(fields) }))
  await expect.element(button('Print')).toBeVisible()
  expect(button('Recall').elements()).toHaveLength(offered)
  if (offered === 0) return
  await button('Recall').click()
  expect(bridge.asked('tickets.recall')).toEqual([{ ticketId: 'order-1', stations: [] }])
})

test('Escape closes it, and the focus goes back', async () => {
  await open(makeDetail())
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('printed, there is the order alone, black on white, and it fits a roll of 80 mm', async () => {
  await open(makeDetail({ ticket: makeLongTicket(), sent: [sent({})] }))
  document.documentElement.dataset['theme'] = 'dark'
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await button('Print').click()
  expect(print).toHaveBeenCalledTimes(1)

  await page.viewport(272, 600)
  await device.send('Emulation.setEmulatedMedia', { media: 'print' })
  const paper = page.getByRole('dialog').element()
  await expect.poll(() => getComputedStyle(paper).position).toBe('static')
  for (const hidden of ['Print', 'Close', 'Open'])
    expect(page.getByRole('button', { name: hidden }).elements()).toHaveLength(0)
  expect(page.getByRole('region', { name: 'Times' }).elements()).toHaveLength(0)
  expect(page.getByText(/Papas fritas 11/).elements()).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(272)
  // All of it is on the paper: no box needs scrolling.
  const last = paper.querySelector('.facts')?.getBoundingClientRect().bottom ?? 0
  expect(paper.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(last)
  for (const element of paper.querySelectorAll('p, h2, h3, strong, dd')) {
    const { color, backgroundColor } = getComputedStyle(element)
    expect([element.textContent, color]).toEqual([element.textContent, 'rgb(0, 0, 0)'])
    expect(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)']).toContain(backgroundColor)
  }
})

test('without an order in sight a page is printed as it stands', async () => {
  await mountComponent(() => h('p', 'Another page'))
  await device.send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.element(page.getByText('Another page')).toBeVisible()
})

test('the longest order hangs over at no side, on any screen', async () => {
  await open(makeDetail({ ticket: makeLongTicket() }))
  const content = page.getByRole('dialog').element().querySelector('.content')
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(content?.scrollWidth, String(width)).toBe(content?.clientWidth)
    expect(page.getByRole('dialog').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(
      0,
    )
  }
})

test.for<[string, boolean, string[], RegExp[], RegExp[]]>([
  ['nothing', false, [], [], [/couldn’t be read/]],
  [
    'what no cook needs',
    false,
    ['address'],
    [/1 field couldn’t be read: address/],
    [/Part of this order/],
  ],
  [
    'something of a dish',
    true,
    ['items.0.amount', 'address'],
    [/Part of this order couldn’t be read/, /2 fields couldn’t be read: items\.0\.amount, address/],
    [],
  ],
])('what could not be read is named: %s', async ([, incomplete, unread, sentences, unsaid]) => {
  const items = [makeItem({ unread: incomplete ? ['amount'] : [] })]
  await open(makeDetail({ ticket: makeTicket({ incomplete, items }), unread }))
  await expect.element(dialog).toMatchTextContent(/Full code/)
  for (const sentence of sentences) await expect.element(dialog).toMatchTextContent(sentence)
  const text = dialog.element().textContent
  for (const sentence of unsaid) expect(text).not.toMatch(sentence)
  expect(text.includes('?×')).toBe(incomplete)
  // A cook must know it on paper too; names of fields alone are for the screen.
  await device.send('Emulation.setEmulatedMedia', { media: 'print' })
  for (const sentence of sentences)
    expect(
      (dialog.element() as HTMLElement).innerText.replaceAll(/\s+/g, ' ').search(sentence) >= 0,
    ).toBe(incomplete)
})

const receiptPrinter = (id: string, name: string): Printer => ({
  id,
  name,
  address: '192.168.1.50',
  port: 9100,
  width: 80,
  language: 'es',
  prints: null,
  spareId: null,
  ignoresOffline: false,
  columns: null,
  letters: 'code-page',
  images: true,
})

test('where the restaurant has a receipt printer, it is printed there, and what becomes of it is said', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const bridge = await open(makeDetail(), [makeTicket()])
  bridge.answers['printers.printTicket'] = null
  bridge.answers['deliveries.decide'] = 1
  const printers = [receiptPrinter('p1', 'Grill')]
  // The first answer contains changes that happen before the page asks.
  await expect.poll(() => bridge.asked('printers.get').length).toBe(1)
  bridge.answers['printers.get'] = { printers, jobs: [] }
  bridge.notify({ type: 'printers.changed' })
  await expect.poll(() => bridge.asked('printers.get').length).toBe(2)
  await button('Print').click()
  const [asked] = bridge.asked('printers.printTicket') as { jobId: string }[]
  expect(asked).toMatchObject({ printerId: 'p1', ticketId: 'order-1' })
  expect(print).not.toHaveBeenCalled()
  const job: PrintJob = {
    id: asked?.jobId ?? '',
    printerId: 'p1',
    kind: 'ticket',
    title: '1234',
    delivery: { state: 'unknown', since: '', choices: ['retry', 'mark-done'] },
    createdAt: '2026-11-20T15:30:00.000Z',
  }
  bridge.answers['printers.get'] = { printers, jobs: [{ ...job, id: 'another' }, job] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(dialog.getByText(/^The printer stopped answering/)).toBeVisible()
  await button('Print again').click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'print', subject: job.id }], choice: 'retry' },
  ])
  const done = { ...job, delivery: { state: 'confirmed', since: '' } } as const
  bridge.answers['printers.get'] = { printers, jobs: [done] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(dialog.getByText('Printed', { exact: true })).toBeVisible()
})

test.for<[string, Partial<Ticket>, boolean]>([
  ['a delivery', {}, true],
  ['a pick-up of an unknown channel', { type: 'pickup', source: 'Rappi' }, true],
  ['a pick-up without a source', { type: 'pickup', source: null }, true],
  ['a table', { type: 'table', source: null }, false],
  ['a pick-up at the till', { type: 'pickup', source: 'POS' }, false],
])(
  'only an order that can be of a delivery app is completed there: %s',
  async ([, fields, can]) => {
    const ticket = makeTicket(fields)
    const bridge = new FakeBridge([ticket])
    bridge.answers['tickets.get'] = makeDetail({ ticket })
    bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'manager' })
    bridge.answers['channelOrders.list'] = { hasChannel: true, orders: [] }
    await mountComponent(() => h(TicketDetail, { id: 'order-1' }), bridge)
    await expect.element(part('Sent to the platform')).toBeVisible()
    await expect.poll(() => bridge.asked('channelOrders.list').length).toBe(1)
    await nextTick()
    const complete = button('Mark complete in the app')
    if (can) await expect.element(complete).toBeVisible()
    else expect(complete.elements()).toEqual([])
  },
)

test('of several receipt printers one is chosen', async () => {
  const bridge = await open(makeDetail(), [makeTicket()])
  bridge.answers['printers.printTicket'] = null
  const printers = [receiptPrinter('p1', 'Grill'), receiptPrinter('p2', 'Bar')]
  bridge.answers['printers.get'] = { printers, jobs: [] }
  bridge.notify({ type: 'printers.changed' })
  await button('Print on Bar').click()
  expect(bridge.asked('printers.printTicket')).toMatchObject([{ printerId: 'p2' }])
})
