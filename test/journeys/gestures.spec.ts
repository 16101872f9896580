import type { Locator } from '@playwright/test'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

/** A Friday evening in Santiago. */
test.use({ startsAt: '2026-11-20T23:00:00.000Z' })

const sectorId = 'rsec-salon'
const place = (nth: number) => ({ x: 2 + nth * 6, y: 2, turn: 0 })
const tables = ['1', '2', '3', '4', '5'].map((name, nth) => ({
  ...{ id: `rtbl-${name}`, name, seats: 4, learned: false, shape: 'square' as const },
  place: place(nth),
}))
const plan = { sectors: [{ id: sectorId, name: 'Salón', tables, fixtures: [] }] }
/** The floor plan, and how often a person touched it. */
async function open({ page, call }: Store) {
  expect(await call('reservations.savePlan', plan)).toMatchObject({ ok: true })
  await goTo(page, '/reservations?view=plan')
  const table = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^Table ${name}, 4 seats`) })
  await expect(table('1')).toBeVisible()
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (box === null) throw new Error('not in sight')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  let touches = 0
  return {
    table,
    /** Since it was asked last. */
    touches(): number {
      const counted = touches
      touches = 0
      return counted
    },
    async tap(locator: Locator): Promise<void> {
      touches += 1
      await locator.click()
    },
    async drag(from: Locator, to: Locator): Promise<void> {
      touches += 1
      const [start, end] = [await middle(from), await middle(to)]
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 12, start.y + 12)
      await page.mouse.move(end.x, end.y, { steps: 5 })
      await page.mouse.up()
    },
  }
}

test('a walk-in and a waiting party sit with two taps, move with one drag, join with one drag or two taps', async ({
  store,
}) => {
  const { page } = store
  const { table, tap, drag, touches } = await open(store)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  // A walk-in at a free table.
  await tap(table('1'))
  await tap(button('2 guests'))
  await expect(table('1')).toHaveAccessibleName(/Seated, Walk-in \(2\)/)
  expect(touches()).toBe(2)

  // A party of the waiting list, and the message that its table is ready.
  await tap(button('Waiting list'))
  const dialog = page.getByRole('dialog')
  await tap(dialog.getByText('6', { exact: true }).first())
  await expect(dialog.getByText(/^No table has 6 seats/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Eva')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+56 9 6123 4567')
  await tap(dialog.getByRole('button', { name: /^Add/ }))
  await expect(dialog).toBeHidden()
  expect(touches()).toBe(3)
  await tap(button('Message to Eva'))
  const link = page.getByRole('link', { name: 'SMS' })
  await expect(link).toHaveAttribute('href', /^sms:\+56961234567\?/)
  await tap(link)
  await expect(page.getByRole('dialog').getByText(/SMS/).last()).toBeVisible()
  expect(touches()).toBe(2)
  await page.keyboard.press('Escape')
  await tap(button('Seat'))
  await tap(table('3'))
  await expect(table('3')).toHaveAccessibleName(/Seated, Eva \(6\)/)
  expect(touches()).toBe(2)

  // To another table.
  await drag(table('3'), table('4'))
  await expect(table('4')).toHaveAccessibleName(/Seated, Eva \(6\)/)
  await expect(table('3')).toHaveAccessibleName(/Free/)
  expect(touches()).toBe(1)

  // A second table for them, with one drag; undone; with two taps.
  await drag(table('5'), table('4'))
  await expect(table('5')).toHaveAccessibleName(/Joined: /)
  expect(touches()).toBe(1)
  await button('Undo').last().click()
  await expect(table('5')).toHaveAccessibleName(/Free/)
  await tap(table('4'))
  await tap(button('Join 5'))
  await expect(table('5')).toHaveAccessibleName(/Joined: /)
  expect(touches()).toBe(2)
  await tap(table('4'))
  await tap(button('Part tables'))
  await expect(table('5')).toHaveAccessibleName(/Free/)
  await expect(table('4')).toHaveAccessibleName(/Seated, Eva \(6\)/)
  expect(touches()).toBe(2)
})

test('the platform assigns another table than was asked for: everything shows it, and a person may choose again', async ({
  store,
}) => {
  const { page, practice } = store
  const { table, drag } = await open(store)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  practice.assignTables(['rtbl-4'])
  await button('New reservation').click()
  const intake = page.getByRole('region', { name: 'New reservation' })
  await intake.getByText('4', { exact: true }).first().click()
  await intake.getByRole('button', { name: '21:00' }).click()
  await intake.getByRole('combobox', { name: 'Name' }).fill('Noa')
  await intake.getByRole('combobox', { name: 'Phone' }).fill('+56 9 6123 4567')
  await intake.getByRole('button', { name: /^2 / }).click()
  await intake.getByRole('button', { name: /^Book/ }).click()
  await expect(page.locator('[data-state="confirmed"]')).toContainText(
    'The platform assigned Table 4 instead of Table 2.',
  )
  await page.locator('[data-state]').getByRole('button', { name: 'Close' }).click()
  await expect(table('4')).toHaveAccessibleName(/Noa/)
  await expect(table('2')).toHaveAccessibleName(/Free/)
  const row = page.getByRole('button', { name: /Noa/ }).first()
  await expect(page.getByText('Other table').first()).toBeVisible()
  await row.click()
  await expect(
    page.getByText('The platform assigned Table 4 instead of Table 2.', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByText('Time line', { exact: true }).click()
  await expect(
    page.getByRole('region', { name: '4', exact: true }).getByRole('button', { name: /Noa/ }),
  ).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('button', { name: /Noa.*Table 4/ })).toContainText('Other table')
  await page.getByText('Floor plan', { exact: true }).click()

  // Our own table is ours: one drag, and nothing is said any more.
  await drag(row, table('2'))
  await expect(table('2')).toHaveAccessibleName(/Noa/)
  await expect(page.getByText('Other table')).toHaveCount(0)
  expect(practice.reservations()).toHaveLength(1)
})
