import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { App } from 'vue'
import type { Computer } from '#contract/bridge.ts'
import { fail } from '#contract/shared/result.ts'
import { defaultSettings, type Preferences } from '#contract/settings/settings.ts'
import { start } from '../../app/start.ts'
import { fakeComputer, FakeBridge } from '../../test-support/fake-bridge.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'

const device = cdp() as unknown as { send(method: string, how: object): Promise<unknown> }
const { targetInfo } = (await device.send('Target.getTargetInfo', {})) as {
  targetInfo: { browserContextId: string }
}

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
  vi.restoreAllMocks()
})

interface Opening {
  computer: Computer | null
  hasPin: boolean
  stored: Partial<Preferences>
  role: 'manager' | 'kitchen'
  address: string
}

/** The whole app in a browser or in the desktop's window, at the settings of this screen. */
async function open({
  computer = null,
  hasPin = false,
  stored = {},
  role = 'manager',
  address = '/setup/this-screen',
}: Partial<Opening> = {}): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.computer = computer
  bridge.preferences = { ...bridge.preferences, ...stored }
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: role }, { hasPin })
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

const row = (name: string) => page.getByRole('switch', { name })
const awake = () => row('Keep the screen on')
const autostart = () => row('Start with the computer')
const kiosk = () => row('Kiosk mode')
const leave = () => page.getByRole('button', { name: 'Leave kiosk mode' })

/** Lets this page keep the screen on, or not; returns the locks that it gets from now on. */
async function setPermission(setting: 'granted' | 'denied'): Promise<WakeLockSentinel[]> {
  await device.send('Browser.setPermission', {
    permission: { name: 'screen-wake-lock' },
    setting,
    browserContextId: targetInfo.browserContextId,
  })
  const locks: WakeLockSentinel[] = []
  const request = navigator.wakeLock.request.bind(navigator.wakeLock)
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async (type) => {
    const lock = await request(type)
    locks.push(lock)
    return lock
  })
  return locks
}
const released = (locks: readonly WakeLockSentinel[]) => locks.map((lock) => lock.released)

test('a browser keeps the screen on from the start, in every room, until its setting says no', async () => {
  const locks = await setPermission('granted')
  const bridge = await open({ address: '/stock' })
  await expect.poll(() => released(locks)).toEqual([false])
  // Before the first room is open, the router doesn't see another address.
  await expect.element(page.getByRole('heading', { name: '86 board' })).toBeVisible()
  location.hash = '#/setup/this-screen'
  await expect.element(awake()).toBeChecked()
  await awake().click()
  await expect.poll(() => released(locks)).toEqual([true])
  expect(bridge.preferences.keepAwake).toBe(false)
  await awake().click()
  await expect.poll(() => released(locks)).toEqual([true, false])
  app?.unmount()
  await expect.poll(() => released(locks)).toEqual([true, true])
})

test('a lock that comes after the setting says no is given back', async () => {
  const locks = await setPermission('granted')
  await open()
  await expect.poll(() => released(locks)).toEqual([false])
  await expect.element(awake()).toBeVisible()
  for (let tap = 0; tap < 5; tap++) {
    const button = awake().element()
    if (button instanceof HTMLElement) button.click()
  }
  await expect.element(awake()).not.toBeChecked()
  await expect.poll(() => released(locks).filter((isReleased) => !isReleased)).toEqual([])
})

