import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

// A reservation on the night when the clocks change: https://www.iana.org/time-zones has the nights.

const intake = (page: Page) => page.getByRole('region', { name: 'New reservation' })
const created = ({ practice }: Store): number[] =>
  practice
    .reservations()
    .map(({ startsAt }) => Date.parse(startsAt))
    .toSorted((one, other) => one - other)

/** Opens the form on the evening, and types two guests and a time. */
async function type({ page }: Store, name: string, time: string): Promise<void> {
  await page.keyboard.press('n')
  await expect(intake(page).getByRole('textbox', { name: 'Guests', exact: true })).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type(time)
  await intake(page).getByRole('combobox', { name: 'Name' }).fill(name)
  await intake(page).getByRole('combobox', { name: 'Phone' }).fill('+56 9 6123 4567')
}
/** Books; the form may first say that the restaurant is closed then. */
async function submit({ page }: Store): Promise<void> {
  const confirmed = page.locator('[data-state="confirmed"]')
  const button = intake(page).getByRole('button', { name: /^Book/ })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(confirmed).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await confirmed.getByRole('button', { name: 'Close' }).click()
}
/** The evening as a list. */
async function openList({ page }: Store, day: string): Promise<void> {
  await goTo(page, `/reservations?day=${day}&view=list`)
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeVisible()
}

for (const { zone, noon, day, typed, time, first } of [
  {
    zone: 'America/Santiago',
    noon: '2027-04-03T15:00:00.000Z',
    day: '2027-04-03',
    typed: '2330',
    time: '23:30',
    first: '2027-04-04T02:30:00.000Z',
  },
  {
    zone: 'Europe/Madrid',
    noon: '2027-10-30T10:00:00.000Z',
    day: '2027-10-30',
    typed: '0230',
    time: '02:30',
    first: '2027-10-31T00:30:00.000Z',
  },
])
  test.describe(`the clocks go back in ${zone}`, () => {
    test.use({ timeZone: zone, startsAt: noon })

    test('a time that comes twice is asked about; both are booked, and stand in their order', async ({
      store,
    }) => {
      const { page } = store
      await openList(store, day)
      await type(store, 'Eva Soto', typed)
      await expect(
        intake(page).getByText(
          `The clocks go back this night, so ${time} comes twice. The first one is booked.`,
        ),
      ).toBeVisible()
      await expectAccessible(page, 'twice')
      await submit(store)
      await expect.poll(() => created(store)).toEqual([Date.parse(first)])

      await type(store, 'Noa Vega', typed)
      await intake(page).getByText('The second', { exact: true }).click()
      await submit(store)
      const second = Date.parse(first) + 3_600_000
      await expect.poll(() => created(store)).toEqual([Date.parse(first), second])

      // Both belong to the evening that began, also the one after midnight.
      await openList(store, day)
      const rows = page.getByRole('button', { name: new RegExp(`${time}.*(Eva Soto|Noa Vega)`) })
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toHaveAccessibleName(/Eva Soto/)
      await expect(rows.last()).toHaveAccessibleName(/Noa Vega/)
      await goTo(page, `/reservations?day=${day}&view=day`)
      const boxes = await Promise.all(
        ['Eva Soto', 'Noa Vega'].map(async (name) => {
          const one = page
            .getByRole('group', { name: 'Schedule by table' })
            .getByRole('button', { name: new RegExp(name) })
          await expect(one).toBeAttached()
          return (await one.boundingBox())?.x ?? 0
        }),
      )
      expect(boxes[0]).toBeLessThan(boxes[1] ?? 0)
    })
  })

for (const { zone, noon, day, nextDay, typed, sentence, next, startsAt } of [
  {
    zone: 'America/Santiago',
    noon: '2027-09-04T16:00:00.000Z',
    day: '2027-09-04',
    nextDay: '2027-09-05',
    typed: '0030',
    sentence: '00:30 doesn’t exist. Choose 01:00 or later.',
    next: '0100',
    startsAt: '2027-09-05T04:00:00.000Z',
  },
  {
    zone: 'Europe/Madrid',
    noon: '2027-03-27T11:00:00.000Z',
    day: '2027-03-27',
    nextDay: '2027-03-28',
    typed: '0230',
    sentence: '02:30 doesn’t exist. Choose 03:00 or later.',
    next: '0300',
    startsAt: '2027-03-28T01:00:00.000Z',
  },
])
  test.describe(`the clocks go forward in ${zone}`, () => {
    test.use({ timeZone: zone, startsAt: noon })

    test('a time that doesn’t exist is said before booking, and not booked; the next one is', async ({
      store,
    }) => {
      const { page } = store
      await openList(store, day)
      await type(store, 'Eva Soto', typed)
      const skipped = intake(page).getByText(`The clocks go forward this night: ${sentence}`)
      await expect(skipped).toBeVisible()
      await intake(page).getByRole('button', { name: /^Book/ }).click()
      await expect(intake(page).getByRole('spinbutton', { name: 'Hour' })).toBeFocused()
      expect(created(store)).toEqual([])
      await page.keyboard.type(next)
      await expect(skipped).toBeHidden()
      await submit(store)
      await expect.poll(() => created(store)).toEqual([Date.parse(startsAt)])
      // It stands in the evening that began, not in the next day's list.
      await openList(store, nextDay)
      await expect(page.getByText('No reservations on this day')).toBeVisible()
      await openList(store, day)
      const row = page.getByRole('button', { name: /Eva Soto/ })
      await expect(row.first()).toBeVisible()
      await expect(row.first()).toHaveAccessibleName(
        new RegExp(`${next.slice(0, 2)}:${next.slice(2)}`),
      )
    })
  })
