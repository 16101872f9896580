import { readFileSync } from 'node:fs'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { openRoom } from './house.ts'
import { expect, test, type Store } from './store.ts'

async function openFigures({ page }: Store): Promise<void> {
  await openRoom(page, 'Reports', 'Performance')
}

test(
  'a manager sees how the kitchen did today and over a shift, and saves the table',
  { tag: '@quick' },
  async ({ store }) => {
    const { page, practice, call } = store
    practice.startRush({ ordersPerMinute: 60, openWith: 6, maxOpen: 6 })
    await expect(page.getByRole('article').nth(3)).toBeVisible()
    practice.stopRush()
    const { value } = (await call('tickets.list', {})) as { value: TicketsSnapshot }
    const bumped = value.tickets.slice(0, 4)
    for (const { id } of bumped) await call('tickets.markReady', { ticketId: id, tapId: `t-${id}` })
    const [first] = bumped
    await call('tickets.recall', { ticketId: first?.id ?? '' })
    await call('tickets.markReady', { ticketId: first?.id ?? '', tapId: 'again' })

    await openFigures(store)
    await expect(page.getByText('1 time', { exact: true })).toBeVisible()
    const figures = page.getByRole('main').locator('dl')
    await expect(figures).toContainText('Orders bumped4')
    const chart = page.getByRole('figure', { name: /^Orders by hour/ })
    await expect(chart.locator('svg')).toBeVisible()
    const dish = first?.items[0]?.name ?? '?'
    await expect(page.getByRole('table', { name: 'By dish' })).toContainText(dish)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Export CSV/ }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain('\nrecalls,,,,,,,1,\n')

    await page.getByText('Yesterday', { exact: true }).click()
    await expect(page.getByText('No orders were bumped in this period')).toBeVisible()
    await page.getByRole('main').getByText('Shift', { exact: true }).first().click()
    const shift = page.getByRole('combobox', { name: 'Shift' })
    await expect(shift.getByRole('option')).toHaveCount(4)
    await shift.selectOption({ index: 1 })
    await expect(figures).toContainText('Orders bumped4')
  },
)
