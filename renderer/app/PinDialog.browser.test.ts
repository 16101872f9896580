import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'
import { usePinRequest } from '../state/requests/pin-request.ts'
import { useScreens } from '../state/screens.ts'
import { start } from './start.ts'

let app: App | undefined
afterEach(() => app?.unmount())

const locked = { effectiveRole: 'kitchen' } as const
/**
 * The whole app on a kitchen screen, with a host that has a PIN; on the connection page by default.
 */
async function open(hash = '#/connection') {
  const bridge = new FakeBridge()
  bridge.answers['screens.get'] = sampleScreens(locked, { hasPin: true })
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['settings.change'] = { ...defaultSettings, pollSeconds: 20 }
  bridge.refusals = { 'settings.change': { code: 'not-allowed' } }
  location.hash = hash
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  // Also while the dialog is open.
  const slider = page.getByRole('slider', {
    name: 'Check for orders every',
    includeHidden: true,
  })
  const dialog = page.getByRole('dialog', { name: 'Manager’s PIN' })
  return { bridge, slider, dialog, field: dialog.getByLabelText('Manager’s PIN') }
}

async function move(slider: ReturnType<typeof page.getByRole>): Promise<void> {
  await expect.element(slider).toBeVisible()
  slider.element().focus()
  await userEvent.keyboard('{ArrowRight}')
}

test('a forbidden action runs once the PIN is right; Enter confirms', async () => {
  const { bridge, slider, dialog, field } = await open()
  await move(slider)
  await expect
    .element(dialog)
    .toMatchTextContent(/A manager can unlock this screen for five minutes/)
  await expect.element(field).toHaveFocus()
  bridge.answers['screens.unlock'] = null
  delete bridge.refusals['settings.change']
  await userEvent.keyboard('4821{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('screens.unlock')).toEqual([{ pin: '4821' }])
  await expect
    .poll(() => bridge.asked('settings.change'))
    .toEqual([{ pollSeconds: 20 }, { pollSeconds: 20 }])
  await expect.element(slider).toHaveValue('20')
})

test.for<[{ code: 'wrong-pin' | 'locked'; detail: string }, RegExp]>([
  [{ code: 'wrong-pin', detail: '4' }, /4 more tries before/],
  [{ code: 'wrong-pin', detail: '1' }, / 1 more try before/],
  [{ code: 'locked', detail: '60' }, /Try again in 60 seconds\.$/],
  [{ code: 'locked', detail: '61' }, /Try again in 2 minutes\.$/],
])('%o is said with what is left, and the field is empty again', async ([refusal, text]) => {
  const { bridge, slider, dialog, field } = await open()
  await move(slider)
  bridge.refusals['screens.unlock'] = refusal
  await field.fill('0000')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(text)
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

test('an invalid PIN is not sent to the host', async () => {
  const { bridge, slider, dialog, field } = await open()
  await move(slider)
  for (const typed of ['123', '12a4', '']) {
    await field.fill(typed)
    await expect.element(dialog.getByRole('button', { name: 'Unlock' })).toBeDisabled()
    await field.click()
    await userEvent.keyboard('{Enter}')
  }
  expect(bridge.asked('screens.unlock')).toEqual([])
})

test('without a PIN nothing is repeated, and the slider goes back', async () => {
  const { bridge, slider, dialog } = await open()
  await move(slider)
  await expect.element(slider).toHaveValue('20')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(slider).toHaveValue('15')
  expect(bridge.asked('settings.change')).toHaveLength(1)
  await expect.element(page.getByText(/^This screen isn’t allowed to do that/)).toBeInTheDocument()
})

test('the connection page names what only a manager sees, asks for no PIN, and loads once it is unlocked', async () => {
  const { bridge, dialog } = await open('#/')
  await expect.poll(() => bridge.asked('screens.get')).not.toEqual([])
  location.hash = '#/connection'
  const refused = page.getByText('Only a manager can see this.')
  // The events that couldn't be read, and the file for support.
  await expect.element(refused.nth(0)).toBeVisible()
  await expect.element(refused.nth(1)).toBeVisible()
  expect([...bridge.asked('doctor.get'), ...bridge.asked('inbox.unread')]).toEqual([])
  bridge.answers['screens.get'] = sampleScreens(
    { effectiveRole: 'manager', unlockedUntil: '2026-11-20T15:35:00.000Z' },
    { hasPin: true, all: [] },
  )
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => bridge.asked('doctor.get')).toHaveLength(1)
  expect(bridge.asked('inbox.unread')).toHaveLength(1)
  expect(dialog.elements()).toEqual([])
})

const manager = sampleScreens({ effectiveRole: 'manager' }, { hasPin: true, all: [] })
const kitchen = sampleScreens(locked, { hasPin: true })
/** Whether a PIN is requested, even if the dialog isn't loaded yet. */
const isAsking = () => app?.runWithContext(usePinRequest).asking

test('a read just after the five minutes are over asks for no PIN', async () => {
  const { bridge } = await open('#/')
  bridge.answers['screens.get'] = manager
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => app?.runWithContext(useScreens).role).toBe('manager')
  location.hash = '#/reservations'
  await expect.poll(() => bridge.asked('reservations.list')).toHaveLength(1)
  bridge.answers['screens.get'] = kitchen
  bridge.refusals['reservations.list'] = { code: 'not-allowed' }
  bridge.notify({ type: 'reservations.changed', revision: 1, days: [] })
  await expect.poll(() => app?.runWithContext(useScreens).role).toBe('kitchen')
  expect(bridge.asked('reservations.list')).toHaveLength(2)
  expect(isAsking()).toBe(false)
})

test('a read before the role of the screen is known asks for no PIN either', async () => {
  const { bridge } = await open('#/')
  const read = bridge.hold('screens.get')
  bridge.refusals['payments.read'] = { code: 'not-allowed' }
  bridge.notify({ type: 'host.replaced' })
  location.hash = '#/payments'
  await expect.poll(() => bridge.asked('payments.read')).toHaveLength(1)
  await expect
    .poll(async () => {
      await read.answerAll(kitchen)
      return location.hash
    })
    .toBe('#/')
  expect(isAsking()).toBe(false)
})

test('a rejected action that is allowed by now runs without a question', async () => {
  const { bridge, slider } = await open()
  bridge.answers['screens.get'] = manager
  await move(slider)
  await expect.poll(() => bridge.asked('settings.change')).toHaveLength(2)
  expect(isAsking()).toBe(false)
})

test('a screen on the network of a store without a PIN has nothing to type', async () => {
  const { bridge, slider, dialog, field } = await open('#/')
  bridge.answers['screens.get'] = sampleScreens(locked, { hasPin: false })
  bridge.notify({ type: 'screens.changed' })
  await expect.poll(() => app?.runWithContext(useScreens).screens?.hasPin).toBe(false)
  location.hash = '#/connection'
  await move(slider)
  await expect
    .element(dialog.getByText(/ask a manager to give this screen another role/))
    .toBeVisible()
  expect(field.elements()).toEqual([])
  await dialog.getByText('Close', { exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('screens.unlock')).toEqual([])
})
