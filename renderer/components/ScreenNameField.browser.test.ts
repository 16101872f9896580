import { createPinia } from 'pinia'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createApp, h, type App } from 'vue'
import { FakeBridge } from '../bridge/fake-bridge.ts'
import { bridgeKey } from '../bridge/key.ts'
import { i18n } from '../locales/i18n.ts'
import { usePreferences } from '../stores/preferences.ts'
import SettingsDialog from './SettingsDialog.vue'
import '../styles/tokens.css'
import '../styles/base.css'

let app: App | undefined
afterEach(() => app?.unmount())

async function open(screenName: string) {
  const bridge = new FakeBridge()
  bridge.preferences = { ...bridge.preferences, screenName }
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp(() => h(SettingsDialog))
  app.provide(bridgeKey, bridge).use(createPinia()).use(i18n)
  await app.runWithContext(() => usePreferences().load())
  app.mount(root)
  return { bridge, field: page.getByRole('textbox', { name: 'Name of this screen' }) }
}

test('the screen’s name is shown, and kept without the spaces around it', async () => {
  const { bridge, field } = await open('Parrilla')
  await expect.element(field).toHaveValue('Parrilla')
  await field.fill('  Cuarto frío ')
  await userEvent.tab()
  await expect.poll(() => bridge.preferences.screenName).toBe('Cuarto frío')
  await field.fill('')
  await userEvent.tab()
  await expect.poll(() => bridge.preferences.screenName).toBe('')
})

test('it takes no more letters than a name may have, and says what it is for', async () => {
  const { bridge, field } = await open('')
  await field.click()
  await userEvent.keyboard('P'.repeat(45))
  await userEvent.tab()
  await expect.poll(() => bridge.preferences.screenName).toBe('P'.repeat(40))
  await expect.element(field).toHaveAccessibleDescription(/sold out here/)
})