test('after the page was hidden it asks for the lock again', async () => {
  const locks = await setPermission('granted')
  await open()
  await expect.poll(() => released(locks)).toEqual([false])
  const state = vi.spyOn(document, 'visibilityState', 'get')
  const become = (visibility: DocumentVisibilityState): void => {
    state.mockReturnValue(visibility)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  become('hidden')
  await expect.poll(() => released(locks)).toEqual([true])
  become('visible')
  await expect.poll(() => released(locks)).toEqual([true, false])
})

test('where the browser doesn’t allow it, the setting says so and what to do', async () => {
  await setPermission('denied')
  await open()
  const note = page.getByText(/^This browser can’t keep the screen on now/)
  await expect.element(note).toBeVisible()
  await awake().click()
  await expect.element(note).not.toBeInTheDocument()
})

test('the desktop app does it itself, so its page asks for nothing', async () => {
  const locks = await setPermission('granted')
  const bridge = await open({ computer: fakeComputer() })
  await expect.element(awake()).toBeChecked()
  await awake().click()
  await expect.poll(() => bridge.preferences.keepAwake).toBe(false)
  await awake().click()
  await expect.poll(() => bridge.preferences.keepAwake).toBe(true)
  expect(locks).toEqual([])
})

test('a browser has no kiosk mode, and says how the service starts', async () => {
  await open({ stored: { kiosk: true } })
  await expect.element(page.getByText(/runs as a service of this computer/)).toBeVisible()
  expect(autostart().elements()).toEqual([])
  expect(kiosk().elements()).toEqual([])
  await page.getByRole('button', { name: 'How IT sets it up' }).click()
  await expect
    .element(page.getByRole('dialog').getByRole('heading', { name: 'Run without a desktop' }))
    .toBeVisible()
})

test('the switch shows what the system has, also after somebody changed it there', async () => {
  let system: 'on' | 'off' = 'on'
  const computer = fakeComputer()
  await open({
    computer: { ...computer, readAutostart: () => Promise.resolve({ ok: true, value: system }) },
  })
  await expect.element(autostart()).toBeChecked()
  system = 'off'
  dispatchEvent(new Event('focus'))
  await expect.element(autostart()).not.toBeChecked()
  await autostart().click()
  await expect.element(autostart()).toBeChecked()
})

test('a system that doesn’t allow it, has no such setting, or a refusal: each has its sentence', async () => {
  await open({ computer: fakeComputer('off', () => ({ ok: true, value: 'blocked' })) })
  await autostart().click()
  await expect.element(page.getByText(/^The system doesn’t allow it/)).toBeVisible()
  await expect.element(autostart()).not.toBeChecked()
  app?.unmount()
  await open({ computer: fakeComputer('unsupported') })
  await expect.element(page.getByText(/Add it to the startup programs/)).toBeVisible()
  expect(autostart().elements()).toEqual([])
  app?.unmount()
  await open({ computer: fakeComputer('off', () => fail('not-allowed')) })
  await autostart().click()
  await expect.element(page.getByText(/Ask a manager/)).toBeVisible()
  await expect.element(autostart()).not.toBeChecked()
})

test('kiosk mode without a PIN warns that anybody can leave it, and leads to the PIN', async () => {
  const bridge = await open({ computer: fakeComputer() })
  const warning = page.getByText('No PIN is set, so anybody can leave kiosk mode.')
  await expect.element(kiosk()).not.toBeChecked()
  expect(warning.elements()).toEqual([])
  await kiosk().click()
  await expect.element(kiosk()).toBeChecked()
  await expect.element(warning).toBeVisible()
  expect(bridge.preferences.kiosk).toBe(true)
  await page.getByRole('link', { name: 'Set PIN' }).click()
  await expect.element(page.getByLabelText('New PIN')).toBeVisible()
  app?.unmount()
  await open({ computer: fakeComputer(), stored: { kiosk: true }, hasPin: true })
  await expect.element(kiosk()).toBeChecked()
  expect(warning.elements()).toEqual([])
})

test('kiosk mode that could not be changed stays as it is, and says why', async () => {
  const bridge = await open({ computer: fakeComputer(), hasPin: true })
  bridge.preferencesRefusal = { code: 'storage' }
  await kiosk().click()
  await expect.element(page.getByText(/^Couldn’t save/)).toBeVisible()
  await expect.element(kiosk()).not.toBeChecked()
})

test('a kitchen screen leaves kiosk mode from its navigation, with the PIN', async () => {
  const bridge = await open({
    computer: fakeComputer(),
    stored: { kiosk: true },
    hasPin: true,
    role: 'kitchen',
    address: '/stock',
  })
  bridge.preferencesRefusal = { code: 'not-allowed' }
  await leave().click()
  const dialog = page.getByRole('dialog', { name: 'Manager’s PIN' })
  await expect.element(dialog).toBeVisible()
  expect(bridge.preferences.kiosk).toBe(true)
  bridge.answers['screens.unlock'] = null
  bridge.preferencesRefusal = null
  await dialog.getByLabelText('Manager’s PIN').fill('48213')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => bridge.preferences.kiosk).toBe(false)
  await expect.element(leave()).not.toBeInTheDocument()
})

test('a screen with Settings, or out of kiosk mode, has no such entry', async () => {
  await open({ computer: fakeComputer(), stored: { kiosk: true }, hasPin: true, address: '/stock' })
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  // It comes with the entry, a moment later than the rest.
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  expect(leave().elements()).toEqual([])
  app?.unmount()
  await open({ computer: fakeComputer(), hasPin: true, role: 'kitchen', address: '/stock' })
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  expect(leave().elements()).toEqual([])
})
