import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ConnectionView } from '#contract/connection/connection.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { AppError } from '#contract/shared/result.ts'
import { connectionOfStore, openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const relay: ConnectionView['relay'] = {
  storeName: 'Colón',
  websiteId: 'site-1',
  servers: ['relay.example.com', 'relay-2.example.com'],
}
const way = () => page.getByRole('radio', { name: /chain’s relay$/ })

async function choose(text: string): Promise<void> {
  const input = page.getByLabelText('Choose the file')
  await userEvent.upload(input, new File([text], 'colon.json', { type: 'application/json' }))
}

test('the file of a relay is chosen, and the host stores it', async () => {
  const bridge = await openConnection()
  await way().click()
  await expect.element(page.getByText(/^Your chain’s relay stores/)).toBeVisible()
  bridge.answers['connection.useRelay'] = null
  bridge.answers['connection.get'] = { ...connectionOfStore, relay }
  await choose('{"kind":"kitchen-pass-relay"}')
  await expect
    .poll(() => bridge.asked('connection.useRelay'))
    .toEqual([{ file: '{"kind":"kitchen-pass-relay"}' }])
  bridge.notify({ type: 'connection.changed' })
  await expect.element(page.getByText('Events for Colón come through the relay')).toBeVisible()
  await expect
    .element(page.getByText('Servers: relay.example.com, relay-2.example.com'))
    .toBeVisible()
  await expect.element(way()).toBeChecked()
})

test.for<[AppError, RegExp]>([
  [{ code: 'bad-input', detail: 'token' }, /^This isn’t a file for a relay/],
  [
    { code: 'not-found', reason: 'other-store', detail: 'Providencia' },
    /^This file is for another store/,
  ],
  [{ code: 'unreachable' }, /hasn’t said yet which store this is/],
  [{ code: 'no-vault' }, /./],
])('a file that the host refuses: %o', async ([error, sentence]) => {
  const bridge = await openConnection()
  await way().click()
  bridge.refusals['connection.useRelay'] = error
  await choose('{}')
  await expect.element(page.getByRole('alert').getByText(sentence).first()).toBeVisible()
  await expect.element(way()).toBeChecked()
})

test('a file that is too large is not sent', async () => {
  const bridge = await openConnection()
  await way().click()
  await choose('x'.repeat(200_000))
  await expect.element(page.getByText(/^This isn’t a file for a relay/)).toBeVisible()
  expect(bridge.asked('connection.useRelay')).toEqual([])
})

test('leaving the relay asks first', async () => {
  const bridge = await openConnection({ relay })
  await page.getByRole('button', { name: 'Stop using the relay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop using the relay?' })
  await dialog.getByRole('button', { name: 'Keep using it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('connection.leaveRelay')).toEqual([])
  await page.getByRole('button', { name: 'Stop using the relay' }).click()
  bridge.answers['connection.leaveRelay'] = null
  bridge.answers['connection.get'] = connectionOfStore
  await dialog.getByRole('button', { name: 'Stop using the relay' }).click()
  await expect.poll(() => bridge.asked('connection.leaveRelay')).toEqual([{}])
  bridge.notify({ type: 'connection.changed' })
  await expect.element(page.getByRole('radio', { name: /^It hasn’t|^Not set up/ })).toBeChecked()
})

test('another way takes the place of the relay once a person has confirmed', async () => {
  const bridge = await openConnection({ relay })
  bridge.answers['settings.get'] = defaultSettings
  await page.getByRole('radio', { name: 'It has a public address' }).click()
  // The page behind the dialog is hidden from screen readers.
  const behind = page.getByRole('radio', { name: /chain’s relay$/, includeHidden: true })
  await expect.element(behind).toBeChecked()
  bridge.answers['connection.leaveRelay'] = null
  bridge.answers['connection.get'] = connectionOfStore
  await page.getByRole('dialog').getByRole('button', { name: 'Stop using the relay' }).click()
  await expect.element(page.getByLabelText('Public address')).toBeVisible()
})
