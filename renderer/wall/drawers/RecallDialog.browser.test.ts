import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeLongTicket } from '../../test-support/long-tickets.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'
import RecallDialog from './RecallDialog.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const left = (code: string, fields: Partial<Ticket> = {}) =>
  makeTicket({ id: code, code, stage: 'ready', bump: bumps.confirmed, ...fields })

async function open(recent: Ticket[], sought: string | null = null, tickets: Ticket[] = []) {
  const bridge = new FakeBridge(tickets)
  bridge.answers['tickets.recent'] = recent
  const detail = vi.fn()
  await mountComponent(() => h(RecallDialog, { sought, onDetail: detail }), bridge)
  await expect.element(dialog).toBeVisible()
  return { bridge, detail }
}
const dialog = page.getByRole('dialog', { name: 'Recall' })
const list = (name: string) => dialog.getByRole('list', { name, exact: true })
const row = (code: string) => dialog.getByRole('listitem').filter({ hasText: code })
const search = dialog.getByRole('searchbox', { name: 'Code, name or dish' })

test('the last that left, each with its state, time and dishes; a tap on one opens it', async () => {
  const items = [makeItem({ key: 'a' }), makeItem({ key: 'b', name: 'Papas', amount: 3 })]
  const { detail } = await open([left('1001', { items }), left('1002', { buyerName: 'Luz' })])
  await expect.element(list('Recent tickets')).toBeVisible()
  await expect.element(row('1001')).toMatchTextContent(/Ana.*Delivery.*Confirmed.*1 Mar, 09:00/)
  const dishes = row('1001').getByRole('list', { name: 'Dishes' }).getByRole('listitem')
  expect(dishes.elements().map(({ textContent }) => textContent.trim())).toEqual([
    '2× Hamburguesa',
    '3× Papas',
  ])
  await dialog.getByRole('button', { name: /1002 Luz.*Details/ }).click()
  expect(detail).toHaveBeenCalledExactlyOnceWith('1002')
})

test('it says so while older orders can’t be read, and shows the others', async () => {
  const bridge = new FakeBridge([])
  bridge.answers['tickets.recent'] = [left('1001')]
  bridge.status = {
    ...bridge.status,
    archive: { kind: 'damaged', isOut: true, keptAs: null, copied: 0 },
  }
  await mountComponent(() => h(RecallDialog), bridge)
  await expect.element(row('1001')).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Older orders can’t be read just now\./)
})

test('what is typed is searched for among all; cleared, the last ones are back', async () => {
  const { bridge } = await open([left('1001')])
  bridge.answers['tickets.search'] = [left('2001', { stage: 'new', bump: null }), left('2002')]
  await search.fill(' papas 20 ')
  await expect.element(list('2 found')).toBeVisible()
  expect(bridge.asked('tickets.search').at(-1)).toEqual({ text: 'papas 20' })
  expect(row('1001').elements()).toHaveLength(0)
  await expect.element(row('2001')).toMatchTextContent(/In the kitchen/)
  bridge.answers['tickets.search'] = []
  await search.fill('nobody')
  await expect
    .element(dialog)
    .toMatchTextContent(/0 found.*No tickets found. Try the start of a code, a name or a dish/)
  await dialog.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(row('1001')).toBeVisible()
})

test('one that leaves meanwhile joins the list, also that of a search', async () => {
  const { bridge } = await open([left('1001')])
  await expect.element(row('1001')).toBeVisible()
  bridge.answers['tickets.recent'] = [left('1002'), left('1001')]
  bridge.change([])
  await expect.element(row('1002')).toBeVisible()
  bridge.answers['tickets.search'] = [left('2001')]
  await search.fill('papas')
  await expect.element(list('1 found')).toBeVisible()
  bridge.answers['tickets.search'] = [left('2002'), left('2001')]
  bridge.change([])
  await expect.element(list('2 found')).toBeVisible()
})

test('words longer than the host takes are cut, and only blanks are no search', async () => {
  const { bridge } = await open([left('1001')])
  await search.fill('x'.repeat(100))
  await expect.poll(() => bridge.asked('tickets.search').length).toBeGreaterThan(0)
  expect(bridge.asked('tickets.search')).toContainEqual({ text: 'x'.repeat(80) })
  const asked = bridge.asked('tickets.search').length
  await search.fill('   ')
  await expect.element(row('1001')).toBeVisible()
  expect(bridge.asked('tickets.search')).toHaveLength(asked)
})

test('an answer that comes after somebody has typed on is not shown', async () => {
  const { bridge } = await open([left('1001')])
  const searches = bridge.hold('tickets.search')
  await search.fill('late')
  const first = await searches.next()
  await search.fill('')
  await first.answer([left('2001')])
  await expect.element(row('1001')).toBeVisible()
  expect(row('2001').elements()).toHaveLength(0)
})

test('only what may come back can be called back', async () => {
  const { bridge } = await open([
    left('1001'),
    left('1002', { stage: 'handed-over' }),
    left('1003', { stage: 'cancelled', bump: null }),
    left('1004', { stage: 'ready', bump: null }),
    left('1005', { stage: 'handed-over', bump: bumps.dropped }),
  ])
  for (const code of ['1004', '1005'])
    await expect.element(row(code)).toMatchTextContent(/Closed by the platform/)
  expect(dialog.getByRole('button', { name: /^Recall/ }).elements()).toHaveLength(2)
  await expect.element(dialog.getByRole('button', { name: 'Recall 1004' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Recall 1001' }).click()
  expect(bridge.asked('tickets.recall')).toEqual([{ ticketId: '1001', stations: [] }])
})

test('who came for one finds it in sight, also far down', async () => {
  const many = Array.from({ length: 50 }, (_, nth) => left(String(3000 + nth)))
  await open(many, '3042')
  await expect.element(row('3042')).toBeInViewport()
  await expect.element(row('3042')).toHaveClass('sought')
  await expect.element(row('3000')).not.toBeInViewport()
})

test('where they cannot be had a sentence says so, and trying again brings them', async () => {
  const bridge = new FakeBridge()
  bridge.answers['tickets.recent'] = [left('1001')]
  bridge.refusals['tickets.recent'] = { code: 'storage' }
  await mountComponent(() => h(RecallDialog), bridge)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/may be full or read-only/)
  bridge.refusals = {}
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('1001')).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('nothing has left yet', async () => {
  await open([])
  await expect.element(dialog).toMatchTextContent(/No tickets to recall yet/)
})

test('the keyboard reaches the search, a row and its way back in that order', async () => {
  await open([left('1001')])
  await expect.element(row('1001')).toBeVisible()
  const names: (string | undefined)[] = []
  for (let stops = 0; stops < 3; stops++) {
    await userEvent.keyboard('{Tab}')
    const { activeElement } = document
    names.push(activeElement?.getAttribute('aria-label') ?? activeElement?.className)
  }
  expect(names).toEqual([
    'Code, name or dish',
    expect.stringMatching(/^head/),
    expect.stringMatching(/recall/),
  ])
})

test('long names and many dishes hang over at no side, on any screen', async () => {
  await open([makeLongTicket({ id: 'long', stage: 'ready' })])
  await expect.element(row('1234')).toBeVisible()
  const content = dialog.element().querySelector('.content')
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(content?.scrollWidth, String(width)).toBe(content?.clientWidth)
  }
})
