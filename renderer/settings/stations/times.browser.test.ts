import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultSettings, type Settings } from '#contract/settings/settings.ts'
import type { LearnedTime } from '#contract/stations/station.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bridgeWithStations } from '../../test-support/open-stations.ts'
import StationsPanel from './StationsPanel.vue'

beforeEach(() => page.viewport(1024, 800))
afterEach(unmountComponent)

const dialog = page.getByRole('dialog')
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const list = dialog.getByRole('list', { name: 'How long dishes take' })
const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
const minutes = list.getByLabelText('Minutes')

const timeOf = (name: string, some: Partial<LearnedTime> = {}): LearnedTime => ({
  ...{ key: `product:${name}`, name, group: 'burgers' },
  ...{ learnedSeconds: null, count: 0, minutes: null, ...some },
})
const few = [
  timeOf('Cheeseburger', { learnedSeconds: 430, count: 23 }),
  timeOf('Lemonade', { count: 1 }),
  timeOf('Stew', { learnedSeconds: 20, count: 5, minutes: 45 }),
]

async function openMakes(times = few, settings: Partial<Settings> = { finishTogether: true }) {
  const bridge = bridgeWithStations()
  bridge.answers['settings.get'] = { ...defaultSettings, ...settings }
  bridge.answers['stations.times'] = times
  bridge.answers['stations.setTime'] = null
  bridge.answers['stations.setCare'] = null
  await mountComponent(StationsPanel, bridge)
  await page.getByRole('button', { name: 'What each station makes' }).click()
  await expect.element(inDialog('Change the stations of Burgers')).toBeVisible()
  return bridge
}
const unfold = () => dialog.getByText('How long dishes take').click()

test('each product says what was learned, from how many dishes, and what somebody set', async () => {
  const bridge = await openMakes()
  expect(bridge.asked('stations.times')).toEqual([])
  await unfold()
  await expect.element(row('Cheeseburger')).toMatchTextContent(/Learned: 7 min from 23 dishes/)
  await expect.element(row('Lemonade')).toMatchTextContent(/Not learned yet: 1 dish of 5/)
  await expect.element(row('Stew')).toMatchTextContent(/Set: 45 min · Learned: 1 min from 5 dishes/)
})

test('a time is set, and cleared again', async () => {
  const bridge = await openMakes()
  await unfold()
  await inDialog('Change the time of Lemonade').click()
  expect(inDialog('Use the learned time').elements()).toEqual([])
  for (const wrong of ['', '0', '241', '4.5', 'x']) {
    await minutes.fill(wrong)
    await userEvent.keyboard('{Enter}')
    await expect.element(row('Lemonade')).toMatchTextContent(/from 1 to 240/)
  }
  expect(bridge.asked('stations.setTime')).toEqual([])
  await minutes.fill('12')
  bridge.answers['stations.times'] = [
    timeOf('Lemonade', { count: 1, minutes: 12 }),
    ...few.slice(2),
  ]
  await userEvent.keyboard('{Enter}')
  await expect.element(row('Lemonade')).toMatchTextContent(/Set: 12 min/)
  expect(minutes.elements()).toEqual([])
  await inDialog('Change the time of Stew').click()
  await expect.element(minutes).toHaveValue('45')
  await inDialog('Use the learned time').click()
  await expect
    .poll(() => bridge.asked('stations.setTime'))
    .toEqual([
      { key: 'product:Lemonade', minutes: 12 },
      { key: 'product:Stew', minutes: null },
    ])
})

test('what the host refuses is said there, and what was typed stays', async () => {
  const bridge = await openMakes()
  await unfold()
  bridge.refusals['stations.setTime'] = { code: 'storage' }
  await inDialog('Change the time of Lemonade').click()
  await minutes.fill('12')
  await inDialog('Save').click()
  await expect.element(row('Lemonade').getByRole('alert')).toMatchTextContent(/read-only/)
  await expect.element(minutes).toHaveValue('12')
})

test('of 7,000 products 100 are shown, and the search finds the others', async () => {
  await openMakes(Array.from({ length: 7_000 }, (_, nth) => timeOf(`Dish ${String(nth)}.`)))
  await unfold()
  await expect.element(dialog.getByText('and 6900 more: search by name')).toBeVisible()
  expect(list.getByRole('listitem').elements()).toHaveLength(100)
  await dialog.getByRole('searchbox').fill('dish 6999.')
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1)
})

test('fits on a telephone', async () => {
  await page.viewport(390, 844)
  await openMakes([timeOf('Entrecôte with everything that belongs to it', { minutes: 12 })])
  await unfold()
  await inDialog('Change the time of Entrecôte with everything that belongs to it').click()
  await expect.element(minutes).toBeVisible()
  expect(findMisfits(dialog.element() as HTMLElement)).toEqual([])
})

test('a category gets its course, where the kitchen has courses', async () => {
  const bridge = await openMakes(few, { courses: true })
  expect(dialog.getByText('How long dishes take').elements()).toEqual([])
  await inDialog('Change the stations of Burgers').click()
  const course = dialog.getByRole('group', { name: 'Course' })
  await expect.element(course.getByRole('radio', { name: 'None' })).toBeChecked()
  await course.getByText('Mains', { exact: true }).click()
  await course.getByText('Course 5', { exact: true }).click()
  const care = { key: 'burgers', waitMinutes: null, packing: '' }
  await expect
    .poll(() => bridge.asked('stations.setCare'))
    .toEqual([
      { ...care, course: 2 },
      { ...care, course: 5 },
    ])
})

test('a kitchen without courses is not asked for them', async () => {
  await openMakes(few, {})
  await inDialog('Change the stations of Burgers').click()
  await expect.element(dialog.getByText('How long its dishes may wait')).toBeVisible()
  expect(dialog.getByRole('group', { name: 'Course' }).elements()).toEqual([])
})
