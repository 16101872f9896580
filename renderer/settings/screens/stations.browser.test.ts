import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Station } from '#contract/stations/station.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bar, bridgeWithStations, grill, listOf } from '../../test-support/open-stations.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import ScreenList from './ScreenList.vue'

beforeEach(() => page.viewport(1024, 800))
afterEach(unmountComponent)

const row = (name: RegExp) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog')

async function openScreens(stations: Station[], shown = ['s1', 's2']): Promise<FakeBridge> {
  const bridge = bridgeWithStations(stations)
  bridge.answers['stations.get'] = listOf(stations, { pass: shown })
  const screen = { role: 'kitchen', isConnected: false, lastSeenAt: null, network: null } as const
  const all = ['Front', 'Pass', ''].map((name) => ({ id: name.toLowerCase(), name, ...screen }))
  bridge.answers['screens.get'] = sampleScreens({ id: 'front' }, { all })
  bridge.answers['screens.assign'] = null
  await mountComponent(ScreenList, bridge)
  return bridge
}

test('says what each screen shows, and changes it', async () => {
  const bridge = await openScreens([grill, bar])
  await expect.element(row(/Front.*Whole kitchen/)).toBeVisible()
  await row(/Pass.*Grill, Bar/).click()
  await expect
    .element(dialog.getByRole('button', { name: 'Grill' }))
    .toHaveAttribute('aria-pressed', 'true')
  bridge.answers['stations.get'] = listOf([grill, bar], { pass: ['s2'] })
  await dialog.getByRole('button', { name: 'Grill' }).click()
  await expect
    .element(dialog.getByRole('button', { name: 'Grill' }))
    .toHaveAttribute('aria-pressed', 'false')
  expect(bridge.asked('stations.assign')).toEqual([{ screenId: 'pass', stations: ['s2'] }])
  bridge.refusals['stations.assign'] = { code: 'storage' }
  await dialog.getByRole('button', { name: 'Bar' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row(/Pass.*Bar$/)).toBeVisible()
})

test('a screen at expo says so, and gets stations in its place', async () => {
  const bridge = await openScreens([grill, bar], ['expo'])
  await row(/Pass.*Expo/).click()
  await dialog.getByRole('button', { name: 'Bar' }).click()
  expect(bridge.asked('stations.assign')).toEqual([{ screenId: 'pass', stations: ['s2'] }])
})

test('expo is chosen in place of all stations', async () => {
  const bridge = await openScreens([grill, bar])
  await row(/^Pass/).click()
  await dialog.getByRole('button', { name: 'Expo' }).click()
  expect(bridge.asked('stations.assign')).toEqual([{ screenId: 'pass', stations: ['expo'] }])
  await expect
    .element(dialog.getByRole('button', { name: 'Grill' }))
    .toHaveAttribute('aria-pressed', 'true')
})

test('has nothing about stations in a kitchen without them', async () => {
  const bridge = await openScreens([])
  await expect.poll(() => bridge.asked('stations.get').length).toBeGreaterThan(0)
  await row(/^Pass/).click()
  await expect.element(dialog.getByRole('textbox')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Expo' }).elements()).toEqual([])
})

test('a screen that is called as a station gets it, which is said; one that has stations keeps them', async () => {
  const bridge = await openScreens([grill, bar], ['s2'])
  await row(/^New screen/).click()
  const name = dialog.getByRole('textbox')
  await name.fill('GRILL')
  await userEvent.tab()
  await expect
    .poll(() => bridge.asked('stations.assign'))
    .toEqual([{ screenId: '', stations: ['s1'] }])
  await userEvent.keyboard('{Escape}')
  await row(/^Pass/).click()
  await name.fill('Grill')
  await userEvent.tab()
  await expect.poll(() => bridge.asked('screens.assign')).toHaveLength(2)
  expect(bridge.asked('stations.assign')).toHaveLength(1)
})
