import type { Locator, Page } from '@playwright/test'
import type { StoreHours } from '#contract/store-hours/store-hours.ts'
import { axeViolations, expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'
import { openSecond } from './store-room.ts'

/** A Wednesday noon in Santiago. */
test.use({ startsAt: '2026-11-25T15:00:00.000Z' })

const day = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const times = (page: Page, name: string): Locator =>
  day(page, name).getByRole('button', { name: 'Change times' })
const review = (page: Page): Locator => page.getByRole('dialog', { name: 'Review changes' })

async function read({ call }: Pick<Store, 'call'>): Promise<StoreHours> {
  return ((await call('storeHours.get', {})) as { value: StoreHours }).value
}
const sentCount = ({ practice }: Store): number =>
  practice.effects().find(({ operation }) => operation === 'store-schedule')?.count ?? 0

/** Opens the hours that the store has at the platform: each answer about a store brings them. */
async function open(store: Store): Promise<void> {
  await store.call('preparationTime.set', { tapId: 'time', minutes: 25, forMinutes: null })
  await expect.poll(async () => (await read(store)).known?.source).toBe('store')
  await goTo(store.page, '/store/hours')
}

async function answer(page: Page): Promise<void> {
  const question = page.getByRole('region', { name: 'One question first' })
  await expect(question).toContainText('on which day is the store open 12:00–22:00?')
  await expect(page.getByRole('region', { name: 'The week' })).toBeHidden()
  await question.getByRole('button', { name: 'Sunday' }).click()
  await expect(page.getByText('Thank you. The days are read correctly.')).toBeVisible()
}

/** Moves the end of a day with the arrow keys. */
async function move(page: Page, name: string, ...keys: string[]): Promise<void> {
  await day(page, name)
    .getByRole('slider', { name: `${name}: closes` })
    .focus()
  for (const key of keys) await page.keyboard.press(key)
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByRole('button', { name: 'Send hours' }).click()
  await expect(review(page)).toBeHidden()
}

test(
  'the store’s own hours are learned, dragged, reviewed and sent; unsent ones outlive a restart',
  { tag: '@desktop' },
  async ({ store }) => {
    await open(store)
    await answer(store.page)
    await expect(times(store.page, 'Friday')).toContainText('11:30–00:00')

    const end = day(store.page, 'Friday').getByRole('slider', { name: 'Friday: closes' })
    const track = day(store.page, 'Friday').locator('[data-track]')
    const [from, place] = [await end.boundingBox(), await track.boundingBox()]
    if (from === null || place === null) throw new Error('no bar')
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await store.page.mouse.move(x, y)
    await store.page.mouse.down()
    await store.page.mouse.move(x + (90 / (24 * 60)) * place.width, y, { steps: 5 })
    await store.page.mouse.up()
    await expect(times(store.page, 'Friday')).toContainText('11:30–01:30 (next day)')

    const month = store.page.getByRole('region', { name: 'Closed days' })
    await month.getByRole('button', { name: 'Next month' }).click()
    await month.getByRole('button', { name: 'Thursday, 24 December 2026' }).click()
    await expect(store.page.getByText('2 unsent changes')).toBeVisible()
    const stored = async () => JSON.stringify(await store.call('drafts.list', {}))
    await expect.poll(stored).toContain('closed.2026-12-24')
    expect(sentCount(store)).toBe(0)

    await store.restart()
    await goTo(store.page, '/store/hours')
    await expect(times(store.page, 'Friday')).toContainText('11:30–01:30 (next day)')
    await store.page.getByRole('button', { name: 'Review changes' }).click()
    const friday = review(store.page).getByRole('row', { name: /^Friday/ })
    await expect(friday).toContainText('11:30–00:00')
    await expect(friday).toContainText('11:30–01:30 (next day)')
    await expect(review(store.page).getByText('Thursday 24 December')).toBeVisible()
    await expectAccessible(store.page, 'hours-review')
    await review(store.page).getByRole('button', { name: 'Send hours' }).click()
    await expect(store.page.getByText('The platform confirmed the opening hours')).toBeVisible()
    await expect(store.page.getByText('unsent change')).toBeHidden()

    expect(sentCount(store)).toBe(1)
    const { known: knownHours } = await read(store)
    expect(knownHours?.hours.week[4]).toEqual([{ fromMinute: 690, toMinute: 1530 }])
    // The holidays and the short day that the platform already had are still there.
    expect(knownHours?.hours.closedDays).toEqual(['2026-12-24', '2026-12-25', '2027-01-01'])
    expect(knownHours?.hours.special).toHaveLength(1)
  },
)

test('a second screen sends other hours meanwhile: both stand side by side, and a person chooses', async ({
  store,
  browser,
}) => {
  const { page } = store
  await open(store)
  await answer(page)
  await move(page, 'Friday', 'Shift+ArrowRight')
  await expect(times(page, 'Friday')).toContainText('11:30–01:00 (next day)')
  const second = await openSecond(browser, store)
  await goTo(second, '/store/hours')
  await move(second, 'Friday', 'ArrowLeft')
  await move(second, 'Sunday', 'ArrowRight')
  await send(second)
  await expect(second.getByText('The platform confirmed the opening hours')).toBeVisible()

  const note = page.getByRole('region', { name: 'The hours changed while you were editing' })
  const friday = note.getByRole('group', { name: 'Friday' })
  await expect(friday).toContainText('11:30–01:00 (next day)')
  await expect(friday).toContainText('11:30–23:45')
  await expect(note.getByText('12:00–22:00 → 12:00–22:15')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled()
  await expectAccessible(page, 'hours-conflict')
  await friday.getByRole('button', { name: 'Use mine' }).click()
  await note.getByRole('button', { name: 'Got it' }).click()
  await send(page)
  await expect(page.getByText('The platform confirmed the opening hours')).toBeVisible()
  const { known: knownHours } = await read(store)
  expect(knownHours?.hours.week[4]).toEqual([{ fromMinute: 690, toMinute: 1500 }])
  expect(knownHours?.hours.week[6]).toEqual([{ fromMinute: 720, toMinute: 1335 }])
  expect(sentCount(store)).toBe(2)
})

test(
  'without a connection nothing is sent; the changes stay, and are sent again by a person',
  { tag: '@quick' },
  async ({ store }) => {
    const { page, practice } = store
    await open(store)
    await answer(page)
    await move(page, 'Monday', 'Shift+ArrowLeft')
    practice.misbehave({ path: 'updateStoreSchedule', kind: 'status', status: 429 })
    await send(page)
    const note = page.getByRole('status').filter({ hasText: 'Nothing was sent: no connection.' })
    await expect(note).toBeVisible()
    await expect(times(page, 'Monday')).toContainText('11:30–22:00')
    expect(await axeViolations(page)).toEqual([])
    practice.behave()
    await note.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The platform confirmed the opening hours')).toBeVisible()
    await expect(note).toBeHidden()
    expect(sentCount(store)).toBe(1)
  },
)

test('from the hours of the menu: a person is warned, and on a phone types the times', async ({
  store,
}) => {
  const { page } = store
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/store/hours')
  await expect(page.getByText('These are the hours of its menu.')).toBeVisible()
  await times(page, 'Monday').click()
  const dialog = page.getByRole('dialog', { name: 'Monday' })
  await dialog
    .getByRole('group', { name: 'Closes' })
    .getByRole('spinbutton', { name: 'Hour' })
    .focus()
  await page.keyboard.type('0015')
  await expect(dialog.getByText('Closes the next day')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(times(page, 'Monday')).toContainText('00:15 (next day)')
  await page.getByRole('button', { name: 'Review changes' }).click()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(sentCount(store)).toBe(0)
})
