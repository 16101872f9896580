import type { Locator } from '@playwright/test'
import { burger, isOffered, openBoard, stockOf, switchOf, updates } from './board.ts'
import { expect, test, type Store } from './store.ts'

const wire = 'product:prd-hamburguesa-clasica'
const bystander = { wire: 'product:prd-hamburguesa-doble', name: 'Hamburguesa doble' }

async function choices({ page }: Store): Promise<Locator> {
  await page.getByRole('button', { name: `More for ${burger.name}`, exact: true }).click()
  return page.getByRole('dialog', { name: burger.name })
}

/**
 * Changes another item completely. Anything else that was to be sent would have arrived by then.
 */
async function sellBystanderOut(store: Store): Promise<void> {
  await switchOf(store, bystander.name).click()
  await expect(switchOf(store, bystander.name)).toHaveAccessibleDescription(/\bconfirmed/)
}

// In Santiago clocks jump from 24:00 to 1:00 in the night to 6 September, and back from 24:00 to
// 23:00 in the night to 5 April.
for (const { title, startsAt, choose, chosen, says, until, after, isSoon = false } of [
  {
    title: 'two hours across the hour that is skipped',
    startsAt: '2026-09-06T03:30:00.000Z',
    choose: '2 hours',
    chosen: 'until tomorrow 02:30',
    says: 'Sun 02:30',
    until: '2026-09-06T05:30',
    after: '2026-09-06T05:32:00.000Z',
  },
  {
    title: 'two hours across the hour that comes twice',
    startsAt: '2026-04-05T02:30:00.000Z',
    choose: '2 hours',
    chosen: 'until tomorrow 00:30',
    says: 'Sun 00:30',
    until: '2026-04-05T04:30',
    after: '2026-04-05T04:32:00.000Z',
  },
  {
    title: 'a time in the second round of the hour that comes twice',
    startsAt: '2026-04-05T03:30:00.000Z',
    choose: 'Until 23:45',
    chosen: 'today',
    says: '23:45',
    until: '2026-04-05T03:45',
    after: '2026-04-05T03:46:00.000Z',
    isSoon: true,
  },
])
  test.describe(title, () => {
    test.use({ startsAt })
    test('the board shows the store’s time, the platform gets the instant, and it comes back by itself', async ({
      store,
    }) => {
      const { page, practice } = store
      await expect(page.getByText(/^23:3\d$/)).toBeVisible()
      await openBoard(store)
      const dialog = await choices(store)
      const time = dialog.getByRole('group', { name: 'Until a time' })
      await time.getByRole('spinbutton', { name: 'Hour' }).click()
      await page.keyboard.type('2345')
      const choice = dialog.getByRole('button', { name: choose })
      await expect(choice).toContainText(chosen)
      await choice.click()
      if (isSoon) await page.getByRole('button', { name: `Sold out until ${says}` }).click()
      const own = switchOf(store, burger.name)
      await expect(own).toHaveAccessibleDescription(
        new RegExp(`^Sold out until ${says}\\b.*\\bconfirmed`),
      )
      const record = practice.stock().find(({ productExternalId: id }) => id === burger.id)
      expect(record?.untilDate).toContain(until)

      store.sleepUntil(after)
      await expect(own).toBeChecked()
      await expect(own).toHaveAccessibleDescription(/^On sale/)
      expect(await isOffered(practice, burger.id)).toBe(true)
      await sellBystanderOut(store)
      expect(updates(practice)).toEqual({ [wire]: 1, [bystander.wire]: 1 })
    })
  })

test.describe('what is over before the connection is back', () => {
  test.use({ startsAt: '2026-09-06T03:30:00.000Z' })
  test('is not sent any more', async ({ store }) => {
    const { practice } = store
    await openBoard(store)
    practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
    const dialog = await choices(store)
    await dialog.getByRole('button', { name: '1 hour' }).click()
    const own = switchOf(store, burger.name)
    await expect(own).toHaveAccessibleDescription(/^Sold out until Sun 01:30\b.*\bwaiting/)

    store.sleepUntil('2026-09-06T04:32:00.000Z')
    await expect(own).toBeChecked()
    // The request in flight is rejected; then nothing is left to be sent.
    await expect
      .poll(() => store.call('status.get', {}))
      .toMatchObject({ value: { outbox: { pending: 0 } } })
    practice.behave()
    await sellBystanderOut(store)
    expect(updates(practice)).toEqual({ [bystander.wire]: 1 })
    expect(stockOf(practice, burger.id)).toBeUndefined()
  })
})
