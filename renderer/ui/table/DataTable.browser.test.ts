import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import DataTable from './DataTable.vue'

afterEach(unmountComponent)

interface Row {
  id: number
  name: string
}

const columns = [
  { key: 'name', title: 'Item' },
  { key: 'orders', title: 'Orders', numeric: true },
] as const

const open = (rows: Row[]) =>
  mountComponent(() =>
    h(
      DataTable<Row, 'name' | 'orders'>,
      { caption: 'Sold out', columns, rows, empty: 'Nothing today.' },
      {
        name: ({ row }: { row: Row }) => h('strong', row.name),
        orders: ({ row }: { row: Row }) => String(row.id),
      },
    ),
  )
const many = Array.from({ length: 40 }, (_, id) => ({ id, name: `Dish ${String(id)}` }))
const cells = () => page.getByRole('row').nth(1).getByRole('cell').elements()

test('a table by its caption, with a heading for each column; without rows a sentence', async () => {
  await page.viewport(1024, 768)
  await open(many)
  await expect.element(page.getByRole('table', { name: 'Sold out' })).toBeVisible()
  const headings = page.getByRole('columnheader').elements()
  expect(headings.map(({ textContent }) => textContent.trim())).toEqual(['Item', 'Orders'])
  expect(cells().map(({ textContent }) => textContent)).toEqual(['Dish 0', '0'])
  unmountComponent()
  await open([])
  await expect.element(page.getByText('Nothing today.')).toBeVisible()
  expect(page.getByRole('table').elements()).toHaveLength(0)
})

test('the keyboard scrolls it within itself, and the headings stay', async () => {
  await page.viewport(1024, 768)
  await open(many)
  await userEvent.keyboard('{Tab}')
  const frame = page.getByRole('group', { name: 'Sold out' })
  await expect.element(frame).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText('Dish 39')).toBeInViewport()
  await expect.element(page.getByRole('columnheader', { name: 'Orders' })).toBeInViewport()
  expect(document.documentElement.scrollTop).toBe(0)
})

test('on a narrow screen a row is a card: its first value is the title, the others have a name', async () => {
  await page.viewport(390, 844)
  await open(many)
  const [name, orders] = cells()
  const top = (element: Element | undefined) => element?.getBoundingClientRect().top ?? 0
  expect(top(orders)).toBeGreaterThan(top(name))
  const nameBefore = (cell: Element | undefined) =>
    getComputedStyle(cell ?? document.body, '::before').content
  expect(nameBefore(name)).toBe('none')
  expect(nameBefore(orders)).toContain('Orders')
  const frame = page.getByRole('group', { name: 'Sold out' }).element()
  expect(frame.scrollWidth).toBe(frame.clientWidth)
})
