import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { WebhookStatus } from '#contract/status/status.ts'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const listening: WebhookStatus = {
  state: 'listening',
  address: 'http://127.0.0.1:4821/',
  lastEventAt: null,
  message: null,
  tokensUsedAt: [null],
}
async function openDetails(...parameters: Parameters<typeof openConnection>) {
  const bridge = await openConnection(...parameters)
  await page.getByText('Technical details').click()
  return bridge
}
const port = () => page.getByRole('textbox', { name: 'Port' })

test('shows the port that is listened at, and where it was set from outside', async () => {
  const bridge = await openDetails({ webhookPort: 4821 }, { webhook: listening })
  await expect.element(page.getByText('http://127.0.0.1:4821/')).toBeVisible()
  await expect.element(port()).toHaveValue('4821')
  await expect.element(port()).toHaveAttribute('readonly')
  await expect
    .element(page.getByText(/^Set when Kitchen Pass was started .* 4890 is used/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => bridge.asked('settings.change'))
    .toMatchObject([{ webhookAddress: '127.0.0.1', webhookPort: 4890 }])
})

test('without a flag the port is the setting, and what is no port is not sent', async () => {
  const bridge = await openDetails({}, { webhook: listening })
  await expect.element(port()).toHaveValue('4890')
  for (const typed of ['65536', '12a', '-1']) {
    await port().fill(typed)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('Enter a port number up to 65535.')).toBeVisible()
  }
  expect(bridge.asked('settings.change')).toEqual([])
})

test.for([
  ['port', 'Port', /^Can’t receive events: this port/],
  ['address', 'Address of this computer', /^Can’t receive events: this computer doesn’t have/],
] as const)('a %s that cannot be had is said at its field', async ([failedAt, label, sentence]) => {
  const message = 'listen EADDRINUSE: address already in use 127.0.0.1:4890'
  const failed = { ...listening, state: 'failed', address: null, message } as const
  await openDetails({}, { webhook: { ...failed, failedAt } })
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: label, exact: true })).toBeInvalid()
  await expect.element(page.getByText(message)).not.toBeVisible()
})

test('a failure of a port that was set from outside, or of nobody knows what, is said above', async () => {
  const message = 'listen EADDRINUSE: address already in use 127.0.0.1:4890'
  const failed = { ...listening, state: 'failed', address: null, message } as const
  const bridge = await openDetails(
    { webhookPort: 4821 },
    { webhook: { ...failed, failedAt: 'port' } },
  )
  await expect.element(page.getByText(/^Can’t receive events: this address or port/)).toBeVisible()
  bridge.notify({ type: 'status.changed', status: { ...bridge.status, webhook: failed } })
  await expect.element(page.getByText(/^Can’t receive events: this address or port/)).toBeVisible()
})

test('an address in place of a name is said at its field, and nothing is sent', async () => {
  const bridge = await openDetails({}, { webhook: listening })
  for (const label of ['Address of this computer', 'Other host names (optional)']) {
    const field = page.getByRole('textbox', { name: label })
    await field.fill('https://kitchen.example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(field).toBeInvalid()
    await expect.element(page.getByText(/Enter names only/)).toBeVisible()
    await field.fill('kitchen.example.com')
  }
  expect(bridge.asked('settings.change')).toEqual([])
})

test('what is typed stays when another setting changes', async () => {
  const bridge = await openDetails({}, { webhook: listening })
  await port().fill('5000')
  const settings = { ...defaultSettings, pollSeconds: 60, webhookHosts: ['kitchen.example'] }
  bridge.notify({ type: 'settings.changed', settings })
  const hosts = page.getByRole('textbox', { name: 'Other host names (optional)' })
  await expect.element(hosts).toHaveValue('kitchen.example')
  await expect.element(port()).toHaveValue('5000')
})

test('the speed of long lists is a setting of the restaurant, and sent when the slider is released', async () => {
  const bridge = await openConnection({}, { webhook: listening })
  const pace = page.getByRole('slider', { name: /^Speed for long lists/ })
  await expect.element(pace).toHaveValue('5')
  await expect.element(page.getByText('5 pages per second')).toBeVisible()
  await pace.fill('2')
  await expect.poll(() => bridge.asked('settings.change')).toEqual([{ requestsPerSecond: 2 }])
})
