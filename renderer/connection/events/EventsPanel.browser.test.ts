import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TestEventOutcome } from '#contract/connection/connection.ts'
import type { PollerStatus, WebhookStatus } from '#contract/status/status.ts'
import type { OperationName } from '#contract/index.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import { readCode } from '../../test-support/read-code.ts'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const listening: WebhookStatus = {
  state: 'listening',
  address: 'http://127.0.0.1:4821/',
  lastEventAt: null,
  message: null,
  tokensUsedAt: [null],
}

/** The host stores what it is sent, and tells it. */
function storing(bridge: FakeBridge): void {
  const { call } = bridge
  bridge.call = ((name: OperationName, input: object) => {
    if (name === 'settings.change' && bridge.refusals[name] === undefined) {
      const settings = { ...defaultSettings, ...bridge.answers['settings.get'], ...input }
      bridge.answers['settings.change'] = bridge.answers['settings.get'] = settings
    }
    return call.call(bridge, name, input as never)
  }) as typeof call
}

async function openPublic(tokensUsedAt: (string | null)[] = [null]) {
  const bridge = await openConnection({}, { webhook: { ...listening, tokensUsedAt } })
  storing(bridge)
  await page.getByRole('radio', { name: 'It has a public address' }).click()
  await page.getByLabelText('Public address').fill('kitchen.example.com')
  return bridge
}
const send = () => page.getByRole('button', { name: 'Send a test event' }).click()

test('what a setup file set is shown, and can’t be changed', async () => {
  const bridge = await openConnection({}, { webhook: listening })
  storing(bridge)
  const settings = {
    ...defaultSettings,
    publicEventsAddress: 'https://kitchen.example.com',
    webhookHosts: ['kitchen.example.com'],
  }
  bridge.answers['profiles.get'] = {
    locked: true,
    settings: ['publicEventsAddress', 'webhookHosts'],
    screens: [],
    printers: [],
    keyMenuPath: null,
  }
  bridge.answers['settings.get'] = settings
  bridge.notify({ type: 'host.replaced' })
  const address = page.getByLabelText('Public address')
  await expect.element(address).toHaveValue('https://kitchen.example.com')
  await expect.element(address).toHaveAttribute('readonly')
  for (const name of [/public address$/, /enough$|^Not set up/])
    await expect.element(page.getByRole('radio', { name })).toBeDisabled()
  await expect
    .element(page.getByText('A setup file sets this. It can’t be changed here.').first())
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeEnabled()

  await page.getByText('Technical details').click()
  await expect.element(page.getByRole('textbox', { name: 'Port' })).toBeEnabled()
  const names = page.getByLabelText('Other host names (optional)')
  await expect.element(names).toHaveValue('kitchen.example.com')
  await expect.element(names).toBeDisabled()
})

test('technical words are folded away', async () => {
  await openConnection({}, { webhook: listening })
  await expect.element(page.getByText('Technical details')).toBeVisible()
  await expect.element(page.getByText('http://127.0.0.1:4821/')).not.toBeVisible()
  await expect.element(page.getByLabelText('Public address')).not.toBeInTheDocument()
})

test('a public address that another screen has stored is shown, also after "neither"', async () => {
  const bridge = await openConnection({}, { webhook: listening, poller: fresh })
  const way = page.getByRole('radio', { name: 'It has a public address' })
  await way.click()
  await page.getByRole('radio', { name: /the order list is enough$/ }).click()
  const address = 'https://kitchen.example.com'
  const settings = { ...defaultSettings, publicEventsAddress: address }
  bridge.notify({ type: 'settings.changed', settings })
  await expect.element(way).toBeChecked()
  await expect.element(page.getByLabelText('Public address')).toHaveValue(address)
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
  await expect
    .element(page.getByText(/The test event came back: the address leads to this computer/))
    .toBeVisible()
  const address = 'https://kitchen.example.com'
  expect(bridge.asked('settings.change')).toEqual([{ publicEventsAddress: address }])
  expect(bridge.asked('connection.testEvents')).toEqual([{ address }])
  await expect.element(page.getByText(/Only that event shows that the platform/)).toBeVisible()
  await send()
  expect(bridge.asked('settings.change')).toHaveLength(1)
})

test('the address is stored by itself, and "neither" drops it', async () => {
  const bridge = await openPublic()
  const save = page.getByRole('button', { name: 'Save address' })
  await save.click()
  await expect
    .element(page.getByLabelText('Public address'))
    .toHaveValue('https://kitchen.example.com')
  await expect.element(save).toBeDisabled()
  expect(bridge.asked('connection.testEvents')).toEqual([])
  await page.getByRole('radio', { name: /^It hasn’t|^Not set up/ }).click()
  await expect.element(page.getByLabelText('Public address')).not.toBeInTheDocument()
  expect(bridge.asked('settings.change').at(-1)).toEqual({ publicEventsAddress: '' })
})

test('an address that the host refuses is not tested, and "neither" that it refuses is not shown', async () => {
  const bridge = await openPublic()
  await page.getByRole('button', { name: 'Save address' }).click()
  bridge.refusals['settings.change'] = { code: 'storage' }
  await page.getByLabelText('Public address').fill('other.example.com')
  await send()
  expect(bridge.asked('connection.testEvents')).toEqual([])
  await page.getByRole('radio', { name: /^It hasn’t|^Not set up/ }).click()
  await expect.element(page.getByRole('radio', { name: 'It has a public address' })).toBeChecked()
})

test('what is entered at the platform can be copied, and read by a phone in both themes', async () => {
  const bridge = await openPublic()
  bridge.answers['connection.testEvents'] = 'arrived'
  await page.getByText('Technical details').click()
  const entry = page.getByRole('group', { name: 'Address for events', exact: true })
  await expect.element(entry).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect.element(entry.getByText('https://kitchen.example.com/')).toBeVisible()
  await entry.getByRole('button', { name: 'Show QR code' }).click()
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme
    expect(await readCode('QR code: Address for events')).toBe('https://kitchen.example.com/')
  }
  delete document.documentElement.dataset['theme']
  await expect.element(page.getByText(/Whoever photographs this code/)).not.toBeInTheDocument()
})

test.for([
  ['kitchen example', /This isn’t a valid address/],
  ['http://kitchen.example.com', /This address isn’t encrypted/],
] as const)('%s is refused at the field, and nothing is stored', async ([typed, sentence]) => {
  const bridge = await openPublic()
  await page.getByLabelText('Public address').fill(typed)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByLabelText('Public address')).toBeInvalid()
  expect(bridge.asked('settings.change')).toEqual([])
})

test.for<[TestEventOutcome, RegExp]>([
  ['wrong-bearer', /doesn’t know its token/],
  ['unknown-name', /arrived under another name\. Ask IT which name/],
  ['other-answer', /Something else answers .* to port 4821 of this computer/],
  ['no-such-name', /can’t be found\. Check the spelling/],
  ['not-secure', /no valid certificate\. Ask IT to set up https/],
  ['no-answer', /Nothing answers .* to port 4821 of this computer/],
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
  await expect.element(page.getByText(/An event from the platform came at \d/)).toBeVisible()
})

test('without a token it says that none is accepted, and opens where one is made', async () => {
  await openPublic([])
  await expect.element(page.getByText(/No token for events is saved/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Make a token' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Technical details' })).toBeVisible()
})
