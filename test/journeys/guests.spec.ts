import type { Locator } from '@playwright/test'
import { openRoom } from './house.ts'
import { readFileSync } from 'node:fs'
import type { GuestExport, GuestList } from '#contract/guests/guests.ts'
import { expect, test, type Store } from './store.ts'

async function openGuests({ page }: Store): Promise<void> {
  await openRoom(page, 'Front', 'Guests')
  await page.getByRole('button', { name: 'All guests' }).click()
  await expect(page.locator('[data-row]').first()).toBeVisible()
}

test(
  'a guest is found as one types, their points are seen, and what is noted of them reaches their tickets',
  { tag: '@quick' },
  async ({ store }) => {
    const { page, practice, call } = store
    const listed = (await call('guests.list', { text: '', page: 1 })) as { value: GuestList }
    const guest = listed.value.guests.find(
      ({ pointsBalance, phone }) => (pointsBalance ?? 0) > 0 && phone !== null,
    )
    if (guest === undefined) throw new Error('nobody with points')
    await openGuests(store)
    await page.keyboard.press('/')
    await page.keyboard.type((guest.phone ?? '').slice(-8))
    await expect(page.locator('[data-row]')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: guest.name ?? '' })).toBeVisible()
    const movements = page.getByRole('table', { name: 'Points history' })
    await expect(movements.getByRole('row').nth(1)).toContainText(
      (guest.pointsBalance ?? 0).toLocaleString('en'),
    )
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Earned')
    await expect(movements.getByText('Earned').first()).toBeVisible()
    await expect(movements.getByText('Redeemed')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Allergies' }).fill('maní')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Allergies saved')).toBeVisible()

    const { code } = await practice.placeOrder({ phone: guest.phone ?? '', isScheduled: false })
    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await expect(store.card(code)).toContainText('Allergy: maní')
    await store.restart()
    await expect(store.card(code)).toContainText('Allergy: maní')
    expect(store.output()).not.toContain((guest.phone ?? '').slice(1))
  },
)

test('a guest is found and their form opened in eight keys and taps; tags and a note stay here', async ({
  store,
}) => {
  const { page, call } = store
  const listed = (await call('guests.list', { text: '', page: 1 })) as { value: GuestList }
  const guest = listed.value.guests.find(({ phone }) => phone !== null)
  if (guest === undefined) throw new Error('nobody with a phone')
  await openRoom(page, 'Front', 'Guests')
  await expect(page.getByRole('button', { name: 'All guests' })).toBeVisible()
  const digits = (guest.phone ?? '').slice(-4).split('')
  const keys = ['/', ...digits, 'ArrowDown', 'Enter']
  for (const key of keys) {
    if (key === 'ArrowDown') await expect(page.locator('[data-row]')).toHaveCount(1)
    await page.keyboard.press(key)
  }
  await expect(page.getByRole('heading', { level: 2, name: guest.name ?? '' })).toBeVisible()
  await page.getByRole('button', { name: 'VIP' }).click()
  await expect(page.getByRole('button', { name: 'VIP' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('textbox', { name: 'Note' }).fill('Mesa 7')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await page.getByRole('link', { name: 'Book a table' }).click()
  expect(keys.length + 1).toBeLessThanOrEqual(8)
  await expect(page).toHaveURL(/reservations/)

  await store.restart()
  await openGuests(store)
  const rows = store.page.locator('[data-row]')
  await store.page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('VIP')
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveText(guest.name ?? '')
})

test.describe('on a Friday noon', () => {
  test.use({ startsAt: '2026-11-20T15:00:00.000Z' })

  test('a guest is found by name, and booked in six taps', async ({ store }) => {
    const { page, call, practice } = store
    const listed = (await call('guests.list', { text: '', page: 1 })) as { value: GuestList }
    const guest = listed.value.guests.find(({ phone }) => phone !== null)
    if (guest === undefined) throw new Error('nobody with a phone')
    await openRoom(page, 'Front', 'Guests')
    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps += 1
      await target.click()
    }
    await tap(page.getByRole('searchbox', { name: 'Name, phone or e-mail' }))
    await page.keyboard.type(guest.name ?? '')
    await tap(page.locator('[data-row]').first())
    await tap(page.getByRole('link', { name: 'Book a table' }))
    const intake = page.getByRole('region', { name: 'New reservation' })
    await tap(intake.getByText('4', { exact: true }).first())
    await tap(intake.getByRole('button', { name: '20:30' }))
    await tap(intake.getByRole('button', { name: /^Book/ }))
    await expect(page.locator('[data-state]')).toHaveAttribute('data-state', 'confirmed')
    expect(taps).toBe(6)
    expect(practice.reservations()).toMatchObject([
      { startsAt: '2026-11-20T23:30:00.000Z', partySize: 4, royaltyClientId: null },
    ])
  })
})

test.describe('a hundred thousand guests', () => {
  test.use({ clients: 100_000, settings: { undoSeconds: 1, requestsPerSecond: 50 } })

  const itemsOf = async ({ call }: Store): Promise<number> =>
    ((await call('guests.exportState', {})) as { value: GuestExport | null }).value?.job.items ?? 0

  async function openExport(store: Store): Promise<void> {
    await openGuests(store)
    await store.page.getByRole('button', { name: 'Export', exact: true }).click()
  }

  async function fetched({ page }: Store): Promise<Buffer> {
    await expect(page.getByText('100,000 of 100,000 guests')).toBeVisible({ timeout: 600_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save file' }).click(),
    ])
    return readFileSync(await download.path())
  }

  /** Slow enough that the export is still running when a busy machine checks it. */
  const askSlowly = ({ call }: Store) => call('settings.change', { requestsPerSecond: 1 })
  const askQuickly = ({ call }: Store) => call('settings.change', { requestsPerSecond: 50 })

  test('are exported although the app is killed half-way, byte for byte as undisturbed', async ({
    store,
  }) => {
    // The ninetieth of a hundred pages never answers, so the export is always caught halfway.
    const ninetieth = { path: '/clients-export', every: 90, times: 1 }
    store.practice.misbehave({ ...ninetieth, kind: 'delay', milliseconds: 3_600_000 })
    await openExport(store)
    await store.page.getByRole('button', { name: 'Export all guests' }).click()
    await expect.poll(() => itemsOf(store), { timeout: 600_000 }).toBeGreaterThan(30_000)
    await expect(store.page.getByText(/per second/)).toBeVisible()
    await askSlowly(store)
    await store.restart('hard')
    const resumed = await itemsOf(store)
    expect(resumed).toBeGreaterThan(30_000)
    expect(resumed).toBeLessThan(100_000)
    store.practice.behave()
    await askQuickly(store)
    await openExport(store)
    const disturbed = await fetched(store)
    await askSlowly(store)
    await store.page.getByRole('button', { name: 'Export again' }).click()
    await expect(store.page.getByText('Exporting')).toBeVisible()
    await askQuickly(store)
    const whole = await fetched(store)
    expect(disturbed.equals(whole)).toBe(true)
    expect(whole.toString('utf8').trimEnd().split('\n')).toHaveLength(100_001)
  })
})
