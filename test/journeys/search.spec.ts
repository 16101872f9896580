import type { Locator, Page } from '@playwright/test'
import type { GuestList } from '#contract/guests/guests.ts'
import type { ObjectionCode } from '#contract/reservations/reservations.ts'
import { callAs, pairContext } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { checkedSizes } from './page-checks.ts'
import { expect, shareStore, test, type Store } from './store.ts'

const field = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'What are you looking for?' })
const group = (page: Page, name: string): Locator =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name, exact: true })
const match = (page: Page, kind: string, name: string): Locator =>
  group(page, kind).getByRole('option').filter({ hasText: name })

const failure = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('status').filter({ hasText: 'Couldn’t look in' })

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** Chooses a result with the arrow keys and opens it. */
async function open(page: Page, kind: string, name: string): Promise<void> {
  const option = match(page, kind, name).first()
  await expect(option).toBeVisible()
  while ((await option.getAttribute('aria-selected')) !== 'true')
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeHidden()
}

async function firstGuest({ call }: Store): Promise<{ name: string; phone: string }> {
  const listed = (await call('guests.list', { text: '', page: 1 })) as { value: GuestList }
  const guest = listed.value.guests.find(({ name, phone }) => name !== null && phone !== null)
  if (guest?.name == null || guest.phone === null) throw new Error('nobody with a phone')
  return { name: guest.name, phone: guest.phone }
}

/** A reservation in two days, with a name that nobody else has. */
async function reserve({ call }: Store): Promise<void> {
  const booking = {
    partySize: 3,
    startsAt: new Date(
      Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000,
    ).toISOString(),
    durationMinutes: 90,
    firstName: 'Zenobia',
    lastName: 'Quiroga',
    phone: '+56961234514',
    email: '',
    occasion: null,
    sectorId: null,
    tableIds: [],
    requests: '',
    allergies: '',
    clientId: null,
  }
  const accepted: ObjectionCode[] = ['closed-then', 'closed-day']
  expect(
    await call('reservations.create', { tapId: 'tap-zenobia', kind: 'booked', booking, accepted }),
  ).toMatchObject({ ok: true })
}

