import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AppError } from '#contract/result.ts'
import { openConnection, platformAddress } from '../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const address = () => page.getByLabelText('Address of the platform')
const alert = () =>
  page.elementLocator(document.querySelector('form') ?? document.body).getByRole('alert')

async function check(typed: string): Promise<void> {
  await address().fill(typed)
  await page.getByLabelText('Access token').fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
}

const seen = {
  v3Url: platformAddress,
  brand: 'Alerce',
  countryCode: 'CL',
  stores: [
    { id: 'store-1', name: 'Providencia', timeZone: 'America/Santiago' },
    { id: 'store-2', name: 'Ñuñoa', timeZone: 'America/Santiago' },
  ],
}

const words = `${platformAddress}: ENOTFOUND`
test.for<[AppError['reason'], RegExp]>([
  ['no-address', /^That is not the address of a server\..*platform\.example\/api\/v3/],
  ['no-such-name', /^This name is not found\. Check the spelling, and whether/],
  ['nobody-listens', /takes no connection\. Check the address/],
  ['not-secure', /^No secure connection can be made\./],
  ['too-slow', /^No answer came in time\./],
  ['web-page', /^A web page answered in the platform’s place\./],
  ['no-such-path', /^A server answers there, but it is not the platform\./],
  ['other-answer', /^Something else answers there/],
  ['token-refused', /^The platform does not accept the access token\. Copy it again/],
])('%s is a sentence; the raw words are behind details', async ([reason, sentence]) => {
  const bridge = await openConnection()
  bridge.refusals['connection.tryToken'] = {
    code: 'unreachable',
    ...(reason === undefined ? {} : { reason }),
    words,
  }
  await check('platfrom.example')
  await expect.element(alert()).toMatchTextContent(sentence)
  const raw = page.getByText(words)
  await expect.element(raw).not.toBeVisible()
  await page.getByText('Details').click()
  await expect.element(raw).toBeVisible()
  expect(document.body.textContent).not.toContain('It says')
})

test('says where the platform was found, and connects to that', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await expect.element(page.getByText(`Found the platform at ${platformAddress}`)).toBeVisible()
  await expect.element(address()).toHaveValue('platform.example')
  await page.getByRole('radio', { name: /Ñuñoa/ }).click()
  await page.getByRole('button', { name: 'Connect Ñuñoa' }).click()
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url: platformAddress, token: 'token-of-the-store', storeId: 'store-2' }])
})

test('what was found is forgotten once another address is typed', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  await expect.element(page.getByText(/^Found the platform at/)).toBeVisible()
  await address().fill('platform.example/')
  await expect.element(page.getByText(/^Found the platform at/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled()
})

test('what takes longer than a moment shows that it goes on', async () => {
  const bridge = await openConnection()
  bridge.answering = false
  await check('platform.example')
  await expect.element(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByText('Looking for the platform at this address…')).toBeVisible()
})

test('an address beside the platform’s is told by its name', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  await page.getByText('More addresses').click()
  await page.getByLabelText('v1 address (optional)').fill('two words')
  bridge.refusals['connection.connect'] = {
    code: 'bad-input',
    reason: 'no-address',
    words: 'v1Url',
  }
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect.element(alert()).toMatchTextContent(/About “v1 address \(optional\)”/)
})
