import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  closeGuests,
  makeGuest,
  makeMovements,
  openGuests,
  storedHere,
  changeForgottenGuests,
} from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeGuests)

const open = (guest = makeGuest()) => openGuests({ address: '/guests/cli-1', guest })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const note = () => page.getByRole('textbox', { name: 'Allergies' })
const table = () => page.getByRole('table', { name: 'Points history' })
const cells = () =>
  table()
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[role=cell]')].map((cell) =>
        cell.textContent.replace(/\s+/g, ' ').trim(),
      ),
    )

test('shows what is known, and no consent that was not given', async () => {
  const bridge = await open(makeGuest({ unread: ['birthday'] }))
  await expect.element(page.getByText('ana@example.com').last()).toBeVisible()
  await expect.element(page.getByText('$12,490')).toBeVisible()
  const consents = page.getByRole('region', { name: 'Accepts messages' }).getByRole('listitem')
  await expect.element(consents.first()).toBeVisible()
  expect(consents.elements().map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    'E-mails Blocked',
    'Notifications Allowed',
    'Text messages Not set',
  ])
  await expect.element(page.getByText(/couldn’t be read and are not shown/)).toBeVisible()
  expect(bridge.asked('guests.get')).toEqual([{ clientId: 'cli-1' }])
})

test('for a guest without a points id, no movements are requested', async () => {
  const bridge = await open(makeGuest({ serviceUserId: null }))
  await expect
    .element(page.getByText(/^The platform doesn’t share this guest’s points history/))
    .toBeVisible()
  await expect.element(table()).not.toBeInTheDocument()
  expect(bridge.asked('guests.movements')).toEqual([])
})

test('a guest who could not be fetched can be asked for again', async () => {
  const bridge = await openGuests()
  await expect.element(page.getByRole('link', { name: 'Ana Ñandú' })).toBeVisible()
  bridge.refusals = { 'guests.get': { code: 'unreachable' } }
  await page.getByRole('link', { name: 'Ana Ñandú' }).click()
  await expect.element(page.getByText('Couldn’t load this guest')).toBeVisible()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(page.getByRole('heading', { name: 'Ana Ñandú', level: 2 })).toBeVisible()
})

test('movements say what came, what went and what is left, in the store’s time', async () => {
  await open()
  await expect.element(table()).toBeVisible()
  const [first = [], second = []] = cells()
  expect(first[0]).toMatch(/12:12/)
  expect(first.slice(1, 4)).toEqual(['Earned · C#1004Compra en línea', '+124', '1,250'])
  expect(first[4]).toMatch(/2027/)
  expect(second.slice(1)).toEqual(['Redeemed', '−200', '1,126', '–'])
})

test('an unknown type is shown as received, without a sign', async () => {
  const bridge = await openGuests()
  const [movement] = makeMovements().movements
  if (movement === undefined) throw new Error('no movement')
  const odd = { ...movement, origin: 'raffle', direction: 'in', amount: 5, at: null, balance: null }
  bridge.answers['guests.movements'] = makeMovements({ movements: [odd] })
  await page.getByRole('link', { name: 'Ana Ñandú' }).click()
  await expect.element(table()).toBeVisible()
  expect(cells()[0]?.slice(0, 4)).toEqual(['–', 'raffle · C#1004Compra en línea', '5', '–'])
})

test('every filter is asked for together, from the first page on; a range backwards is not asked for', async () => {
  const bridge = await open()
  bridge.answers['guests.movements'] = makeMovements({ hasMore: true, total: 120 })
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Redeemed')
  const points = page.getByRole('navigation', { name: 'Pages: Points history' })
  await points.getByRole('button', { name: 'Next page' }).click()
  await expect.element(points.getByText('Page 2 of 3')).toBeVisible()
  const from = page.getByRole('group', { name: 'From' })
  await from.getByRole('spinbutton').first().click()
  await userEvent.keyboard('01092026')
  const asked = { serviceUserId: 'usr-1', from: null, to: null, type: 'redemption', page: 1 }
  await expect
    .poll(() => bridge.asked('guests.movements').at(-1))
    .toEqual({ ...asked, from: '2026-09-01' })
  expect(bridge.asked('guests.movements')).toContainEqual({ ...asked, page: 2 })
  const to = page.getByRole('group', { name: 'To', exact: true })
  await to.getByRole('spinbutton').first().click()
  await userEvent.keyboard('31082026')
  await expect.element(page.getByText('The end date is before the start date.')).toBeVisible()
  await expect.element(table()).not.toBeInTheDocument()
  expect(bridge.asked('guests.movements')).not.toContainEqual(
    expect.objectContaining({ to: '2026-08-31' }),
  )
})

