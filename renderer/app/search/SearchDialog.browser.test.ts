import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Role } from '#contract/shared/caller.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeGuest, makeGuestList } from '../../test-support/open-guests.ts'
import {
  makeClient,
  makeReservation,
  makeReservations,
  tomorrow,
} from '../../test-support/open-reservations.ts'
import { ticketFor } from '../../test-support/open-wall.ts'
import { makeBoard, makeItem, makeState } from '../../test-support/sample-board.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { bumps, makeItem as makeTicketItem } from '../../test-support/sample-ticket.ts'
import { start } from '../start.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const past = ticketFor(0, {
  id: 'old',
  code: '0999',
  buyerName: 'Ema',
  stage: 'ready',
  bump: bumps.confirmed,
})

/** The whole app with two open tickets, a past one, a board, a guest and a reservation. */
async function openApp({ role = 'manager', hash = '#/' }: { role?: Role; hash?: string } = {}) {
  const bridge = new FakeBridge([
    ticketFor(1, { buyerName: 'Emilia' }),
    ticketFor(2, { buyerName: 'Bruno' }),
  ])
  const reservation = makeReservation({ firstName: 'Emma', lastName: 'Rojas' })
  Object.assign(bridge.answers, {
    'screens.get': sampleScreens({ effectiveRole: role }, { hasPin: true }),
    'settings.get': defaultSettings,
    'stock.board': makeBoard(),
    'stock.set': null,
    'tickets.search': [past],
    'tickets.recent': [],
    'guests.list': makeGuestList([makeClient({ clientId: 'c 9', name: 'Emanuel Soto' })]),
    'guests.get': makeGuest({ fullName: 'Emanuel Soto' }),
    'reservations.search': [reservation],
    'reservations.list': makeReservations([reservation]),
  })
  location.hash = hash
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.poll(() => document.querySelector('#navigation')).not.toBeNull()
  await expect.poll(() => bridge.asked('stock.board').length).toBe(1)
  return bridge
}

/** The groups of what this screen knows for “em”. */
const ownGroups = ['Open tickets', 'Dishes and options', 'Settings']
const dialog = page.getByRole('dialog', { name: 'Search' })
const field = page.getByRole('combobox', { name: 'What are you looking for?' })
const option = (name: RegExp) => dialog.getByRole('option', { name })
const groups = (): (string | undefined)[] =>
  [...document.querySelectorAll('[role=listbox] [role=presentation]')].map((title) =>
    title.textContent.trim(),
  )
/** The option that the field points to, as a screen reader hears it. */
const active = (): string | undefined => {
  const id = field.element().getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.textContent.trim()
}
const selected = (): string[] =>
  [...document.querySelectorAll('[aria-selected=true]')].map((each) => each.textContent.trim())

/** Fills the text at once: on a busy machine, a typed letter may wait longer than a pause. */
async function search(text = ''): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  if (text !== '') await field.fill(text)
}

test('the keys open it over a field and close it, and the focus goes back', async () => {
  await openApp({ hash: '#/stock' })
  const other = page.getByRole('searchbox')
  await other.click()
  await search()
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(other).toHaveFocus()
  await search()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.element(field).toHaveFocus()
})

