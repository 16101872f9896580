import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectionView } from '#contract/connection/connection.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import {
  connectionOfStore,
  openConnection,
  platformAddress,
} from '../test-support/open-connection.ts'
import { closeWall, openWall, ticketsUpTo } from '../test-support/open-wall.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'

beforeEach(() => page.viewport(1024, 768))

const outbox = { pending: 2, sending: 0, unknown: 0, needsPerson: 0 }
const noToken = { ...outbox, paused: { code: 'unauthorised', reason: 'no-token' } } as const
const dialog = () => page.getByRole('dialog', { name: 'Access key for Providencia' })
const field = () => dialog().getByLabelText('Access key', { exact: true })

/** A store without its access key, and the dialog that asks for it. */
async function openDialog(vault?: ConnectionView['vault']): Promise<FakeBridge> {
  const bridge = await openConnection(
    { hasToken: false, ...(vault && { vault }) },
    { outbox: noToken, poller: { state: 'off', lastOkAt: null, error: null } },
  )
  await page.getByRole('button', { name: 'Enter access key' }).first().click()
  await expect.element(field()).toHaveFocus()
  return bridge
}

test('without a token, the page does not say that it is connected, and offers no retry', async () => {
  await openConnection({ hasToken: false }, { outbox: noToken })
  await expect.element(page.getByText('Not connected to Providencia')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Alerts' }))
    .toMatchTextContent(/Access key missing/)
  expect(page.getByText(/^Connected to/).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^Try again/ }).elements()).toEqual([])
})

test('asks for the token alone, and is gone once it was taken', async () => {
  const bridge = await openDialog()
  await expect.element(dialog()).toMatchTextContent(new RegExp(platformAddress))
  bridge.answers['connection.saveToken'] = null
  await field().fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('connection.saveToken')).toEqual([{ token: 'token-of-the-store' }])
})

test('a token that is not taken is said at its field, which is empty again', async () => {
  const bridge = await openDialog()
  bridge.refusals['connection.saveToken'] = { code: 'not-found', reason: 'other-store' }
  await field().fill('token-of-another')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(field())
    .toHaveAccessibleDescription(/^This access key isn’t for this store\./)
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field()).toHaveValue('')
  await expect.element(field()).toHaveFocus()
  await field().fill('a')
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument()
})

test('without a network the typed token stays, and the field isn’t at fault', async () => {
  const bridge = await openDialog()
  bridge.refusals['connection.saveToken'] = { code: 'unreachable', reason: 'no-way-there' }
  await field().fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/can’t reach that address/)
  await expect.element(field()).toHaveValue('token-of-the-store')
  await expect.element(field()).not.toHaveAttribute('aria-invalid')
})

const stored = {
  safe: true,
  reason: null,
  file: '/home/ana/.config/kitchen-pass/keys.json',
} as const

test.for<[ConnectionView['vault'], RegExp]>([
  [{ safe: true, reason: null, place: 'system', file: null }, /in this computer’s keychain/],
  [{ ...stored, place: 'file' }, /in a file that only Kitchen Pass can read/],
  [{ ...stored, place: 'encrypted-file' }, /stored encrypted on this computer/],
  [
    { safe: false, reason: 'basic-text', place: 'system', file: null },
    /can’t encrypt the access key/,
  ],
])('says where the token is stored: %j', async ([vault, text]) => {
  await openDialog(vault)
  await expect.element(field()).toHaveAccessibleDescription(text)
})

test('where it can’t be stored it says so, and the help says how IT can change that', async () => {
  await openDialog({ ...stored, safe: false, reason: 'open-to-others', place: 'file' })
  await expect.element(field()).toHaveAccessibleDescription(/Enter it again after each restart/)
  await field().fill('half-typed')
  await dialog().getByRole('button', { name: 'How to store the access key' }).click()
  const help = page.getByRole('dialog', { name: 'Store the access key' })
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(field()).toHaveValue('half-typed')
})

test('the Connection page names the reason and the key file', async () => {
  await openConnection({ vault: { ...stored, safe: false, reason: 'not-ours', place: 'file' } })
  await expect.element(page.getByText(/belongs to another user of this computer/)).toBeVisible()
  await expect.element(page.getByText(`Key file: ${stored.file}`)).toBeVisible()
  await page.getByRole('button', { name: 'How to store the access key' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Store the access key' })).toBeVisible()
})

/** The wall of a store whose access key is missing. */
async function openWallWithoutKey(role: 'kitchen' | 'manager'): Promise<FakeBridge> {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: role }, { hasPin: true })
  bridge.answers['connection.get'] = {
    ...connectionOfStore,
    hasToken: false,
    vault: { safe: false, reason: 'session-only', place: 'memory', file: null },
  }
  bridge.status = { ...bridge.status, outbox: noToken }
  location.hash = '#/'
  onTestFinished(closeWall)
  await openWall(bridge)
  return bridge
}
const row = () => page.getByRole('region', { name: 'Alerts' })

test('one tap on the wall leads to the field; the list is beside it', async () => {
  await openWallWithoutKey('manager')
  await row()
    .getByRole('button', { name: /Access key missing Enter access key/ })
    .click()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await row().getByRole('button', { name: '1 alert needs attention', exact: true }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Alerts' }))
    .toMatchTextContent(/Until it is entered, orders may not arrive/)
})

test('on a cook’s screen it says who can do it, and a manager’s PIN leads on', async () => {
  const bridge = await openWallWithoutKey('kitchen')
  await row()
    .getByRole('button', { name: /Access key missing/ })
    .click()
  await expect.element(dialog()).toMatchTextContent(/Only a manager can enter the access key/)
  await expect.element(field()).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Enter PIN' }).click()
  bridge.answers['screens.unlock'] = null
  bridge.answers['screens.get'] = sampleScreens({ effectiveRole: 'manager' }, { hasPin: true })
  await page.getByRole('textbox', { name: 'Manager’s PIN' }).fill('4821')
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveFocus()
})

test('another screen has given it: the dialog goes by itself', async () => {
  const bridge = await openDialog()
  bridge.notify({
    type: 'status.changed',
    status: { ...bridge.status, outbox: { ...outbox, paused: null } },
  })
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('Escape leaves everything as it is', async () => {
  const bridge = await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('connection.saveToken')).toEqual([])
})
