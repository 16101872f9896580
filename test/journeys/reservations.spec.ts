import type { Page } from '@playwright/test'
import { axeViolations, expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

/** A Friday noon in Santiago. */
const noon = '2026-11-20T15:00:00.000Z'
const today = '2026-11-20'
const tomorrow = '2026-11-21'
const reservationPath = '/reservations/reservation'
test.use({ startsAt: noon })

const table = (name: string, seats: number) => ({ id: `t${name}`, name, seats, learned: false })
const plan = {
  sectors: [
    { id: 's1', name: 'Salón', tables: [table('1', 2), table('3', 4), table('5', 4)] },
    { id: 's2', name: 'Terraza', tables: [table('11', 8)] },
  ],
}

/** A guest with earlier reservations. */
const camila = {
  partySize: 2,
  startsAt: '2026-11-24T23:00:00.000Z',
  durationMinutes: 90,
  firstName: 'Camila',
  lastName: 'Rojas',
  phone: '+56961234514',
  email: 'camila@example.com',
  occasion: null,
  sectorId: null,
  tableIds: ['t1'],
  requests: '',
  allergies: '',
  clientId: null,
}

async function open({ page, call }: Store, day = today): Promise<void> {
  expect(await call('reservations.savePlan', plan)).toMatchObject({ ok: true })
  await goTo(page, `/reservations?day=${day}&view=day`)
  await expect(page.getByRole('group', { name: 'Schedule by table' })).toBeVisible()
}
const intake = (page: Page) => page.getByRole('region', { name: 'New reservation' })
const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const deliveryState = (page: Page) => page.locator('[data-state]')
const created = ({ practice }: Store) => practice.reservations().length

/** Types on the keyboard and counts the keys. */
function typist(page: Page) {
  let strokes = 0
  return {
    strokes: () => strokes,
    async type(text: string) {
      strokes += text.length
      await page.keyboard.type(text)
    },
    async press(key: string) {
      strokes += key.split('+').length
      await page.keyboard.press(key)
    },
  }
}

/** Creates a reservation for the day after the visible one, at 20:30, with the keyboard alone. */
async function takeDown(page: Page, name: string, tableName: string): Promise<void> {
  await page.keyboard.press('n')
  await expect(intake(page).getByRole('textbox', { name: 'Guests' })).toBeFocused()
  // The tables load with the reservations, which a busy machine shows later than the form.
  await expect(intake(page).getByRole('textbox', { name: 'Table', exact: true })).toBeVisible()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2030')
  await page.keyboard.press('Enter')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await page.keyboard.type('+56 9 6123 4567')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type(tableName)
  await page.keyboard.press('Enter')
}

test(
  'a returning guest is booked in at most 17 keystrokes, the platform has it once, and it outlives a restart',
  { tag: '@desktop' },
  async ({ store }) => {
    await store.call('reservations.create', {
      tapId: 'before',
      kind: 'booked',
      booking: camila,
      accepted: ['closed-then', 'closed-day'],
    })
    await open(store)
    const { page } = store
    await expect.poll(() => created(store)).toBe(1)
    const hand = typist(page)
    await hand.press('n')
    await expect(intake(page).getByRole('textbox', { name: 'Guests' })).toBeFocused()
    await hand.type('4')
    await hand.press('Enter')
    await hand.press('ArrowRight')
    await hand.type('2030')
    await hand.press('Enter')
    await hand.type('cam')
    await expect(page.getByRole('option', { name: /Camila Rojas/ })).toBeVisible()
    await hand.press('ArrowDown')
    await hand.press('Enter')
    await expect(intake(page).getByRole('combobox', { name: 'Phone' })).toHaveValue('+56961234514')
    await hand.type('5')
    await hand.press('Control+Enter')
    await expect(deliveryState(page)).toHaveAttribute('data-state', 'confirmed')
    await expect(row(page, '5').getByRole('button', { name: /Camila Rojas.*20:30/ })).toBeVisible()
    expect(hand.strokes()).toBeLessThanOrEqual(17)
    const [newest] = store.practice.reservations()
    expect(Date.parse(newest?.startsAt ?? '')).toBe(Date.parse('2026-11-21T23:30:00.000Z'))
    expect(created(store)).toBe(2)
    await store.restart()
    await goTo(store.page, `/reservations?day=${tomorrow}`)
    await expect(row(store.page, '5').getByRole('button', { name: /Camila Rojas/ })).toBeVisible()
    expect(created(store)).toBe(2)
  },
)

test('the same in at most eight taps', { tag: '@quick' }, async ({ store }) => {
  const { page } = store
  await store.call('reservations.create', {
    tapId: 'before',
    kind: 'booked',
    booking: camila,
    accepted: ['closed-then', 'closed-day'],
  })
  await open(store)
  let taps = 0
  const tap = async (target: ReturnType<Page['getByText']>) => {
    taps++
    await target.click()
  }
  await tap(page.getByRole('button', { name: 'New reservation' }))
  await tap(intake(page).getByText('4', { exact: true }).first())
  await tap(intake(page).getByText('Tomorrow'))
  await tap(intake(page).getByRole('button', { name: '20:30' }))
  await tap(intake(page).getByRole('combobox', { name: 'Name' }))
  await page.keyboard.type('cam')
  await tap(page.getByRole('option', { name: /Camila Rojas/ }))
  await tap(intake(page).getByRole('button', { name: /^5/ }))
  await tap(intake(page).getByRole('button', { name: /^Book/ }))
  await expect(deliveryState(page)).toHaveAttribute('data-state', 'confirmed')
  expect(taps).toBeLessThanOrEqual(8)
})

test('an answer that is lost: it may exist, nothing is sent again by itself, and a person decides', async ({
  store,
}) => {
  const { page, practice } = store
  await open(store)
  practice.misbehave({ path: reservationPath, kind: 'drop-after-effect', times: 1 })
  await takeDown(page, 'Ana Soto', '5')
  await page.keyboard.press('Control+Enter')
  await expect(deliveryState(page)).toHaveAttribute('data-state', 'unknown')
  expect(created(store)).toBe(1)
  await row(page, '5')
    .getByRole('button', { name: /Unanswered/ })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Ana Soto' })
  await expect(drawer.getByText(/Look for its reference on the platform/)).toBeVisible()
  for (const choice of ['Mark as booked', 'Send again', 'Discard'])
    await expect(drawer.getByRole('button', { name: choice })).toBeVisible()
  await expectAccessible(page, 'may-exist')
  await drawer.getByRole('button', { name: 'Mark as booked' }).click()
  await expect(drawer.getByText('Booked', { exact: true })).toBeVisible()
  expect(created(store)).toBe(1)
})

test('offline it is not yet booked, can be edited, and goes out as it was edited', async ({
  store,
}) => {
  const { page, practice } = store
  await open(store)
  // Nothing is sent until a person resumes.
  practice.misbehave({ path: '', kind: 'status', status: 401 })
  await takeDown(page, 'Ana Soto', '5')
  await page.keyboard.press('Control+Enter')
  await expect(deliveryState(page)).toContainText('Not sent yet')
  await deliveryState(page).getByRole('button', { name: 'Open' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change reservation' }).click()
  await page.getByRole('textbox', { name: 'Special requests' }).fill('By the window')
  await page.getByRole('button', { name: /^Save( anyway)?$/ }).click()
  await expect(page.getByRole('region', { name: 'Change reservation' })).toBeHidden()
  expect(created(store)).toBe(0)
  practice.behave()
  await store.call('connection.resume', {})
  await expect(deliveryState(page)).toHaveAttribute('data-state', 'confirmed')
  expect(practice.reservations().map(({ specialRequests }) => specialRequests)).toEqual([
    expect.stringContaining('By the window'),
  ])
})

test('two screens and one table: the second sees whose it is', async ({ store }) => {
  const { page } = store
  await open(store)
  await takeDown(page, 'Ana Soto', '5')
  const other = { ...camila, startsAt: '2026-11-22T00:00:00.000Z', tableIds: ['t5'] }
  await store.call('reservations.create', {
    tapId: 'other',
    kind: 'booked',
    booking: other,
    accepted: ['closed-then', 'closed-day', 'pacing'],
  })
  await page.keyboard.press('Control+Enter')
  await expect(intake(page).getByText(/^Taken at this time: 5/)).toBeVisible()
  await expect.poll(() => created(store)).toBe(1)
  await intake(page).getByRole('button', { name: /^3/ }).click()
  await intake(page).getByRole('button', { name: /^5/ }).click()
  await page.keyboard.press('Control+Enter')
  await expect(deliveryState(page)).toHaveAttribute('data-state', 'confirmed')
  await expect(row(page, '3').getByRole('button', { name: /Ana Soto/ })).toBeVisible()
})

test('cancelled with a reason and undone; cancelled again, it reaches the platform', async ({
  store,
}) => {
  const { page, practice } = store
  await store.call('settings.change', { undoSeconds: 60 })
  await open(store)
  await takeDown(page, 'Ana Soto', '5')
  await page.keyboard.press('Control+Enter')
  await expect(deliveryState(page)).toHaveAttribute('data-state', 'confirmed')
  await deliveryState(page).getByRole('button', { name: 'Open' }).click()
  const drawer = page.getByRole('dialog', { name: 'Ana Soto' })
  const cancel = async () => {
    await drawer.getByRole('button', { name: 'Cancel reservation' }).click()
    await drawer.getByRole('textbox', { name: 'Reason' }).fill('ill')
    await page.keyboard.press('Enter')
  }
  await cancel()
  await drawer.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByRole('button', { name: 'Cancel reservation' })).toBeVisible()
  await store.call('settings.change', { undoSeconds: 1 })
  await cancel()
  await expect(drawer.getByText('Cancelled.', { exact: true })).toBeVisible()
  expect(practice.effects().filter(({ operation }) => /cancel/.test(operation))).toHaveLength(1)
})

const live = ({ practice }: Store) =>
  practice.reservations().filter(({ cancelledAt }) => cancelledAt === null)

/** Creates a reservation for tomorrow at 20:30 at table 5. */
async function makeReservation(store: Store): Promise<void> {
  await open(store)
  await takeDown(store.page, 'Ana Soto', '5')
  await store.page.keyboard.press('Control+Enter')
  await expect(deliveryState(store.page)).toHaveAttribute('data-state', 'confirmed')
  await expect(row(store.page, '5').getByRole('button', { name: /Ana Soto/ })).toBeFocused()
}

test('dragged to another table and hour and confirmed once: the platform has one reservation, there', async ({
  store,
}) => {
  const { page } = store
  await makeReservation(store)
  const bar = row(page, '5').getByRole('button', { name: /Ana Soto/ })
  const box = await bar.boundingBox()
  const target = await row(page, '3').boundingBox()
  if (box === null || target === null) throw new Error('not in sight')
  // The reservation is two hours long.
  const hour = box.width / 2
  await page.mouse.move(box.x + 30, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 30 - hour, target.y + 20, { steps: 8 })
  await expect(row(page, '3').getByText('19:30 · Ana Soto')).toBeVisible()
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Move Ana Soto' })
  await expect(dialog.getByText('20:30 · Table 5 → 19:30 · Table 3')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Move/ }).click()
  await expect(row(page, '3').getByRole('button', { name: /Ana Soto 19:30/ })).toBeVisible()
  await expect.poll(() => live(store)).toMatchObject([{ tableIds: ['t3'] }])
  expect(Date.parse(live(store)[0]?.startsAt ?? '')).toBe(Date.parse('2026-11-21T22:30:00.000Z'))
  await expect(row(page, '5').getByRole('button', { name: /Ana Soto/ })).toBeHidden()
})

test('moved by the keyboard by a quarter of an hour: cancelled first, and where that is lost the screen asks', async ({
  store,
}) => {
  const { page, practice } = store
  await makeReservation(store)
  practice.misbehave({ path: `${reservationPath}/`, kind: 'drop-after-effect', times: 1 })
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move Ana Soto' })
  await dialog.getByRole('button', { name: /^Move/ }).click()
  const moved = row(page, '5').getByRole('button', { name: /Ana Soto 20:45 · Cancel old one/ })
  await expect(moved).toBeVisible()
  expect(live(store)).toEqual([])
  await store.restart('hard')
  await goTo(store.page, `/reservations?day=${tomorrow}`)
  await row(store.page, '5')
    .getByRole('button', { name: /Ana Soto 20:45/ })
    .click()
  const drawer = store.page.getByRole('dialog', { name: 'Ana Soto' })
  expect(await axeViolations(store.page)).toEqual([])
  await drawer.getByRole('button', { name: 'Mark old one as cancelled' }).click()
  await expect(drawer.getByText(/^Changed\./)).toBeVisible()
  expect(live(store)).toHaveLength(1)
})

test('what is typed at the telephone outlives a reload, another room and a crash, and a browser keeps none of it', async ({
  store,
}) => {
  await open(store)
  const { page } = store
  await takeDown(page, 'Ana Soto', '5')
  // The host is slow to answer the first letter, and the page is left before the last one is sent.
  await page.route('**/call', async (route) => {
    const isFirst = /"requests":"T"/.test(route.request().postData() ?? '')
    if (isFirst) await new Promise((late) => setTimeout(late, 5_000))
    await route.continue().catch(() => undefined)
  })
  const requests = intake(page).getByRole('textbox', { name: 'Special requests' })
  await requests.fill('T')
  await requests.fill('Torta a las nueve')
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const expectTyped = async () => {
    const panel = intake(store.page)
    await expect(panel.getByRole('textbox', { name: 'Special requests' })).toHaveValue(
      'Torta a las nueve',
    )
    await expect(panel.getByRole('combobox', { name: 'Name' })).toHaveValue('Ana Soto')
    await expect(panel.getByRole('button', { name: /^5/ })).toHaveAttribute('aria-pressed', 'true')
  }
  await expectTyped()
  await goTo(page, '/stock')
  await goTo(page, '/reservations')
  await expectTyped()
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(
    /Ana|9 6123 4567|961234567/,
  )
  await store.restart('hard')
  await goTo(store.page, '/reservations')
  await expectTyped()
  expect(await store.call('guests.purge', {})).toMatchObject({ ok: true, value: { forgotten: 1 } })
  await expect(intake(store.page).getByRole('combobox', { name: 'Name' })).toHaveValue('')
})