test('failed movements show an error, and no old rows', async () => {
  const bridge = await open()
  await expect.element(table()).toBeVisible()
  bridge.refusals = { 'guests.movements': { code: 'unreadable', detail: 'of other users' } }
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Manual')
  await expect.element(button('Try again')).toBeVisible()
  await expect.element(table()).not.toBeInTheDocument()
  bridge.refusals = {}
  bridge.answers['guests.movements'] = makeMovements({ movements: [], total: 0 })
  await button('Try again').click()
  await expect.element(page.getByText('No points earned or used in this period.')).toBeVisible()
})

test('an allergy is noted, and shown as active only once the host has stored it', async () => {
  const bridge = await open()
  bridge.refusals = { 'guests.setAllergies': { code: 'unreachable' } }
  await note().fill(' maní ')
  await expect.element(page.getByText('Not saved yet. The kitchen can’t see it.')).toBeVisible()
  await button('Save').click()
  await expect
    .element(page.getByText('No answer. Check the connection and try again.'))
    .toBeVisible()
  await expect.element(note()).toHaveValue(' maní ')
  bridge.refusals = {}
  bridge.answers['guests.get'] = makeGuest({
    allergies: 'maní',
    storedUntil: '2026-12-20T15:00:00.000Z',
  })
  await note().click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Allergies saved/)).toBeVisible()
  bridge.notify({ type: 'guests.changed' })
  expect(bridge.asked('guests.setAllergies').at(-1)).toEqual({
    clientId: 'cli-1',
    allergies: 'maní',
  })
  await expect.element(note()).toHaveValue('maní')
  await expect.element(button('Save')).not.toBeInTheDocument()
  await expect.element(page.getByText(/Will be deleted on .*2026/)).toBeVisible()
})

test('typed text is stored by the host, letter by letter, and not in the browser', async () => {
  const bridge = await open()
  await note().click()
  await userEvent.keyboard('maní')
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ kind: 'allergies', subject: 'cli-1', draft: { allergies: 'maní' } })
  expect(storedHere()).not.toContain('man')
  await button('Discard').click()
  await expect.element(note()).toHaveValue('')
  await expect
    .poll(() => bridge.asked('drafts.discard').at(-1))
    .toEqual({ kind: 'allergies', subject: 'cli-1' })
})

test('a page that is left says what waits for an answer, and nothing that is kept', async () => {
  const bridge = await open()
  await note().fill('m')
  await expect.poll(() => bridge.asked('drafts.save')).toHaveLength(1)
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(bridge.asked('drafts.save')).toHaveLength(1)
  const stored = bridge.hold('drafts.save').arrived
  await note().fill('ma')
  await note().fill('maní')
  expect(stored.map(({ input }) => (input.draft as { allergies: string }).allergies)).toEqual([
    'ma',
  ])
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(stored.map(({ input }) => (input.draft as { allergies: string }).allergies)).toEqual([
    'ma',
    'maní',
  ])
})

test('an earlier draft is restored, next to what the kitchen sees', async () => {
  const bridge = await open(makeGuest({ allergies: 'mariscos' }))
  bridge.answers['drafts.list'] = [
    { kind: 'allergies', subject: 'cli-1', draft: { allergies: 'maní' } },
  ]
  bridge.notify({ type: 'drafts.changed' })
  await expect.element(note()).toHaveValue('maní')
  await expect
    .element(page.getByText('Not saved yet. The kitchen still sees: mariscos'))
    .toBeVisible()
})

test('text that the host could not store is sent once it is reachable', async () => {
  const bridge = await open()
  bridge.refusals = { 'drafts.save': { code: 'unreachable' } }
  await note().fill('maní')
  await expect.poll(() => bridge.asked('drafts.save').length).toBeGreaterThan(0)
  bridge.refusals = {}
  const before = bridge.asked('drafts.save').length
  bridge.notify({ type: 'events.missed' })
  await expect
    .poll(() => bridge.asked('drafts.save').slice(before))
    .toMatchObject([{ subject: 'cli-1', draft: { allergies: 'maní' } }])
  await expect.element(note()).toHaveValue('maní')
})

