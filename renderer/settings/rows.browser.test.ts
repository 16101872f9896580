import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { defaultSettings, type Preferences, type Settings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../test-support/mount-component.ts'
import { usePreferences } from '../state/preferences.ts'
import { catalogue } from './catalogue.ts'
import SettingItem from './SettingItem.vue'

afterEach(unmountComponent)

/** One setting, with a host that has stored other values than the defaults. */
async function open(id: string, stored: Partial<Settings & Preferences> = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.preferences = { ...bridge.preferences, ...stored }
  bridge.answers['settings.get'] = { ...defaultSettings, ...stored }
  bridge.answers['settings.change'] = { ...defaultSettings, ...stored }
  const setting = catalogue.find((one) => one.id === id)
  if (setting === undefined) throw new Error(id)
  await mountComponent(
    {
      setup() {
        void usePreferences().load()
        return () => h(SettingItem, { setting })
      },
    },
    bridge,
  )
  return bridge
}

const slider = () => page.getByRole('slider')
const alert = () => page.getByRole('alert')

test('a limit is none at 0, and says so', async () => {
  const bridge = await open('coversPerHalfHour', { coversPerHalfHour: 2 })
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '2 guests')
  slider().element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', 'no limit')
  expect(bridge.asked('settings.change')).toEqual([{ coversPerHalfHour: null }])
})

test('a share is chosen in percent', async () => {
  const bridge = await open('volume')
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '80 %')
  slider().element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => bridge.preferences.volume).toBe(0.75)
})

test('a change that is refused is taken back', async () => {
  const bridge = await open('undoSeconds')
  bridge.refusals['settings.change'] = { code: 'storage' }
  slider().element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => bridge.asked('settings.change')).toEqual([{ undoSeconds: 9 }])
  await expect.element(slider()).toHaveValue('8')
})

test('a slider may end before the range does', async () => {
  await open('undoSeconds')
  await expect.element(slider()).toHaveAttribute('max', '30')
})

test('a time is kept once it is whole', async () => {
  const bridge = await open('businessDayBorder')
  const hour = page.getByRole('spinbutton', { name: 'Hour' })
  hour.element().focus()
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(bridge.asked('settings.change')).toEqual([])
  await userEvent.keyboard('6')
  await expect.poll(() => bridge.asked('settings.change')).toEqual([{ businessDayBorder: '06:00' }])
})

test('a screen that makes no sound says so, once', async () => {
  await open('soundOn', { soundOn: false })
  await expect.element(alert()).toMatchTextContent(/New orders make no sound/)
  unmountComponent()
  await open('volume', { volume: 0 })
  await expect.element(alert()).toBeVisible()
  unmountComponent()
  await open('volume', { volume: 0, soundOn: false })
  await expect.element(slider()).toHaveValue('0')
  expect(alert().elements()).toEqual([])
})

test('a shortest time above the longest is said', async () => {
  await open('automaticLeast', { automaticLeast: 50, automaticMost: 30 })
  await expect.element(alert()).toMatchTextContent(/The shortest time is longer than the longest/)
  unmountComponent()
  await open('automaticLeast', { automaticLeast: 30, automaticMost: 30 })
  await expect.element(slider()).toHaveValue('30')
  expect(alert().elements()).toEqual([])
})
