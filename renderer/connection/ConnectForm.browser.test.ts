import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AppError } from '#contract/result.ts'
import { openConnection, platformAddress } from '../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const address = () => page.getByLabelText('Platform address')
const alert = () =>
  page.elementLocator(document.querySelector('form') ?? document.body).getByRole('alert')

async function check(typed: string): Promise<void> {
  await address().fill(typed)
  await page.getByLabelText('Access key').fill('token-of-the-store')
  await userEvent.keyboard('{Enter}')
}

const seen = {
  v3Url: platformAddress,
  brand: 'Alerce',
  countryCode: 'CL',
  stores: [
    { id: 'store-1', externalId: null, name: 'Providencia', timeZone: 'America/Santiago' },
    { id: 'store-2', externalId: null, name: 'Ñuñoa', timeZone: 'America/Santiago' },
  ],
}

const text = `${platformAddress}: ENOTFOUND`
test.for<[AppError['reason'], RegExp]>([
  ['no-address', /^This isn’t a valid address\..*platform\.example\/api\/v3/],
  ['no-such-name', /^This address can’t be found\. Check the spelling, and that/],
  ['nobody-listens', /doesn’t accept connections\. Check the address/],
  ['not-secure', /^Couldn’t make a secure connection\./],
  ['too-slow', /^It took too long to get an answer\./],
  ['web-page', /^A web page answered instead of the platform\./],
  ['no-such-path', /^There is a server at this address, but it isn’t the platform\./],
  ['other-answer', /^The server at this address isn’t the platform/],
  ['unencrypted', /^This address isn’t encrypted \(http\)\. Others on the network could read/],
  ['bad-token', /^This isn’t an access key: .* paste it again/],
  ['token-refused', /^The platform doesn’t accept the access key\. Copy it again/],
])(
  '%s is explained in a sentence; the raw message is behind Details',
  async ([reason, sentence]) => {
    const bridge = await openConnection()
    bridge.refusals['connection.tryToken'] = {
      code: 'unreachable',
      ...(reason === undefined ? {} : { reason }),
      detail: text,
    }
    await check('platfrom.example')
    await expect.element(alert()).toMatchTextContent(sentence)
    const raw = page.getByText(text)
    await expect.element(raw).not.toBeVisible()
    await page.getByText('Details').click()
    await expect.element(raw).toBeVisible()
    expect(document.body.textContent).not.toContain('It says')
  },
)

test('says where the platform was found, and connects to that', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await expect.element(page.getByText(`Platform found at ${platformAddress}`)).toBeVisible()
  await expect.element(address()).toHaveValue('platform.example')
  await page.getByRole('radio', { name: /Ñuñoa/ }).click()
  await page.getByRole('button', { name: 'Connect Ñuñoa' }).click()
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url: platformAddress, token: 'token-of-the-store', storeId: 'store-2' }])
})

const allowHttp = () => page.getByRole('switch', { name: 'Allow an unencrypted address (http)' })

test('an address with http is allowed by a switch that says what it risks, and only where it matters', async () => {
  const bridge = await openConnection()
  await expect.element(allowHttp()).not.toBeInTheDocument()
  bridge.refusals['connection.tryToken'] = { code: 'unreachable', reason: 'unencrypted' }
  await check('http://platform.example')
  await expect.element(allowHttp()).not.toBeChecked()
  await expect
    .element(allowHttp())
    .toHaveAccessibleDescription(
      /^Anyone on the same network can then read and change the access key/,
    )
  await allowHttp().click()
  await expect.element(allowHttp()).toBeChecked()
  delete bridge.refusals['connection.tryToken']
  const v3Url = 'http://platform.example/api/v3'
  bridge.answers['connection.tryToken'] = { ...seen, v3Url }
  bridge.answers['connection.connect'] = null
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  const leave = { token: 'token-of-the-store', allowHttp: true }
  expect(bridge.asked('connection.tryToken').at(-1)).toEqual({
    v3Url: 'http://platform.example',
    ...leave,
  })
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url, storeId: 'store-1', ...leave }])
})

test('a connection that was allowed http shows it, and takes it back', async () => {
  const bridge = await openConnection({ allowHttp: true })
  bridge.answers['connection.tryToken'] = seen
  await expect.element(allowHttp()).toBeChecked()
  await allowHttp().click()
  await expect.element(allowHttp()).not.toBeChecked()
  await check('platform.example')
  expect(bridge.asked('connection.tryToken').at(-1)).not.toHaveProperty('allowHttp')
})

