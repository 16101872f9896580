import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TestEventOutcome } from '#contract/connection.ts'
import type { PollerStatus, WebhookStatus } from '#contract/status/status.ts'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const listening: WebhookStatus = {
  state: 'listening',
  address: 'http://127.0.0.1:4821/',
  lastEventAt: null,
  message: null,
  tokensUsedAt: [null],
}

async function openPublic(hasWebhookToken = true) {
  const bridge = await openConnection({ hasWebhookToken }, { webhook: listening })
  await page.getByRole('radio', { name: 'It has a public address' }).click()
  await page.getByLabelText('Public address').fill('kitchen.example.com')
  return bridge
}
const send = () => page.getByRole('button', { name: 'Send a test event' }).click()

test('technical words are folded away', async () => {
  await openConnection({}, { webhook: listening })
  await expect.element(page.getByText('Technical details')).toBeVisible()
  await expect.element(page.getByText('http://127.0.0.1:4821/')).not.toBeVisible()
  await expect.element(page.getByLabelText('Public address')).not.toBeInTheDocument()
})

const fresh: PollerStatus = { state: 'fresh', lastOkAt: new Date().toISOString(), error: null }

test('the order list is enough only where the platform has one', async () => {
  const bridge = await openConnection({}, { webhook: listening, poller: fresh })
  const enough = page.getByRole('radio', { name: /the order list is enough$/ })
  await expect.element(enough).toBeChecked()
  bridge.notify({
    type: 'status.changed',
    status: { ...bridge.status, poller: { ...fresh, state: 'unsupported' } },
  })
  await expect.element(page.getByText(/^Your platform has no order list/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Not set up yet' })).toBeChecked()
  await expect.element(enough).not.toBeInTheDocument()
})

test('a test event makes the name known, and says that it came back', async () => {
  const bridge = await openPublic()
  bridge.answers['connection.testEvents'] = 'arrived'
  await send()
  await expect.element(page.getByText(/The test event came back to this computer/)).toBeVisible()
  expect(bridge.asked('settings.change')).toEqual([{ webhookHosts: ['kitchen.example.com'] }])
  expect(bridge.asked('connection.testEvents')).toEqual([{ address: 'kitchen.example.com' }])
})

test.for<[TestEventOutcome, RegExp]>([
  ['no-address', /This isn’t a valid address/],
  ['unencrypted', /This address isn’t encrypted/],
  ['wrong-bearer', /doesn’t know its token/],
  ['unknown-name', /under a name that this computer doesn’t know/],
  ['other-answer', /Something else answers at this address/],
  ['no-answer', /Nothing answers at this address/],
])('%s is said at the address', async ([outcome, sentence]) => {
  const bridge = await openPublic()
  bridge.answers['connection.testEvents'] = outcome
  await send()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByLabelText('Public address')).toBeInvalid()
})

test('waiting ends with the next event, and says when it came', async () => {
  const bridge = await openPublic()
  await page.getByRole('button', { name: 'Wait for an event' }).click()
  await expect.element(page.getByText(/Waiting for an event from the platform/)).toBeVisible()
  const lastEventAt = new Date().toISOString()
  bridge.status = { ...bridge.status, webhook: { ...listening, lastEventAt } }
  bridge.notify({ type: 'status.changed', status: bridge.status })
  await expect.element(page.getByText(/An event came at \d/)).toBeVisible()
})

test('without a token for events it says that none is accepted', async () => {
  await openPublic(false)
  await expect.element(page.getByText(/No token for events is saved/)).toBeVisible()
})
