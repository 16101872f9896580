import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { KeyArea } from '#contract/connection/key-access.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { ConnectionView } from '#contract/connection/connection.ts'
import { openConnection, platformAddress } from '../../test-support/open-connection.ts'

beforeEach(async () => {
  sessionStorage.clear()
  await page.viewport(1024, 768)
})

async function openKeyStep(connection: Partial<ConnectionView> = {}) {
  const bridge = await openConnection(connection, {}, '/connection/key')
  await expect.element(page.getByLabelText('Platform address')).toHaveValue(platformAddress)
  return bridge
}

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
  permissions: ['admin'],
  notAllowed: [],
  skewMs: 0,
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
    const bridge = await openKeyStep()
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

test('connects to the address that was found, and forgets what was typed', async () => {
  const bridge = await openKeyStep()
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await page.getByRole('radio', { name: /Ñuñoa/ }).click()
  await page.getByRole('button', { name: 'Connect Ñuñoa' }).click()
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url: platformAddress, token: 'token-of-the-store', storeId: 'store-2' }])
})

const allowHttp = () => page.getByRole('switch', { name: 'Allow an unencrypted address (http)' })

test('an address with http is allowed by a switch that says what it risks, and only where it matters', async () => {
  const bridge = await openKeyStep()
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
  await page.getByRole('button', { name: 'Continue' }).click()
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
  const bridge = await openKeyStep({ allowHttp: true })
  bridge.answers['connection.tryToken'] = seen
  await expect.element(allowHttp()).toBeChecked()
  await allowHttp().click()
  await expect.element(allowHttp()).not.toBeChecked()
  await check('platform.example')
  expect(bridge.asked('connection.tryToken').at(-1)).not.toHaveProperty('allowHttp')
})

test('a slow check shows that it is running', async () => {
  const bridge = await openKeyStep()
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
])('%s is marked at the field that is wrong', async ([reason, detail, label]) => {
  const bridge = await openKeyStep()
  bridge.refusals['connection.tryToken'] = {
    code: 'unreachable',
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail }),
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
  const bridge = await openKeyStep()
  bridge.refusals['connection.tryToken'] = {
    code: 'unreachable',
    reason: 'too-slow',
    detail: text,
  }
  await check('platform.example')
  await expect.element(alert()).toMatchTextContent(/^It took too long to get an answer/)
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0)
})

const further = () => page.getByText('Other addresses')
const goOn = () => page.getByRole('button', { name: 'Continue' }).click()

