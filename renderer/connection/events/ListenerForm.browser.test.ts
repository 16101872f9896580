import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
async function openDetails(...given: Parameters<typeof openConnection>) {
  const bridge = await openConnection(...given)
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

test('a port that cannot be had is said in a sentence', async () => {
  const text = 'listen EADDRINUSE: address already in use 127.0.0.1:4890'
  await openDetails(
    {},
    { webhook: { ...listening, state: 'failed', address: null, message: text } },
  )
  await expect.element(page.getByText(/^Can’t receive events: /)).toBeVisible()
  await expect.element(page.getByText(text)).not.toBeVisible()
})

test('the speed of long lists is a setting of the restaurant, and sent when the slider is released', async () => {
  const bridge = await openConnection({}, { webhook: listening })
  const pace = page.getByRole('slider', { name: /^Speed for long lists/ })
  await expect.element(pace).toHaveValue('5')
  await expect.element(page.getByText('5 pages per second')).toBeVisible()
  await pace.fill('2')
  await expect.poll(() => bridge.asked('settings.change')).toEqual([{ requestsPerSecond: 2 }])
})
