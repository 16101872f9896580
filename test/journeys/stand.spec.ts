import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { fillEvening, opens } from './friday-evening.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

test.use({ startsAt: opens })

const table = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Table ${name},`) })
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for a table' })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

async function openStand(store: Store): Promise<void> {
  await fillEvening(store)
  await goTo(store.page, '/reservations')
  await expect(waiting(store.page).getByRole('listitem')).toHaveCount(12)
}

/** Another window of the same screen. */
async function openSecond({ page }: Store): Promise<Page> {
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(waiting(second).getByRole('listitem')).toHaveCount(12)
  return second
}

test('a full evening: two taps and an answer seat, two windows agree, and everybody stays in sight', async ({
  store,
}) => {
  test.setTimeout(300_000)
  await openStand(store)
  const { page } = store
  const second = await openSecond(store)
  // A waiting party is seated with two taps; both windows show it.
  await table(page, '1').click()
  await page.getByRole('button', { name: 'Left', exact: true }).click()
  await expect(toast(page, 'Renata Fuentes (2) left')).toBeVisible()
  await waiting(page).getByRole('button', { name: 'Seat', exact: true }).first().click()
  await table(page, '1').click()
  // It is reserved for the second turn, so it asks.
  await page.getByRole('button', { name: 'Seat anyway' }).click()
  await expect(table(page, '1')).toContainText(/Renata Fuentes \(2\)/)
  await expect(table(second, '1')).toContainText(/Renata Fuentes \(2\)/)
  await expect(waiting(second).getByRole('listitem')).toHaveCount(11)

  // Seated guests count, and stand on the time line and in the list.
  await page.getByText('Time line', { exact: true }).click()
  await expectAccessible(page, 'stand-day')
  const line = page.getByRole('region', { name: '1', exact: true })
  await expect(line.getByRole('button', { name: /Renata Fuentes.*Seated/ }).first()).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expectAccessible(page, 'stand-list')
  await expect(
    page.getByRole('button', { name: /Renata Fuentes.*Table 1.*Seated/ }).first(),
  ).toBeVisible()
  await page.getByText('Floor plan', { exact: true }).click()

  // The other window seats the next party at the same table: it can't.
  await waiting(second).getByRole('button', { name: 'Seat', exact: true }).first().click()
  await expect(table(second, '1')).toHaveAttribute('aria-disabled', 'true')
  await second.getByRole('button', { name: 'Cancel', exact: true }).click()

  // A restart keeps everything.
  await second.close()
  await store.restart('hard')
  await goTo(store.page, '/reservations')
  await expect(table(store.page, '1')).toContainText(/Renata Fuentes \(2\)/)
  await expect(waiting(store.page).getByRole('listitem')).toHaveCount(11)
  await expectAccessible(store.page, 'stand')
  // The lists scroll, and the page does not.
  const { scrollHeight, clientHeight } = await store.page.evaluate<{
    scrollHeight: number
    clientHeight: number
  }>(
    '(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))(document.documentElement)',
  )
  expect(scrollHeight).toBe(clientHeight)
})

test('ten minutes without the platform: guests are seated and booked, and nothing is lost', async ({
  store,
}) => {
  test.setTimeout(300_000)
  await openStand(store)
  const { page, practice, call } = store
  practice.misbehave({ path: '', kind: 'status', status: 401 })
  await table(page, '2').click()
  await page.getByRole('button', { name: 'Left', exact: true }).click()
  await waiting(page).getByRole('button', { name: 'Seat', exact: true }).nth(3).click()
  await table(page, '2').click()
  await page.getByRole('button', { name: 'Seat anyway' }).click()
  await expect(table(page, '2')).toContainText(/Trinidad Mansilla \(2\)/)
  const before = practice.reservations().length
  const booking = {
    ...{ startsAt: '2026-11-21T23:30:00.000Z', durationMinutes: 90, partySize: 2, sectorId: null },
    ...{ firstName: 'Ana', lastName: 'Soto', phone: '+56 9 6123 4567', email: '', tableIds: [] },
    ...{ occasion: null, requests: '', allergies: '', clientId: null },
  }
  expect(
    await call('reservations.create', {
      ...{ tapId: 'offline', kind: 'booked', booking, quotedMinutes: null },
      accepted: ['closed-day', 'closed-then'],
    }),
  ).toMatchObject({ ok: true })
  store.sleepUntil('2026-11-20T23:57:00.000Z')
  practice.behave()
  await call('connection.resume', {})
  await expect(table(page, '2')).toContainText(/Trinidad Mansilla \(2\)/)
  await expect(waiting(page).getByRole('listitem')).toHaveCount(11)
  // Whoever sits here is our matter only; the booking goes out.
  await expect.poll(() => practice.reservations().length).toBe(before + 1)
  expect(practice.reservations()[0]).toMatchObject({ clientData: { firstName: 'Ana' } })
})
