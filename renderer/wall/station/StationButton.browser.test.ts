import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import type { Stations } from '#contract/stations/station.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'
import ToastStack from '../../ui/note/ToastStack.vue'
import StationButton from './StationButton.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const opener = (names: string) => page.getByRole('button', { name: names, exact: true })
const dialog = page.getByRole('dialog', { name: 'What this screen shows' })
const choice = (name: string) => dialog.getByRole('button', { name, exact: true })
const chosen = () =>
  dialog
    .getByRole('button', { pressed: true })
    .elements()
    .map(({ textContent }) => textContent.trim())

async function open(shown: Partial<Stations> = {}) {
  const bridge = new FakeBridge()
  bridge.answers['stations.get'] = sampleStations(shown)
  bridge.answers['stations.show'] = null
  await mountComponent(() => [h(StationButton), h(ToastStack)], bridge)
  /** The host answers what the screen shows now, as it does after a choice. */
  const answer = (now: Partial<Stations>) => {
    bridge.answers['stations.get'] = sampleStations(now)
    bridge.notify({ type: 'stations.changed' })
  }
  return { bridge, answer }
}

test.for<[string, Partial<Stations>, string]>([
  ['the whole kitchen', {}, 'Whole kitchen'],
  ['one station', { own: ['grill'] }, 'Grill'],
  ['several stations', { own: ['grill', 'rest'] }, 'Grill, Everything else'],
  ['expo', { isExpo: true }, 'Expo'],
])('says that the screen shows %s', async ([, shown, names]) => {
  await open(shown)
  await expect.element(opener(names)).toBeVisible()
  await expect.element(opener(names)).toHaveAttribute('title', `This screen shows ${names}`)
  const { height } = opener(names).element().getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(48)
})

test('a station is chosen, then another beside it, in the order of the kitchen', async () => {
  const { bridge, answer } = await open()
  await opener('Whole kitchen').click()
  await expect.element(dialog).toBeVisible()
  expect(chosen()).toEqual([])
  for (const each of dialog.getByRole('group').getByRole('button').elements())
    expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  await choice('Bar').click()
  expect(bridge.asked('stations.show')).toEqual([{ stations: ['bar'] }])
  // The screen shows what the host says.
  expect(chosen()).toEqual([])
  answer({ own: ['bar'] })
  await expect.poll(chosen).toEqual(['Bar'])
  await choice('Grill').click()
  expect(bridge.asked('stations.show').at(-1)).toEqual({ stations: ['grill', 'bar'] })
  answer({ own: ['grill', 'bar'] })
  await expect.poll(chosen).toEqual(['Grill', 'Bar'])
  await choice('Bar').click()
  expect(bridge.asked('stations.show').at(-1)).toEqual({ stations: ['grill'] })
})

test('expo is alone: it replaces stations, and a station replaces it', async () => {
  const { bridge, answer } = await open({ own: ['grill', 'bar'] })
  await opener('Grill, Bar').click()
  await choice('Expo').click()
  expect(bridge.asked('stations.show')).toEqual([{ stations: ['expo'] }])
  answer({ isExpo: true })
  await expect.poll(chosen).toEqual(['Expo'])
  await choice('Bar').click()
  expect(bridge.asked('stations.show').at(-1)).toEqual({ stations: ['bar'] })
})

test.for<[string, Partial<Stations>]>([
  ['Grill', { own: ['grill'] }],
  ['Expo', { isExpo: true }],
])('back from %s to the whole kitchen: nothing is chosen any more', async ([name, shown]) => {
  const { bridge, answer } = await open(shown)
  await opener(name).click()
  await choice(name).click()
  expect(bridge.asked('stations.show')).toEqual([{ stations: [] }])
  answer({})
  await expect.poll(chosen).toEqual([])
  await expect.element(page.getByText('Whole kitchen')).toBeInTheDocument()
})

test('what the host refuses is said, and nothing is chosen', async () => {
  const { bridge } = await open()
  bridge.refusals['stations.show'] = { code: 'storage' }
  await opener('Whole kitchen').click()
  await choice('Grill').click()
  await expect.element(page.getByText(/may be full or read-only/)).toBeInTheDocument()
  expect(chosen()).toEqual([])
})
