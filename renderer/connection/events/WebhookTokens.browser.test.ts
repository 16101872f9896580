import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WebhookStatus } from '#contract/status/status.ts'
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
const removeButton = (n: number) => page.getByRole('button', { name: `Remove token ${String(n)}` })

test('the second token is added beside the first, which can’t be removed', async () => {
  const bridge = await openConnection({}, listening(ago(3)))
  bridge.answers['connection.addWebhookToken'] = null
  await expect.element(page.getByText('Last used 3 min ago')).toBeVisible()
  expect(removeButton(1).elements()).toEqual([])
  const field = page.getByLabelText('Second token (optional)')
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
  const bridge = await openConnection({}, listening(null))
  bridge.refusals['connection.addWebhookToken'] = {
    code: 'bad-input',
    reason: 'bad-token',
    detail: 'token',
  }
  await page.getByLabelText('Second token (optional)').fill('not a token at all')
  await page.getByRole('button', { name: 'Add token' }).click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect
    .element(page.getByLabelText('Second token (optional)'))
    .toHaveValue('not a token at all')
})

test('of two tokens, the one in use is named, and either can be removed', async () => {
  const bridge = await openConnection({}, listening(ago(90), ago(2)))
  bridge.answers['connection.removeWebhookToken'] = null
  await expect.element(page.getByText('Last used 2 min ago')).toBeVisible()
  await expect.element(page.getByText('Last used 1 h ago')).toBeVisible()
  expect(page.getByText(/Senders use this one/).elements()).toHaveLength(1)
  expect(page.getByLabelText('Second token (optional)').elements()).toEqual([])
  await removeButton(1).click()
  await expect.poll(() => bridge.asked('connection.removeWebhookToken')).toEqual([{ nth: 0 }])
  await expect.element(page.getByText('Token removed')).toBeVisible()
})

test('without a token it says where to enter one', async () => {
  await openConnection({}, listening())
  await expect.element(page.getByText(/^No webhook token yet/)).toBeVisible()
})