test(
  'one search finds a ticket, a past one, a dish, a guest, a reservation, a setting and a room, and opens each',
  { tag: '@desktop' },
  async ({ store }) => {
    const { page, practice, call } = store
    const [open1, past] = [
      await practice.placeOrder({ isScheduled: false }),
      await practice.placeOrder({ isScheduled: false }),
    ]
    await expect(store.card(open1.code)).toBeVisible()
    await expect(store.card(past.code)).toBeVisible()
    const ticketId = (await store.card(past.code).getAttribute('data-ticket')) ?? ''
    await call('tickets.markReady', { ticketId, tapId: 'tap-past' })
    await expect(store.card(past.code)).toBeHidden()
    await reserve(store)
    const guest = await firstGuest(store)

    await search(page, open1.code)
    await open(page, 'Open tickets', open1.code)
    const detail = page.getByRole('dialog', { name: `Order ${open1.code}` })
    await expect(detail).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()

    await search(page, `c#${past.code}`)
    await open(page, 'Past tickets', past.code)
    const recall = page.getByRole('dialog', { name: 'Recall' })
    await expect(recall.getByRole('button', { name: `Recall ${past.code}` })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(recall).toBeHidden()

    await search(page, 'pino EMPANADA')
    await open(page, 'Dishes and options', 'Empanada de pino')
    const dish = page.getByRole('switch', { name: 'Empanada de pino' })
    await expect(dish).toBeFocused()
    await page.keyboard.press('Space')
    await expect(dish).not.toBeChecked()

    // Without its country code, and from within a field of another room.
    await page.getByRole('searchbox').focus()
    await search(page, guest.phone.slice(-9))
    await open(page, 'Guests', guest.name)
    await expect(page.getByRole('heading', { level: 2, name: guest.name })).toBeVisible()

    await search(page, 'quiroga zenobia')
    await open(page, 'Reservations', 'Zenobia')
    const drawer = page.getByRole('dialog').filter({ hasText: 'Zenobia Quiroga' })
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    await search(page, 'amber')
    await open(page, 'Settings', 'Amber after')
    await expect(page.getByRole('slider', { name: 'Amber after' })).toBeFocused()

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await open(page, 'Rooms', 'Waste')
    await expect(page.getByRole('heading', { level: 1, name: 'Waste' })).toBeVisible()
  },
)

test('a screen of the kitchen finds tickets and dishes, and no guest, reservation or setting', async ({
  store,
  browser,
  shell,
}) => {
  test.skip(shell === 'desktop', 'the desktop has one window')
  const { page, practice, call } = store
  await reserve(store)
  const guest = await firstGuest(store)
  const { code } = await practice.placeOrder({ isScheduled: false })
  await call('screens.setPin', { pin: '4821' })
  const context = await browser.newContext({ locale: 'en-GB' })
  const wall = await context.newPage()
  await pairContext(context, page.url())
  await wall.goto(page.url().split('#')[0] ?? '')
  await expect(wall.getByRole('article').first()).toBeVisible()
  const asked: string[] = []
  wall.on('request', (request) => asked.push(request.postData() ?? ''))
  for (const text of [guest.name, 'Zenobia', 'amber after']) {
    await search(wall, text)
    await expect(wall.getByText(`No results for “${text}”`)).toBeVisible()
    await expect(
      wall.getByText('Looked in: Open tickets, Dishes and options, Rooms, Past tickets.'),
    ).toBeVisible()
    await wall.keyboard.press('Escape')
  }
  expect(asked.some((body) => body.includes('tickets.search'))).toBe(true)
  expect(asked.filter((body) => /guests\.|reservations\.find/.test(body))).toEqual([])
  await search(wall, 'empanada de pino')
  await expect(match(wall, 'Dishes and options', 'Empanada de pino')).toBeVisible()
  await wall.keyboard.press('Escape')
  await search(wall, code)
  await open(wall, 'Open tickets', code)
  await expect(wall.getByRole('dialog', { name: `Order ${code}` })).toBeVisible()
  expect(await callAs(wall, 'guests.list', { text: guest.name, page: 1 })).toMatchObject({
    error: { code: 'not-allowed' },
  })
})

test.describe('in one store', () => {
  const shared = shareStore()

  test('guests that the platform doesn’t give are named, and everything else is found', async () => {
    const store = shared()
    const { page, practice } = store
    practice.misbehave({ path: '/clients', kind: 'status', status: 503 })
    await search(page, 'empanada')
    await expect(failure(page)).toContainText('Couldn’t look in: Guests.')
    await expect(match(page, 'Dishes and options', 'Empanada').first()).toBeVisible()
    practice.behave()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(failure(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  for (const { width, height, themes } of checkedSizes)
    test(
      `the search at ${String(width)}x${String(height)} in ${themes.join(' and ')}: no axe violation`,
      { tag: '@picture' },
      async () => {
        const store = shared()
        const { page, practice } = store
        const states: Record<string, () => Promise<void>> = {
          rooms: async () => expect(match(page, 'Rooms', 'Guests')).toBeVisible(),
          results: async () => {
            await field(page).fill('an')
            await expect(group(page, 'Guests')).toBeAttached()
          },
          nothing: async () => {
            await field(page).fill('xyzzy')
            await expect(page.getByText('No results for “xyzzy”')).toBeVisible()
          },
          loading: async () => {
            practice.misbehave({ path: '/clients', kind: 'delay', milliseconds: 3_600_000 })
            await field(page).fill('zzz')
            await expect(page.getByText('Still looking in: Guests')).toBeVisible()
          },
          failed: async () => {
            practice.behave()
            practice.misbehave({ path: '/clients', kind: 'status', status: 503 })
            await field(page).fill('pino')
            await expect(failure(page)).toBeVisible()
          },
        }
        await page.setViewportSize({ width, height })
        const button = await page.getByRole('button', { name: 'Search', exact: true }).boundingBox()
        expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(48)
        await search(page, '')
        for (const [name, enter] of Object.entries(states)) {
          await enter()
          await expectAccessible(page, name)
        }
        practice.behave()
        await page.keyboard.press('Escape')
        await expect(field(page)).toBeHidden()
      },
    )
})
