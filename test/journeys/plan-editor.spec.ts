import { goTo } from './go-to.ts'
import { expect, test } from './store.ts'

/** A Friday evening in Santiago. */
test.use({ startsAt: '2026-11-20T23:00:00.000Z' })

test('a manager draws the first tables, and another screen seats a walk-in at one', async ({
  store,
}) => {
  const { page } = store
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await goTo(page, '/reservations')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await button('Draw your tables').click()
  await button('Round table').click()
  await page.keyboard.press('Control+d')
  await button('Seats: one more').click()
  await button('Bar').click()
  const table = button(/^Table 2, 5 seats/)
  const box = await table.boundingBox()
  if (box === null) throw new Error('the table is not in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 120, { steps: 5 })
  await page.mouse.up()
  await expect(table).not.toHaveAccessibleName(/row 3$/)
  const place = await table.textContent()
  await button('Save').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // Whoever opens the drawing again finds it as it was left.
  await button('More').click()
  await button('Tables').click()
  await expect(table).toHaveText(place ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await other.getByRole('button', { name: /^Table 2,/ }).click()
  await other.getByRole('button', { name: '5 guests' }).click()
  await expect(
    page.getByRole('button', { name: /^Table 2, 5 seats. Seated, Walk-in/ }),
  ).toBeVisible()
})