test('another dialog keeps the keyboard', async () => {
  await openApp()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect.element(page.getByRole('dialog', { name: 'The wall' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.for(['gluten', 'allergy', 'Alergia', 'alérgia glut'])(
  'an open ticket is found by its allergy, which the result says: %s',
  async (text) => {
    const items = [makeTicketItem({ allergyWords: ['gluten'] })]
    const bridge = await openApp()
    bridge.change([
      ticketFor(3, { buyerName: 'Carla', items }),
      ticketFor(4, { buyerName: 'Dora', guestAllergies: 'Gluten, maní' }),
    ])
    await search(text)
    const ofAllergy = dialog.getByRole('option', { name: /Allergy: gluten/i })
    await expect
      .poll(() => ofAllergy.elements().map((one) => one.textContent))
      .toMatchObject([
        expect.stringMatching(/1003 · Carla\s*Allergy: gluten/),
        expect.stringMatching(/1004 · Dora\s*Allergy: Gluten, maní/),
      ])
    expect(option(/Emilia|Bruno/).elements()).toEqual([])
  },
)

test('before anything is typed it offers the rooms; arrows, Home and End move and wrap, Enter opens', async () => {
  await openApp()
  await search()
  expect(groups()).toEqual(['Rooms'])
  await expect.poll(active).toBe('Tickets')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toBe('86')
  await userEvent.keyboard('{End}')
  await expect.poll(active).toBe('Connection')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(active).toBe('Tickets')
  await userEvent.keyboard('{ArrowUp}{Home}{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(active).toBe('Guests')
  expect(selected()).toEqual(['Guests'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.hash).toBe('#/guests')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what this screen knows is there at once, and what the host finds comes below it', async () => {
  const bridge = await openApp()
  const guests = bridge.hold('guests.list')
  const reservations = bridge.hold('reservations.search')
  const tickets = bridge.hold('tickets.search')
  await search('em')
  await expect.poll(groups).toEqual(ownGroups)
  expect(active()).toMatch(/^1001 · Emilia/)
  await expect
    .element(dialog.getByText('Still looking in: Past tickets, Reservations, Guests'))
    .toBeVisible()
  await (await reservations.next()).answer([makeReservation({ firstName: 'Emma' })])
  await expect.poll(groups).toEqual([...ownGroups, 'Reservations'])
  await userEvent.keyboard('{End}')
  const chosen = active()
  expect(chosen).toMatch(/^Emma/)
  // The guests come before the tickets, which would otherwise stand above them.
  await (await guests.next()).answer(makeGuestList([makeClient({ name: 'Emanuel Soto' })]))
  await (await tickets.next()).answer([past])
  await expect.poll(groups).toEqual([...ownGroups, 'Reservations', 'Guests', 'Past tickets'])
  expect(active()).toBe(chosen)
  await expect.element(dialog.getByText(/^\d+ results$/)).toBeInTheDocument()
})

test('an answer to older text is not shown', async () => {
  const bridge = await openApp()
  const guests = bridge.hold('guests.list')
  await search('ema')
  const older = await guests.next()
  await field.fill('emanuel')
  const newer = await guests.next()
  expect(bridge.asked('guests.list')).toEqual([
    { text: 'ema', page: 1 },
    { text: 'emanuel', page: 1 },
  ])
  await older.answer(makeGuestList([makeClient({ clientId: 'a', name: 'Emanuela Vial' })]))
  await newer.answer(makeGuestList([makeClient({ clientId: 'b', name: 'Emanuel Soto' })]))
  await expect.element(option(/Emanuel Soto/)).toBeVisible()
  expect(option(/Emanuela/).elements()).toHaveLength(0)
  // While the answer to more text is awaited, only what still matches stays.
  await userEvent.keyboard(' v')
  await expect.element(option(/Emanuel Soto/)).not.toBeInTheDocument()
})

test('a kitchen screen finds no guests, reservations and settings, and the host is not asked', async () => {
  const bridge = await openApp({ role: 'kitchen' })
  await search('e')
  await expect.poll(groups).toEqual(['Open tickets', 'Dishes and options', 'Rooms', 'Past tickets'])
  expect(bridge.asked('guests.list')).toEqual([])
  expect(bridge.asked('reservations.search')).toEqual([])
  expect(option(/^(Guests|Settings)/).elements()).toHaveLength(0)
})

test('a screen that is locked again loses what it may not see', async () => {
  const bridge = await openApp()
  await search('em')
  await expect.element(option(/Emanuel Soto/)).toBeVisible()
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
  await expect.element(option(/Emanuel Soto/)).not.toBeInTheDocument()
  await expect.poll(groups).toEqual(['Open tickets', 'Dishes and options', 'Past tickets'])
})

test('guests that can’t be searched are named, the others stay, and trying again brings them', async () => {
  const bridge = await openApp()
  bridge.refusals['guests.list'] = { code: 'unreachable' }
  await search('em')
  const note = dialog.getByRole('status').filter({ hasText: 'Couldn’t' })
  await expect
    .element(note)
    .toMatchTextContent(/Couldn’t look in: Guests\. No answer\. Check the connection/)
  await expect.element(option(/Emma Rojas/)).toBeVisible()
  bridge.refusals = {}
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect.element(option(/Emanuel Soto/)).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
})

test('nothing found says where it looked; cleared, the rooms are back', async () => {
  const bridge = await openApp()
  bridge.answers['tickets.search'] = []
  bridge.answers['reservations.search'] = []
  bridge.answers['guests.list'] = makeGuestList([])
  await search('xyz')
  await expect.element(dialog.getByText('No results for “xyz”')).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Looked in: Open tickets, .*Guests\. Try a code/)
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(active).toBe('Tickets')
  await expect.element(field).toHaveFocus()
})

test('more than five of a kind lead to all of them in the room’s own search', async () => {
  const bridge = await openApp()
  const board = makeBoard({
    items: Array.from({ length: 7 }, (_, nth) =>
      makeItem(`product:${String(nth)}`, `Sopa ${String(nth)}`),
    ),
  })
  bridge.answers['stock.board'] = board
  bridge.notify({ type: 'stock.replaced' })
  await search('sopa')
  await expect.element(option(/^Sopa 4/)).toBeVisible()
  expect(option(/^Sopa 5/).elements()).toHaveLength(0)
  await option(/^Show all in 86/).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('sopa')
  await expect.element(page.getByRole('switch', { name: 'Sopa 6' })).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/stock')
})

test.each([
  ['1001', /^1001/, () => page.getByRole('dialog', { name: 'Order 1001' })],
  ['0999', /^0999/, () => page.getByRole('dialog', { name: 'Recall' }).getByText('0999').first()],
  ['emanuel', /^Emanuel/, () => page.getByRole('heading', { name: 'Emanuel Soto' })],
  ['rojas', /^Emma/, () => page.getByRole('dialog', { name: /Emma Rojas/ })],
  ['waste', /^Waste/, () => page.getByRole('heading', { name: 'Waste' })],
])('“%s” opens what it finds', async (text, name, opened) => {
  const bridge = await openApp()
  bridge.answers['tickets.recent'] = [past]
  await search(text)
  await expect.element(option(name).first()).toBeVisible()
  await option(name).first().click()
  await expect.element(opened()).toBeVisible()
})

test('a dish opens on the board with the focus on its switch: one more key turns it off', async () => {
  const bridge = await openApp()
  await search('empanada pino')
  await expect.poll(active).toMatch(/^Empanada de pino/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('switch', { name: 'Empanada de pino' })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(() => bridge.asked('stock.set').length).toBe(1)
})

test('what is sold out says so', async () => {
  const bridge = await openApp()
  const board = makeBoard({ states: [makeState('product:empanada')] })
  bridge.answers['stock.board'] = board
  bridge.notify({ type: 'stock.replaced' })
  await search('empanada')
  await expect.element(option(/Empanada de pino.*Sold out/)).toBeVisible()
})

test.each([
  ['on a wide screen', 1280],
  ['on a phone', 390],
])('a setting opens in its section with the focus in it, %s', async (_where, width) => {
  await page.viewport(width, 800)
  await openApp({ hash: '#/setup/sounds' })
  await search('amber')
  await expect.poll(active).toMatch(/^Amber after/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('slider', { name: 'Amber after' })).toHaveFocus()
  await expect.poll(() => location.hash).toBe('#/setup/kitchen-times')
})

test('a setting opens although Settings showed a search', async () => {
  await openApp({ hash: '#/setup/kitchen-times' })
  await page.getByRole('searchbox').fill('printer')
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Devices › Printers' }))
    .toBeVisible()
  await search('amber')
  await expect.poll(active).toMatch(/^Amber after/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('slider', { name: 'Amber after' })).toHaveFocus()
})

test('a reservation opens on its day', async () => {
  await openApp()
  await search('emma')
  await option(/^Emma/).click()
  await expect.poll(() => location.hash).toContain(`day=${tomorrow}`)
})

test.each([
  ['/', 'tickets.search', 'Code, name or dish'],
  ['/stock', null, 'Product or option'],
  ['/guests', 'guests.list', 'Name, phone or e-mail'],
  ['/reservations', 'reservations.search', 'Name, phone or code'],
  ['/setup', null, 'Search settings'],
] as const)(
  'a link to %s puts its text into the own search of the room',
  async (path, name, label) => {
    const bridge = await openApp({ hash: `#${path}?search=em%C3%B1` })
    await expect.element(page.getByRole('searchbox', { name: label })).toHaveValue('emñ')
    await expect.poll(() => location.hash).toBe(`#${path}`)
    if (name !== null)
      await expect
        .poll(() => bridge.asked(name))
        .toContainEqual(expect.objectContaining({ text: 'emñ' }))
  },
)
