import { createPinia } from 'pinia'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createApp, h, type App } from 'vue'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { bridgeKey } from '../../bridge/key.ts'

import { sampleScreens } from '../../test-support/sample-screens.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useStations } from '../../state/stations/stations.ts'
import { bar, grill, listOf } from '../../test-support/open-stations.ts'
import { useScreens } from '../../state/screens.ts'
import ScreenNameField from './ScreenNameField.vue'
import '../../ui/tokens.css'
import '../../ui/base.css'

let app: App | undefined
afterEach(() => app?.unmount())

/** A screen that remembers one name, with a host that may know another. */
async function open({ remembered = '', hostName = '' }) {
  const bridge = new FakeBridge()
  bridge.preferences = { ...bridge.preferences, screenName: remembered }
  bridge.answers['screens.get'] = sampleScreens({ name: hostName })
  bridge.answers['screens.rename'] = null
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const opened = createApp(() => h(ScreenNameField))
  app = opened
  opened.provide(bridgeKey, bridge).use(createPinia())
  await opened.runWithContext(() => usePreferences().load())
  const screens = opened.runWithContext(() => useScreens())
  const { refresh } = screens
  await refresh()
  opened.mount(root)
  return {
    bridge,
    screens,
    refresh,
    stations: () => opened.runWithContext(() => useStations()),
    field: page.getByRole('textbox', { name: 'Name of this screen' }),
  }
}

test('the screen’s name is what the host knows, and another is sent to the host without the spaces around it', async () => {
  const { bridge, field } = await open({ remembered: 'Old', hostName: 'Parrilla' })
  await expect.element(field).toHaveValue('Parrilla')
  expect(bridge.preferences.screenName).toBe('Parrilla')
  expect(bridge.asked('screens.rename')).toEqual([])
  await field.fill('  Cuarto frío ')
  await userEvent.tab()
  await expect.poll(() => bridge.asked('screens.rename')).toEqual([{ name: 'Cuarto frío' }])
  await expect.poll(() => bridge.preferences.screenName).toBe('Cuarto frío')
})

test('a name that the screen remembers is sent once to each store that knows none', async () => {
  const { bridge, screens, refresh } = await open({ remembered: 'Parrilla' })
  await refresh()
  expect(bridge.asked('screens.rename')).toEqual([{ name: 'Parrilla' }])
  screens.forget()
  await refresh()
  expect(bridge.asked('screens.rename')).toHaveLength(2)
  expect(bridge.preferences.screenName).toBe('Parrilla')
})

test('a name that was refused is not remembered', async () => {
  const { bridge, field } = await open({ hostName: 'Parrilla' })
  bridge.refusals['screens.rename'] = { code: 'storage' }
  await field.fill('Cuarto frío')
  await userEvent.tab()
  await expect.poll(() => bridge.asked('screens.rename')).toHaveLength(1)
  expect(bridge.preferences.screenName).toBe('Parrilla')
})

test('it takes no more letters than a name may have, and says what it is for', async () => {
  const { bridge, field } = await open({})
  await field.click()
  await userEvent.keyboard('P'.repeat(45))
  await userEvent.tab()
  await expect.poll(() => bridge.asked('screens.rename')).toEqual([{ name: 'P'.repeat(40) }])
  await expect.element(field).toHaveAccessibleDescription(/changes made on this screen/)
})

test('a name that is a station’s gives this screen the station', async () => {
  const { bridge, field, stations } = await open({})
  const { refresh } = stations()
  bridge.answers['stations.get'] = listOf([grill, bar])
  bridge.answers['stations.show'] = null
  await refresh()
  await field.fill('grill')
  await userEvent.tab()
  await expect.poll(() => bridge.asked('stations.show')).toEqual([{ stations: ['s1'] }])
})
