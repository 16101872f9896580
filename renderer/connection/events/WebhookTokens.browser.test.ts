import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Status, WebhookStatus } from '#contract/status/status.ts'
import { readCode } from '../../test-support/read-code.ts'
import { makeToken } from './make-token.ts'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const listening = (...tokensUsedAt: (string | null)[]): { webhook: WebhookStatus } => ({
  webhook: {
    state: 'listening',
    address: 'http://127.0.0.1:4821/',
    lastEventAt: null,
    message: null,
    tokensUsedAt,
  },
})
const open = async (status: Partial<Status>) => {
  const bridge = await openConnection({}, status)
  await page.getByText('Technical details').click()
  return bridge
}
const removeButton = (n: number) => page.getByRole('button', { name: `Remove token ${String(n)}` })

test('the second token is added beside the first, which can’t be removed', async () => {
  const bridge = await open(listening(ago(3)))
  bridge.answers['connection.addWebhookToken'] = null
  await expect.element(page.getByText('Last used 3 min ago')).toBeVisible()
  expect(removeButton(1).elements()).toEqual([])
  const field = page.getByLabelText('Or type the second token')
  const add = page.getByRole('button', { name: 'Add token' })
  await field.fill('short')
  await expect.element(add).toBeDisabled()
  await field.fill('the-new-token')
  await add.click()
  await expect
    .poll(() => bridge.asked('connection.addWebhookToken'))
    .toEqual([{ token: 'the-new-token' }])
  await expect.element(field).toHaveValue('')
})

test('a token that the host refuses stays typed, with the reason', async () => {
  const bridge = await open(listening(null))
  bridge.refusals['connection.addWebhookToken'] = {
    code: 'bad-input',
    reason: 'bad-token',
    detail: 'token',
  }
  await page.getByLabelText('Or type the second token').fill('not a token at all')
  await page.getByRole('button', { name: 'Add token' }).click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect
    .element(page.getByLabelText('Or type the second token'))
    .toHaveValue('not a token at all')
})

test('of two tokens, the one in use is named, and either can be removed', async () => {
  const bridge = await open(listening(ago(90), ago(2)))
  bridge.answers['connection.removeWebhookToken'] = null
  await expect.element(page.getByText('Last used 2 min ago')).toBeVisible()
  await expect.element(page.getByText('Last used 1 h ago')).toBeVisible()
  expect(page.getByText(/Senders use this one/).elements()).toHaveLength(1)
  expect(page.getByLabelText('Or type the second token').elements()).toEqual([])
  await removeButton(1).click()
  await expect.poll(() => bridge.asked('connection.removeWebhookToken')).toEqual([{ nth: 0 }])
  await expect.element(page.getByText('Token removed')).toBeVisible()
})

test('a token is made here, shown once with its header, and readable by a phone only after a warning', async () => {
  const bridge = await open(listening())
  bridge.answers['connection.addWebhookToken'] = null
  await expect.element(page.getByText(/^No token yet, so no event/)).toBeVisible()
  await page.getByRole('button', { name: 'Make a token' }).click()
  const newToken = page.getByRole('region', { name: 'New token' })
  await expect.element(newToken).toBeVisible()
  const [{ token } = { token: '' }] = bridge.asked('connection.addWebhookToken') as {
    token: string
  }[]
  expect(token).toMatch(/^[\w-]{32}$/)
  await expect.element(newToken.getByText(token, { exact: true })).toBeVisible()
  await expect.element(newToken.getByText(`Authorization: Bearer ${token}`)).toBeVisible()
  expect(page.getByRole('img', { name: /^QR code/ }).elements()).toEqual([])
  await newToken.getByRole('button', { name: 'Show QR code' }).first().click()
  await expect
    .element(newToken.getByText(/Whoever photographs this code has the token/))
    .toBeVisible()
  expect(await readCode('QR code: Token')).toBe(token)
  await newToken.getByRole('button', { name: 'I’ve copied it' }).click()
  await expect.element(newToken).not.toBeInTheDocument()
  expect(document.body.innerHTML).not.toContain(token)
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain(token)
})

test('a made token that the host refuses is not shown, and the reason is at its button', async () => {
  const bridge = await open(listening(null))
  bridge.refusals['connection.addWebhookToken'] = { code: 'too-late' }
  await page.getByRole('button', { name: 'Make a second token' }).click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  expect(page.getByRole('region', { name: 'New token' }).elements()).toEqual([])
  await expect.element(page.getByLabelText('Or type the second token')).not.toBeInvalid()
})

test('two made tokens differ', () => {
  expect(makeToken()).not.toBe(makeToken())
})
