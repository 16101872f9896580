import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

/** A Friday evening in Santiago. */
test.use({ startsAt: '2026-11-20T23:00:00.000Z' })

const table = (name: string, seats: number) => ({
  ...({ id: `t${name}`, name, seats, learned: false, shape: 'square', place: null } as const),
})
const plan = {
  sectors: [
    {
      ...{ id: 's1', name: 'Salón', fixtures: [] },
      tables: [table('1', 2), table('3', 4), table('5', 4)],
    },
  ],
}

async function open({ page, call }: Store): Promise<void> {
  expect(await call('reservations.savePlan', plan)).toMatchObject({ ok: true })
  await goTo(page, '/reservations')
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeVisible()
}
const dialog = (page: Page) => page.getByRole('dialog')

test('with the dialog open, two taps seat a walk-in; the next party is told how long it waits', async ({
  store,
}) => {
  const { page } = store
  await open(store)
  const tables: [string, RegExp][] = [
    ['2', /^1 /],
    ['3', /^3 /],
    ['4', /^5 /],
  ]
  for (const [guests, name] of tables) {
    await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
    await dialog(page).getByText(guests, { exact: true }).first().click()
    // The best table comes first.
    const best = dialog(page).getByRole('listitem').first().getByRole('button')
    await expect(best).toHaveAccessibleName(name)
    await best.click()
    await expect(dialog(page)).toBeHidden()
  }
  await page.getByRole('button', { name: 'Waiting list', exact: true }).click()
  await dialog(page).getByText('4', { exact: true }).first().click()
  await expect(
    dialog(page).getByText(/^Table [35] has been taken since 20:00, [34] guests/),
  ).toBeVisible()
  await expectAccessible(page, 'quoted-time')
  await dialog(page).getByRole('button', { name: '5 minutes more' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Ana Soto')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Waiting list', exact: true }).click()
  await dialog(page).getByText('4', { exact: true }).first().click()
  await expect(dialog(page).getByText(/1 party waits before\.$/)).toBeVisible()
  // A larger one fits at no single table.
  await dialog(page).getByText('6', { exact: true }).first().click()
  await expect(dialog(page).getByText(/^No table has 6 seats/)).toBeVisible()
})
