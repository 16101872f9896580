import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectionView } from '#contract/connection.ts'
import type { FakeBridge } from '../test-support/fake-bridge.ts'
import { openConnection, platformAddress } from '../test-support/open-connection.ts'

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
    .toMatchTextContent(/Not connected to the platform/)
  expect(page.getByText(/^Connected to/).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^Try again/ }).elements()).toEqual([])
})

test('asks for the token alone, and is gone once it was taken', async () => {
  const bridge = await openDialog()
  await expect.element(dialog()).toMatchTextContent(new RegExp(platformAddress))
  bridge.answers['connection.giveToken'] = null
  await field().fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('connection.giveToken')).toEqual([{ token: 'token-of-the-store' }])
})

test('a token that is not taken is said in a sentence, and the field is empty again', async () => {
  const bridge = await openDialog()
  bridge.refusals['connection.giveToken'] = { code: 'not-found', reason: 'other-store' }
  await field().fill('token-of-another')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog().getByRole('alert'))
    .toMatchTextContent(/^This access key isn’t for this store\./)
  await expect.element(field()).toHaveValue('')
  await expect.element(field()).toHaveFocus()
})

test('without a key store it says for how long the token is kept', async () => {
  await openDialog({ safe: false, reason: 'session-only' })
  await expect.element(dialog()).toMatchTextContent(/each time Kitchen Pass starts/)
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
  expect(bridge.asked('connection.giveToken')).toEqual([])
})
