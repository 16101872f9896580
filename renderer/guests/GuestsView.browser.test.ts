import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextTick } from 'vue'
import { closeGuests, makeGuestList, makeRow, openGuests } from '../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.useRealTimers()
  closeGuests()
})

const search = () => page.getByRole('searchbox')
const rows = () => page.getByRole('main').getByRole('listitem').getByRole('link')
const row = (name: string | RegExp) => page.getByRole('link', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const luis = makeRow({ clientId: 'cli-2', name: 'Luis Soto' })

test('a row shows contact, points and last visit, also to screen readers', async () => {
  const nobody = makeRow({
    clientId: 'cli-3',
    name: null,
    phone: null,
    phoneShown: null,
    email: null,
    pointsBalance: null,
    lastOrder: null,
  })
  await openGuests({ list: makeGuestList([makeRow(), nobody], { total: 3000, leftOut: 2 }) })
  await expect
    .element(row('Ana Ñandú'))
    .toHaveAccessibleDescription(
      '+56 9 1111 2222 ana@example.com 1,250 points last order 3 Oct 2026',
    )
  await expect
    .element(row('No name'))
    .toHaveAccessibleDescription('No phone or e-mail – points no orders yet')
  await expect.element(page.getByText('3,000 guests')).toBeInTheDocument()
  await expect.element(page.getByText(/^2 guests couldn’t be read/)).toBeVisible()
})

test('a search asks once, after a pause, for what is written', async () => {
  const bridge = await openGuests()
  await expect.element(row(/Ana/)).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  bridge.answers['guests.list'] = makeGuestList([])
  const field = search().element() as HTMLInputElement
  // Each letter comes within the search's delay after the previous one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const sentence of ['l', 'lu', 'lui', 'luis ', 'luis']) {
    field.value = sentence
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
    vi.advanceTimersByTime(249)
  }
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.element(page.getByText('No results for “luis”')).toBeVisible()
  expect(bridge.asked('guests.list')).toEqual([
    { text: '', page: 1 },
    { text: 'luis', page: 1 },
  ])
  bridge.answers['guests.list'] = makeGuestList()
  await search().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveValue('')
  await expect.element(row(/Ana/)).toBeVisible()
  expect(bridge.asked('guests.list').at(-1)).toEqual({ text: '', page: 1 })
})

test('by name, last order or points, and of one status: from the first page, with nothing of the choice before', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  await button('Next page').click()
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  bridge.answers['guests.list'] = makeGuestList([luis])
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Most points')
  await expect.element(row(/Luis/)).toBeVisible()
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  expect(bridge.asked('guests.list').at(-1)).toEqual({ text: '', page: 1, order: 'points' })
  bridge.answers['guests.list'] = makeGuestList([], { statuses: ['active', 'vip'] })
  const statuses = page.getByRole('combobox', { name: 'Status' })
  await statuses.selectOptions('Inactive')
  await expect.element(page.getByText('No guests with this status')).toBeVisible()
  expect(bridge.asked('guests.list').at(-1)).toEqual({
    text: '',
    page: 1,
    order: 'points',
    status: 'inactive',
  })
  // A status without a translation is shown as the platform sends it.
  expect((statuses.element() as HTMLSelectElement).innerText).toContain('vip')
  bridge.answers['guests.list'] = makeGuestList()
  await button('Show all').click()
  await expect.element(row(/Ana/)).toBeVisible()
})

test('while another page is fetched the last one stays; under another order nothing of the one before does', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  await expect.element(row(/Ana/)).toBeVisible()
  const asked = bridge.hold('guests.list')
  await button('Next page').click()
  await asked.next()
  await expect.element(row(/Ana/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Most points')
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  await (await asked.next()).answer(makeGuestList([luis]))
  await expect.element(row(/Luis/)).toBeVisible()
})

test('the page says if only a page is sorted or the platform ignores the filter', async () => {
  const large = makeGuestList([makeRow()], { sorted: 'page', isFiltered: false, total: 9000 })
  await openGuests({ list: large })
  await expect.element(page.getByText(/^Only this page is sorted/)).toBeVisible()
  await expect.element(page.getByText(/^The platform didn’t apply this filter/)).toBeVisible()
})

test('an answer to an older question is not shown over a newer one', async () => {
  const bridge = await openGuests()
  await expect.element(row(/Ana/)).toBeVisible()
  const asked = bridge.hold('guests.list')
  await search().fill('ana')
  const ana = await asked.next()
  await search().fill('luis')
  await (await asked.next()).answer(makeGuestList([luis]))
  await expect.element(row(/Luis/)).toBeVisible()
  await ana.answer(makeGuestList([makeRow()]))
  expect(rows().elements()).toHaveLength(1)
  await expect.element(row(/Luis/)).toBeVisible()
})

test('a list that never came has a way out; one that is old says so', async () => {
  const bridge = await openGuests({ list: makeGuestList([]) })
  await expect.element(page.getByText('No guests yet')).toBeVisible()
  bridge.answers['guests.list'] = makeGuestList()
  bridge.notify({ type: 'events.missed' })
  await expect.element(row(/Ana/)).toBeVisible()
  bridge.refusals = { 'guests.list': { code: 'unreachable' } }
  bridge.notify({ type: 'events.missed' })
  await expect.element(page.getByText(/^No answer/)).toBeVisible()
  await expect.element(row(/Ana/)).toBeVisible()
  // Guests of another store must disappear at once.
  bridge.notify({ type: 'host.replaced' })
  await expect.element(page.getByText('Couldn’t load the guests')).toBeVisible()
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(row(/Ana/)).toBeVisible()
})

test('pages are turned, and a new search begins on the first', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  await expect.element(button('Previous page')).toBeDisabled()
  await button('Next page').click()
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  expect(bridge.asked('guests.list').at(-1)).toEqual({ text: '', page: 2 })
  bridge.answers['guests.list'] = makeGuestList([luis], { hasMore: false, total: 120 })
  await button('Next page').click()
  await expect.element(button('Next page')).toBeDisabled()
  await search().fill('x')
  await expect.poll(() => bridge.asked('guests.list').at(-1)).toEqual({ text: 'x', page: 1 })
})

test('without a total, pages continue while there are more', async () => {
  await openGuests({ list: makeGuestList([makeRow()], { hasMore: true, total: null }) })
  await expect.element(page.getByText('Page 1', { exact: true })).toBeVisible()
  await button('Next page').click()
  await expect.element(page.getByText('Page 2', { exact: true })).toBeVisible()
})

test('by the keyboard alone: down to a guest, into them, and back to where one was', async () => {
  await page.viewport(1024, 768)
  await openGuests({ list: makeGuestList([luis, makeRow()]) })
  await expect.element(row(/Ana/)).toBeVisible()
  await userEvent.keyboard('/{ArrowDown}{ArrowDown}')
  await expect.element(row(/Ana/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Ana Ñandú', level: 2 })).toHaveFocus()
  await expect.element(search()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(row(/Ana/)).toHaveFocus()
  expect(location.hash).toBe('#/guests')
})

test('on a wide screen the list stays beside the guest; the counter exports nothing', async () => {
  await openGuests({ address: '/guests/cli-1', role: 'counter' })
  await expect.element(page.getByRole('heading', { name: 'Ana Ñandú', level: 2 })).toBeVisible()
  await expect.element(row(/Ana/)).toHaveAttribute('aria-current', 'page')
  await expect.element(button('Points program')).toBeVisible()
  await expect.element(button('Export')).not.toBeInTheDocument()
})
