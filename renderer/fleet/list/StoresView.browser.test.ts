import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fleetStatus, fleetStore, openFleet } from '../../test-support/open-fleet.ts'

type Fleet = Awaited<ReturnType<typeof openFleet>>
let fleet: Fleet | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => fleet?.close())

const button = (name: RegExp) => page.getByRole('button', { name })
const head = (name: string) => page.getByRole('columnheader', { name })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const plain = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' ')
const names = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('.row-link')].map(({ textContent }) =>
    textContent.trim(),
  )

const stores = [
  fleetStore('Alto', {
    ...{ region: 'Norte', tags: ['Airport', 'Drive-thru'] },
    status: fleetStatus({ openTickets: 3, diskFreeMb: 9_000 }),
  }),
  fleetStore('Bajo', {
    ...{ region: 'Sur', tags: ['Airport'] },
    status: fleetStatus({ openTickets: 12, diskFreeMb: 700_000 }),
  }),
  fleetStore('Centro', {
    ...{ state: 'silent', troubles: ['silent'], status: fleetStatus({ openTickets: 7 }) },
  }),
]

test('stores are found by region and by tags', async () => {
  fleet = await openFleet('', { stores })
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
  await expect.poll(() => plain(row('Alto').query()?.textContent)).toMatch('Norte')
  await page.getByRole('combobox', { name: 'Region' }).selectOptions('Sur')
  await expect.poll(names).toEqual(['Bajo'])
  await page.getByRole('combobox', { name: 'Region' }).selectOptions('')
  await button(/^Airport$/).click()
  await expect.poll(names).toEqual(['Alto', 'Bajo'])
  await button(/^Drive-thru$/).click()
  await expect.poll(names).toEqual(['Alto'])
  await expect.element(button(/^Drive-thru$/)).toHaveAttribute('aria-pressed', 'true')
  const csv = page.getByRole('link', { name: 'Download as CSV' })
  await expect.element(csv).toHaveAttribute('href', 'stores.csv?tags=Airport%0ADrive-thru')
})

test('the head of a column sorts the table, turns it round, and gives the usual order back', async () => {
  fleet = await openFleet('', { stores })
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
  await expect.element(head('State')).toHaveAttribute('aria-sort', 'ascending')
  await button(/^Open \/ late$/).click()
  await expect.poll(names).toEqual(['Bajo', 'Centro', 'Alto'])
  await expect.element(head('Open / late')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(head('State')).not.toHaveAttribute('aria-sort')
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Alto', 'Centro', 'Bajo'])
  fleet.change([fleetStore('Bajo', { status: fleetStatus({ openTickets: 1 }) })])
  await expect.poll(names).toEqual(['Bajo', 'Alto', 'Centro'])
  await userEvent.keyboard(' ')
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
  await expect.element(head('State')).toHaveAttribute('aria-sort', 'ascending')
})

test('on a phone a list sorts the stores', async () => {
  await page.viewport(390, 844)
  fleet = await openFleet('', { stores })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Store')
  await expect.poll(names).toEqual(['Alto', 'Bajo', 'Centro'])
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('In trouble first')
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
})

test('sales and covers are columns once a store shares them', async () => {
  fleet = await openFleet('', { stores })
  await expect.poll(names).toHaveLength(3)
  await expect.element(head('Sales today')).not.toBeInTheDocument()
  const status = fleetStatus({
    ...{ salesToday: { amount: 1_284_550, currency: 'CLP' }, coversToday: 84 },
  })
  fleet.change([fleetStore('Bajo', { status })])
  await expect.element(head('Sales today')).toBeVisible()
  await expect.poll(() => plain(row('Bajo').query()?.textContent)).toMatch('CLP 1,284,550')
  await button(/^Covers$/).click()
  await expect.poll(names).toEqual(['Bajo', 'Alto', 'Centro'])
})

test('a pasted list shows its stores, and says what it didn’t find', async () => {
  fleet = await openFleet('', { stores })
  await button(/^Paste a list$/).click()
  const field = page.getByRole('textbox', { name: /^Names or IDs/ })
  await expect.element(field).toHaveFocus()
  await button(/^Show these stores$/).click()
  await expect.element(page.getByText('Paste at least one name or ID.')).toBeVisible()
  await field.fill('Lota')
  await button(/^Show these stores$/).click()
  await expect.element(page.getByText(/None of these names or IDs/)).toBeVisible()
  await field.fill('bajo\tLota\ncentro, Arauco')
  await button(/^Show these stores$/).click()
  await expect.poll(names).toEqual(['Centro', 'Bajo'])
  const note = () =>
    plain(page.getByRole('status').filter({ hasText: 'Not found' }).query()?.textContent)
  await expect.poll(note).toMatch(/Not found \(2\): ?Lota ?Arauco/)
  await button(/^Remove the list$/).click()
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
  await expect.poll(note).toBe('')
})

test('a store that is closed is no trouble', async () => {
  const closed = fleetStore('Dormida', { state: 'closed', seenAt: Date.now() - 9 * 3_600_000 })
  fleet = await openFleet('', { stores: [...stores, closed] })
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo', 'Dormida'])
  await expect.poll(() => plain(button(/^Closed/).query()?.textContent)).toMatch(/Closed ?1/)
  expect(document.title).toBe('(1) Gran Sabor')
  await row('Dormida').getByRole('link').click()
  await expect.element(page.getByText(/Closed by its opening hours\. .* 9 h ago\./)).toBeVisible()
})

test('the first stores are there before the others, which come in lines', async () => {
  const all = Array.from({ length: 300 }, (_, nth) => fleetStore(`Store ${String(nth + 100)}`))
  fleet = await openFleet('', { stores: all, first: 30 })
  await expect.poll(() => names().length).toBeGreaterThan(3)
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '301')
  await expect.element(page.getByText('300 stores', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^Map of 300 stores/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{End}')
  await expect.element(page.getByRole('link', { name: 'Store 399' })).toHaveFocus()
})
