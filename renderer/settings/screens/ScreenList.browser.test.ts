import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Screens } from '#contract/screens/screens.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { start } from '../../app/start.ts'

let app: App | undefined
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const all: NonNullable<Screens['all']> = [
  {
    id: 'grill',
    name: 'Parrilla',
    role: 'kitchen',
    isConnected: true,
    // The list was read a while ago.
    lastSeenAt: new Date(Date.now() - 8 * 60_000).toISOString(),
    network: null,
  },
  {
    id: 'till',
    name: '',
    role: 'kitchen',
    isConnected: false,
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    network: null,
  },
]
const unlocked = sampleScreens(
  { name: 'Parrilla', unlockedUntil: '2026-11-20T15:35:00.000Z' },
  { hasPin: true, all },
)

/** The whole app with a host, on a Settings section. */
async function open(screens: Screens, section = 'screens') {
  const bridge = new FakeBridge()
  for (const name of [
    'screens.assign',
    'screens.forget',
    'screens.setPin',
    'screens.removePin',
    'screens.lock',
  ] as const)
    bridge.answers[name] = null
  bridge.answers['screens.get'] = screens
  location.hash = `#/setup/${section}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return { bridge, settings: page.getByRole('main') }
}

const row = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
const drawer = page.getByRole('dialog')

test('without a PIN screens have names and no roles; a name that is there twice is said', async () => {
  const twice = all.map((screen) => ({ ...screen, name: 'Parrilla' }))
  await open(sampleScreens({ name: 'Parrilla' }, { all: twice }))
  await row(/^Parrilla This screen Connected now$/).click()
  await expect.element(drawer.getByText(/There is already a screen called/)).toBeVisible()
  expect(drawer.getByRole('radio').elements()).toEqual([])
})

test('without a PIN Settings says so, and sets one', async () => {
  const { bridge, settings } = await open(
    sampleScreens({}, { all: all.slice(0, 1) }),
    'this-screen',
  )
  await expect.element(settings.getByText(/^No PIN set/)).toBeVisible()
  location.hash = '#/setup/screens'
  const set = settings.getByRole('button', { name: 'Set PIN' })
  await expect.element(set).toBeVisible()
  expect(settings.getByText('All screens').elements()).toEqual([])
  await settings.getByRole('textbox', { name: 'New PIN' }).fill('123')
  await expect.element(set).toBeDisabled()
  const [pin, again] = ['New PIN', 'Repeat PIN'].map((name) =>
    settings.getByRole('textbox', { name }),
  )
  await pin?.fill('48213')
  await again?.fill('48231')
  await userEvent.keyboard('{Enter}')
  await expect.element(settings.getByText(/The two PINs are different/)).toBeVisible()
  expect(bridge.asked('screens.setPin')).toEqual([])
  await again?.fill('48213')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('screens.setPin')).toEqual([{ pin: '48213' }])
  await expect.element(settings.getByRole('textbox', { name: 'New PIN' })).toHaveValue('')
})

test('a PIN is changed or removed, and is not shown', async () => {
  const { bridge, settings } = await open(unlocked)
  expect(settings.getByRole('textbox', { name: 'New PIN' }).elements()).toEqual([])
  await settings.getByRole('button', { name: 'Change PIN' }).click()
  await settings.getByRole('textbox', { name: 'New PIN' }).fill('99999')
  await settings.getByRole('textbox', { name: 'Repeat PIN' }).fill('99999')
  await settings.getByRole('button', { name: 'Set PIN' }).click()
  await expect.poll(() => bridge.asked('screens.setPin')).toEqual([{ pin: '99999' }])
  await settings.getByRole('button', { name: 'Remove PIN' }).click()
  await expect.poll(() => bridge.asked('screens.removePin')).toEqual([{}])
})

test('the list has name, role, and when a screen was last connected', async () => {
  await open(unlocked)
  await expect.element(row(/^Parrilla This screen Kitchen · Connected now$/)).toBeVisible()
  await expect.element(row(/^New screen Kitchen · Last seen \d+ days ago$/)).toBeVisible()
})

test('a manager names every screen, gives it a role, and takes it off the list', async () => {
  const { bridge } = await open(unlocked)
  await row(/^New screen/).click()
  await drawer.getByRole('radio', { name: /^Counter/ }).click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Caja')
  await userEvent.tab()
  await expect
    .poll(() => bridge.asked('screens.assign'))
    .toEqual([
      { screenId: 'till', name: '', role: 'counter' },
      { screenId: 'till', name: 'Caja', role: 'kitchen' },
    ])
  await drawer.getByRole('button', { name: 'Remove screen' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect.poll(() => bridge.asked('screens.forget')).toEqual([{ screenId: 'till' }])
  await expect.element(drawer).not.toBeInTheDocument()
  await row(/^Parrilla/).click()
  await expect.element(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('Parrilla')
  expect(drawer.getByRole('button', { name: 'Remove screen' }).elements()).toEqual([])
})

test('an unlocked screen says so on every view, and is locked by a tap', async () => {
  const { bridge } = await open(unlocked)
  await expect.element(page.getByText(/Unlocked until \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Lock' }).click()
  await expect.poll(() => bridge.asked('screens.lock')).toEqual([{}])
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
  await expect.element(page.getByText(/Unlocked until/)).not.toBeInTheDocument()
})

test('beside its role an unlocked screen has the lock; once it is locked, Settings leads home and says why', async () => {
  const { bridge, settings } = await open(unlocked, 'this-screen')
  await expect.element(settings.getByText('Role of this screen: Kitchen')).toBeVisible()
  await settings.getByRole('button', { name: 'Lock' }).click()
  await expect.poll(() => bridge.asked('screens.lock')).toEqual([{}])
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'kitchen' }, { hasPin: true })
  bridge.notify({ type: 'screens.changed' })
  await expect.element(page.getByText(/^Settings isn’t available on this screen/)).toBeVisible()
  await expect.poll(() => location.hash).toBe('#/')
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
})

test('a manager’s own screen has nothing to lock', async () => {
  const { settings } = await open(
    sampleScreens(
      { role: 'manager', unlockedUntil: '2026-11-20T15:35:00.000Z' },
      { hasPin: true, all },
    ),
  )
  await expect.element(settings.getByText('All screens')).toBeVisible()
  expect(page.getByText(/Unlocked until/).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Lock' }).elements()).toEqual([])
})