test('guests that were forgotten elsewhere disappear from this screen, with their drafts', async () => {
  const bridge = await open(makeGuest({ allergies: 'mariscos' }))
  await note().fill('maní')
  await expect.poll(() => bridge.asked('drafts.save').length).toBeGreaterThan(0)
  bridge.answers['guests.get'] = makeGuest()
  bridge.drafts.clear()
  bridge.notify({ type: 'drafts.changed' })
  changeForgottenGuests(bridge)
  await expect.element(note()).toHaveValue('')
  await expect.element(page.getByText(/^Not saved yet/)).not.toBeInTheDocument()
})

test('a tag is on or off with one tap; a note is safe while it is typed, and saved with a button', async () => {
  const bridge = await open(makeGuest({ tags: ['vip'] }))
  await expect.element(button('VIP')).toHaveAttribute('aria-pressed', 'true')
  await button('Window').click()
  expect(bridge.asked('guests.setTags')).toEqual([{ clientId: 'cli-1', tags: ['vip', 'window'] }])
  bridge.answers['guests.get'] = makeGuest({ tags: ['window'] })
  bridge.notify({ type: 'guests.changed' })
  await expect.element(button('VIP')).toHaveAttribute('aria-pressed', 'false')
  const field = page.getByRole('textbox', { name: 'Note' })
  await field.fill('Mesa 7 ')
  await expect.element(page.getByText('Not saved yet.')).toBeVisible()
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ kind: 'guestNote', subject: 'cli-1', draft: { note: 'Mesa 7 ' } })
  await button('Save').click()
  expect(bridge.asked('guests.setNote')).toEqual([{ clientId: 'cli-1', note: 'Mesa 7' }])
  await expect.element(page.getByText('Note saved')).toBeVisible()
  await button('Discard').click()
  await expect.element(field).toHaveValue('')
})

test('visits and no-shows are beside the points; probable duplicates are suggested', async () => {
  const bridge = await openGuests()
  bridge.answers['tickets.favouriteDish'] = { name: 'Pastel de choclo', orders: 3, ofOrders: 4 }
  bridge.answers['guests.duplicates'] = [
    { clientId: 'cli-7', name: 'Ana N.', phoneShown: null, email: null, same: 'phone' },
  ]
  await page.getByRole('link', { name: 'Ana Ñandú' }).click()
  const visits = page.getByRole('region', { name: 'Visits' })
  await expect.element(visits.getByRole('table')).toBeVisible()
  const text = visits.element().textContent.replace(/\s+/g, ' ')
  expect(text).toContain('Visits by reservation3')
  expect(text).toContain('12, 13')
  await expect.element(visits.getByText('No-show', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Pastel de choclo (in 3 of 4 orders)')).toBeVisible()
  expect(bridge.asked('guests.visits')).toEqual([
    { clientId: 'cli-1', phone: '+56911112222', email: 'ana@example.com' },
  ])
  await expect.element(page.getByText(/Also in the list as Ana N\. \(same phone\)/)).toBeVisible()
  await page.getByRole('link', { name: 'Ana N.' }).click()
  expect(location.hash).toBe('#/guests/cli-7')
})

test('a table is booked for the guest, and a message written with an app of the device', async () => {
  await open()
  const booking = page.getByRole('link', { name: 'Book a table' })
  await expect.element(booking).toHaveAttribute('href', '#/reservations?guest=cli-1')
  const link = (name: string) => page.getByRole('link', { name })
  await expect.element(link('Message')).toHaveAttribute('href', 'sms:+56911112222')
  await expect.element(link('WhatsApp')).toHaveAttribute('href', 'https://wa.me/56911112222')
})

test('who is not in the program has no points, and is booked by phone', async () => {
  const stranger = { isMember: false, clientId: 'phone:56987654321', phone: '+56987654321' }
  await open(makeGuest({ ...stranger, serviceUserId: null, phoneToDial: null }))
  await expect.element(page.getByText('Not in the points program')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Book a table' }))
    .toHaveAttribute('href', '#/reservations?guest=%2B56987654321')
  await expect.element(page.getByRole('link', { name: 'Message' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Accepts messages')).not.toBeInTheDocument()
  await expect.element(page.getByText(/doesn’t share this guest’s points/)).not.toBeInTheDocument()
})
