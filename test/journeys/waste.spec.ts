import { openRoom } from './house.ts'
import { expect, test } from './store.ts'

test(
  'a manager sees what was thrown away on which days, looks at one ingredient alone, and saves the table',
  { tag: '@quick' },
  async ({ store }) => {
    const { page } = store
    await openRoom(page, 'Reports', 'Waste')
    await page.getByText('30 days', { exact: true }).click()
    const list = page.getByRole('table', { name: /^Waste records/ })
    const chart = page.getByRole('figure', { name: 'Records by day' })
    await expect(chart.getByRole('listitem')).toHaveCount(30)
    await expect(chart.locator('svg')).toBeVisible()

    const ingredients = page.getByRole('table', { name: 'By ingredient' })
    const first = ingredients.getByRole('row').nth(1)
    const often = Number(await first.getByRole('cell').nth(2).textContent())
    const name = (await first.getByRole('button').textContent())?.trim() ?? ''
    await first.getByRole('button').click()
    await page.getByText('Valid', { exact: true }).last().click()
    await expect(list.getByRole('row')).toHaveCount(often + 1)
    await expect(page.getByRole('figure')).toContainText(`${name} by day, in`)
    await page.getByRole('button', { name: 'All ingredients' }).click()
    await page.getByText('Voided', { exact: true }).last().click()
    await expect(list.getByText(/^Voided /).first()).toBeVisible()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Export CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^kitchen-pass-waste-/)
  },
)