test('the result of the check is cleared once another address is typed', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  await expect.element(page.getByText(/^Platform found at/)).toBeVisible()
  await address().fill('platform.example/')
  await expect.element(page.getByText(/^Platform found at/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Check', exact: true })).toBeEnabled()
})

test('a slow check shows that it is running', async () => {
  const bridge = await openConnection()
  bridge.answering = false
  await check('platform.example')
  await expect.element(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByText('Looking for the platform at this address…')).toBeVisible()
})

test.for<[AppError['reason'], string | undefined, string]>([
  ['no-address', undefined, 'Platform address'],
  ['no-such-name', text, 'Platform address'],
  ['no-such-path', text, 'Platform address'],
  ['unencrypted', text, 'Platform address'],
  ['bad-token', 'token', 'Access key'],
  ['token-refused', text, 'Access key'],
])('%s is marked at the field that is wrong', async ([reason, said, label]) => {
  const bridge = await openConnection()
  bridge.refusals['connection.tryToken'] = {
    code: 'unreachable',
    ...(reason === undefined ? {} : { reason }),
    ...(said === undefined ? {} : { detail: said }),
  }
  await check('two words')
  const field = page.getByLabelText(label)
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveFocus()
  const sentence = alert().element().querySelector('.sentence')?.textContent ?? ''
  const [noteId = ''] = field.element().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(document.getElementById(noteId)?.textContent).toContain(sentence)
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1)
  await field.fill('another')
  await expect.element(field).not.toBeInvalid()
})

test('an error that is not about a field marks none', async () => {
  const bridge = await openConnection()
  bridge.refusals['connection.tryToken'] = {
    code: 'unreachable',
    reason: 'too-slow',
    detail: text,
  }
  await check('platform.example')
  await expect.element(alert()).toMatchTextContent(/^It took too long to get an answer/)
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0)
})

test('a wrong additional address is marked at its field, and no message is left over', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  await page.getByText('More addresses and sales channel').click()
  await page.getByLabelText('v1 address (optional)').fill('two words')
  bridge.refusals['connection.connect'] = {
    code: 'bad-input',
    reason: 'no-address',
    detail: 'v1Url',
  }
  await page.getByText('More addresses and sales channel').click()
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  // Its section of the form opens.
  const field = page.getByLabelText('v1 address (optional)')
  await expect.element(field).toBeVisible()
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^This isn’t a valid address\..*\/api\/v3$/)
  await expect.element(field).toBeInvalid()
  expect(alert().element().textContent).not.toContain('v1Url')
})

test('an invalid token is marked at its field', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  bridge.refusals['connection.connect'] = {
    code: 'bad-input',
    reason: 'bad-token',
    detail: 'webhookToken',
  }
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect.element(alert()).toMatchTextContent(/^This isn’t an access key:/)
  await expect.element(page.getByLabelText('Webhook token (optional)')).toBeInvalid()
})

const further = () => page.getByText('More addresses and sales channel')

test('a sales channel is connected with its tabs address and its token', async () => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await expect.element(page.getByLabelText('Tabs address (optional)')).not.toBeVisible()
  await further().click()
  await page.getByLabelText('Tabs address (optional)').fill('platform.example/tabs')
  await page.getByLabelText('Sales channel ID (optional)').fill('tsc-1')
  const token = page.getByLabelText('Sales channel key (optional)')
  await expect.element(token).toHaveAttribute('type', 'password')
  await token.fill('token-of-the-channel')
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([
      {
        v3Url: platformAddress,
        token: 'token-of-the-store',
        storeId: 'store-1',
        tabsUrl: 'platform.example/tabs',
        salesChannelConfigId: 'tsc-1',
        channelToken: 'token-of-the-channel',
      },
    ])
})

const known = {
  v1Url: 'https://platform.example/one',
  tabsUrl: 'https://platform.example/tabs',
  salesChannelConfigId: 'tsc-1',
  hasChannelToken: true,
}

test('known values of this platform are filled in, but never a token', async () => {
  const bridge = await openConnection(known)
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await expect.element(page.getByLabelText('Tabs address (optional)')).toHaveValue(known.tabsUrl)
  await expect.element(page.getByLabelText('v1 address (optional)')).toHaveValue(known.v1Url)
  const token = page.getByLabelText('Sales channel key (optional)')
  await expect.element(token).toHaveValue('')
  await expect.element(token).toHaveAccessibleDescription('Leave it empty to keep the saved key.')
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  const { hasChannelToken: _stored, ...sent } = known
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url: platformAddress, token: 'token-of-the-store', storeId: 'store-1', ...sent }])
})

test('values of one platform are not sent to another', async () => {
  const bridge = await openConnection(known)
  bridge.answers['connection.tryToken'] = { ...seen, v3Url: 'https://other.example/api/v3' }
  await check('other.example')
  await further().click()
  for (const label of [
    'v1 address (optional)',
    'Tabs address (optional)',
    'Sales channel ID (optional)',
  ])
    await expect.element(page.getByLabelText(label)).toHaveValue('')
})

test.for([
  ['tabsUrl', 'Tabs address (optional)'],
  ['salesChannelConfigId', 'Sales channel ID (optional)'],
  ['channelToken', 'Sales channel key (optional)'],
])('a channel that lacks its %s is told so', async ([text = '', label = '']) => {
  const bridge = await openConnection()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  bridge.refusals['connection.connect'] = { code: 'bad-input', detail: text }
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect.element(alert()).toMatchTextContent(/^To use a sales channel/)
  await expect.element(page.getByLabelText(label)).toBeInvalid()
})