test('a wrong additional address leads back to its field, and no message is left over', async () => {
  const bridge = await openKeyStep()
  bridge.answers['connection.tryToken'] = seen
  await further().click()
  await page.getByLabelText('v1 address (optional)').fill('two words')
  await check('platform.example')
  bridge.refusals['connection.connect'] = {
    code: 'bad-input',
    reason: 'no-address',
    detail: 'v1Url',
  }
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

test('a sales channel is connected with its tabs address and its token', async () => {
  const bridge = await openKeyStep()
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await expect.element(page.getByLabelText('Tabs address (optional)')).not.toBeVisible()
  await further().click()
  await page.getByLabelText('Tabs address (optional)').fill('platform.example/tabs')
  await page.getByLabelText('Sales channel ID (optional)').fill('tsc-1')
  const token = page.getByLabelText('Sales channel key (optional)')
  await expect.element(token).toHaveAttribute('type', 'password')
  await token.fill('token-of-the-channel')
  await check('platform.example')
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

const earlierConnection = {
  v1Url: 'https://platform.example/one',
  tabsUrl: 'https://platform.example/tabs',
  salesChannelConfigId: 'tsc-1',
  hasChannelToken: true,
}

test('known values of this platform are filled in, but never a token', async () => {
  const bridge = await openKeyStep(earlierConnection)
  bridge.answers['connection.tryToken'] = seen
  bridge.answers['connection.connect'] = null
  await further().click()
  await expect
    .element(page.getByLabelText('Tabs address (optional)'))
    .toHaveValue(earlierConnection.tabsUrl)
  await expect
    .element(page.getByLabelText('v1 address (optional)'))
    .toHaveValue(earlierConnection.v1Url)
  const token = page.getByLabelText('Sales channel key (optional)')
  await expect.element(token).toHaveValue('')
  await expect.element(token).toHaveAccessibleDescription('Leave it empty to keep the saved key.')
  await check('platform.example')
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  const { hasChannelToken: _stored, ...sent } = earlierConnection
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([{ v3Url: platformAddress, token: 'token-of-the-store', storeId: 'store-1', ...sent }])
})

test('values of one platform are not sent to another', async () => {
  const bridge = await openKeyStep(earlierConnection)
  bridge.answers['connection.tryToken'] = { ...seen, v3Url: 'https://other.example/api/v3' }
  bridge.answers['connection.connect'] = null
  await check('other.example')
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect
    .poll(() => bridge.asked('connection.connect'))
    .toEqual([
      { v3Url: 'https://other.example/api/v3', token: 'token-of-the-store', storeId: 'store-1' },
    ])
})

test.for([
  ['tabsUrl', 'Tabs address (optional)'],
  ['salesChannelConfigId', 'Sales channel ID (optional)'],
  ['channelToken', 'Sales channel key (optional)'],
])('a channel that lacks its %s is told so', async ([text = '', label = '']) => {
  const bridge = await openKeyStep()
  bridge.answers['connection.tryToken'] = seen
  await check('platform.example')
  bridge.refusals['connection.connect'] = { code: 'bad-input', detail: text }
  await page.getByRole('button', { name: 'Connect Providencia' }).click()
  await expect.element(alert()).toMatchTextContent(/^To use a sales channel/)
  await expect.element(page.getByLabelText(label)).toBeInvalid()
})

test('what was typed is there again after leaving and a reload, but never the key', async () => {
  await openKeyStep()
  await address().fill('other.example')
  await page.getByLabelText('Access key').fill('token-of-the-store')
  await page.getByRole('link', { name: 'Not now' }).click()
  await openConnection({}, {}, '/connection/key')
  await expect.element(address()).toHaveValue('other.example')
  await expect.element(page.getByLabelText('Access key')).toHaveValue('')
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('token-of-the')
})

test('an address with a password in it is not stored', async () => {
  await openKeyStep()
  await address().fill('https://me:secret@platform.example')
  await page.getByRole('link', { name: 'Not now' }).click()
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
})

test('a key with one store connects at once; what its permissions and the clock mean is said then', async () => {
  const bridge = await openKeyStep()
  const stores = seen.stores.slice(0, 1)
  const odd = { permissions: ['orders'], skewMs: 3 * 3_600_000 }
  bridge.answers['connection.tryToken'] = { ...seen, ...odd, stores }
  bridge.answers['connection.connect'] = null
  await check('platform.example')
  await expect
    .element(page.getByRole('heading', { name: 'What is this screen for?' }))
    .toHaveFocus()
  await expect.element(page.getByText(/Connected to .*Providencia/)).toBeVisible()
  await expect.element(page.getByText(/clock is 3 hours behind/)).toBeVisible()
  await expect.element(page.getByText(/^Permissions of this key: orders/)).toBeVisible()
  expect(bridge.asked('connection.connect')).toHaveLength(1)
})

test('areas that the permissions leave out are named, and whom to ask', async () => {
  const bridge = await openKeyStep()
  const notAllowed: KeyArea[] = ['reservations', 'coupons']
  bridge.answers['connection.tryToken'] = { ...seen, permissions: ['orders'], notAllowed }
  await check('platform.example')
  await expect
    .element(page.getByText(/isn’t allowed to use: Reservations, Coupons\. Ask whoever manages/))
    .toBeVisible()
  await expect.element(page.getByText(/^Permissions of this key/)).not.toBeInTheDocument()
})

test('a key without any store says so, and goes no further', async () => {
  const bridge = await openKeyStep()
  bridge.answers['connection.tryToken'] = { ...seen, stores: [] }
  await check('platform.example')
  await expect.element(page.getByText(/it has no access to any store/)).toBeVisible()
  expect(bridge.asked('connection.connect')).toEqual([])
  await goOn()
  expect(location.hash).toBe('#/connection/key')
})

test('two stores of one name are told apart without ids', async () => {
  const bridge = await openKeyStep()
  const stores = [
    { id: 'store-1', externalId: null, name: 'Centro', timeZone: 'America/Santiago' },
    { id: 'store-2', externalId: null, name: 'Centro', timeZone: 'America/Lima' },
    { id: 'store-3', externalId: null, name: 'Ñuñoa', timeZone: 'America/Lima' },
  ]
  bridge.answers['connection.tryToken'] = { ...seen, stores }
  await check('platform.example')
  await expect.element(page.getByText(/Alerce · Chile/)).toBeVisible()
  await expect.element(page.getByText(/Alerce · Peru/)).toBeVisible()
  expect(document.querySelectorAll('main [type=radio]')).toHaveLength(3)
  expect(document.querySelector('main')?.textContent).not.toMatch(/store-|America\//)
})

test('after a reload on the store step, the key is asked for again', async () => {
  await openConnection({}, {}, '/connection/store')
  await expect.element(page.getByLabelText('Access key')).toBeVisible()
})
