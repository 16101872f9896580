import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectInput } from '#contract/connection/connection.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { createSessionVault, type Vault } from '#host/core/vault.ts'
import { completeOrder } from '#platform/orders.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from '#test/support/caller.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { readProfile } from './profile.ts'
import { provisionFromEnvironment, readProvision, type Provision } from './provision.ts'
import { StoreChoice } from './store-choice.ts'

const channelToken = 'practice-channel-token'

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice()
  onTestFinished(() => platform.close())
  return platform
}

/** Starts the app on a folder. The vault stays between starts, like a keychain. */
function start(dataDir: string, vault: Vault, provision?: Provision) {
  const log = createRecordingLog()
  const choice = new StoreChoice({
    dataDir,
    vault,
    log,
    ...(provision && { provision }),
    practiceControl: () => null,
    reopen: () => Promise.resolve(),
    onReplaced: () => undefined,
    onWebhookTokens: () => undefined,
    onRelay: () => Promise.resolve(),
    owns: () => null,
    settings: () => defaultSettings,
    onProfiles: () => undefined,
  })
  return Object.assign(choice, { log })
}

const parts = (platform: Practice): ConnectInput => ({
  v3Url: platform.v3,
  tabsUrl: platform.tabs,
  token: platform.token,
  storeId: platform.storeId,
  salesChannelConfigId: platform.salesChannelConfigId,
  channelToken: platform.channelToken,
})

const connect = ({ handlers }: StoreChoice, input: ConnectInput) =>
  handlers['connection.connect'](input, manager)
const view = async ({ handlers }: StoreChoice): Promise<unknown> =>
  handlers['connection.get']({}, manager)

/** Completes an order of the channel with the host's current connection. */
async function complete(choice: StoreChoice): Promise<unknown> {
  const connection = choice.chosen()?.connection
  const salesChannelConfigId = connection?.salesChannelConfigId
  if (connection === null || connection === undefined) throw new Error('no connection')
  if (typeof salesChannelConfigId !== 'string') return 'no channel'
  const params = { salesChannelConfigId }
  return completeOrder(connection, { params, body: { integrationOrderId: 'web-1001' } })
}

const completed = { ok: true, value: { order: { integrationOrderId: 'web-1001' } } }

test('is kept over a restart, its token in the vault alone, and completes an order', async () => {
  const platform = await openPlatform()
  const folder = temporaryFolder()
  const vault = createSessionVault()
  const first = start(folder, vault)
  expect(await connect(first, parts(platform))).toEqual(ok(null))
  const again = start(folder, vault)
  expect(await complete(again)).toMatchObject(completed)
  expect(platform.effects()).toEqual([
    { operation: 'complete-order', subject: 'web-1001', count: 1 },
  ])
  expect(vault.read('channel-token')).toBe(channelToken)
  const seen = await view(again)
  expect(seen).toMatchObject({
    value: {
      hasChannelToken: true,
      salesChannelConfigId: platform.salesChannelConfigId,
      tabsUrl: platform.tabs,
    },
  })
  const file = readFileSync(join(folder, 'connection.json'), 'utf8')
  expect(file).toContain(platform.salesChannelConfigId)
  for (const reported of [file, JSON.stringify(seen), first.log.text(), again.log.text()])
    expect(reported).not.toContain(channelToken)
})

test('a vault that forgets leaves the channel without its token, and nothing is sent', async () => {
  const platform = await openPlatform()
  const folder = temporaryFolder()
  await connect(start(folder, createSessionVault()), parts(platform))
  const vault = createSessionVault()
  await vault.write('platform-token', platform.token)
  const again = start(folder, vault)
  expect(await view(again)).toMatchObject({ value: { hasToken: true, hasChannelToken: false } })
  expect(await complete(again)).toMatchObject({
    failure: { kind: 'invalid', message: 'tabs: its token is not known' },
  })
  // The channel is the same, so the rest can be connected without its token.
  const { channelToken: _later, ...others } = parts(platform)
  expect(await connect(again, others)).toEqual(ok(null))
  const provision = readProvision(
    provisionFromEnvironment({ KITCHEN_PASS_CHANNEL_TOKEN: channelToken }),
  )
  if (!provision.ok) throw new Error(provision.error.detail)
  await vault.write('platform-token', platform.token)
  expect(await complete(start(folder, vault, provision.value))).toMatchObject(completed)
})

test('a connection from before there was a channel is read', async () => {
  const platform = await openPlatform()
  const folder = temporaryFolder()
  const { v3: v3Url, storeId } = platform
  const old = { mode: 'store', v3Url, v1Url: null, tabsUrl: null, storeId, dialect: {} }
  writeFileSync(join(folder, 'connection.json'), JSON.stringify(old))
  expect(readProfile(folder)).toEqual({
    ...old,
    salesChannelConfigId: null,
    allowHttp: false,
    setup: null,
  })
  const vault = createSessionVault()
  await vault.write('platform-token', platform.token)
  const choice = start(folder, vault)
  expect(choice.chosen()).toMatchObject({ storeId, connection: { v3Url, channelToken: null } })
  expect(await complete(choice)).toBe('no channel')
})

describe('another channel', () => {
  test('a token that is left out stays with its channel', async () => {
    const platform = await openPlatform()
    const choice = start(temporaryFolder(), createSessionVault())
    await connect(choice, parts(platform))
    const { channelToken: _same, ...others } = parts(platform)
    expect(await connect(choice, others)).toEqual(ok(null))
    expect(await complete(choice)).toMatchObject(completed)
  })

  test.each<[string, (platform: Practice) => Partial<ConnectInput>]>([
    ['another id', () => ({ salesChannelConfigId: 'tsc-another' })],
    ['another tabs address', ({ tabs }) => ({ tabsUrl: `${tabs}/more` })],
  ])('of %s gets no token but its own', async (_title, change) => {
    const platform = await openPlatform()
    const choice = start(temporaryFolder(), createSessionVault())
    await connect(choice, parts(platform))
    const { channelToken: _left, ...others } = { ...parts(platform), ...change(platform) }
    expect(await connect(choice, others)).toEqual(fail('bad-input', 'channelToken'))
    expect(await complete(choice)).toMatchObject(completed)
  })

  test('on another platform gets no token but its own', async () => {
    const [platform, other] = [await openPlatform(), await openPlatform()]
    const choice = start(temporaryFolder(), createSessionVault())
    await connect(choice, parts(platform))
    const { channelToken: _left, ...others } = parts(other)
    expect(await connect(choice, { ...others, tabsUrl: platform.tabs })).toEqual(
      fail('bad-input', 'channelToken'),
    )
    const { salesChannelConfigId: _id, ...withoutChannel } = others
    expect(await connect(choice, withoutChannel)).toEqual(ok(null))
    expect(choice.chosen()?.connection).toMatchObject({
      channelToken: null,
      salesChannelConfigId: null,
    })
    expect(await view(choice)).toMatchObject({ value: { hasChannelToken: false } })
  })

  test.each<[string, keyof ConnectInput]>([
    ['its id', 'salesChannelConfigId'],
    ['the tabs address', 'tabsUrl'],
    ['its token', 'channelToken'],
  ])('without %s is not taken, and nothing is kept', async (_title, missing) => {
    const platform = await openPlatform()
    const vault = createSessionVault()
    const choice = start(temporaryFolder(), vault)
    const { [missing]: _left, ...others } = parts(platform)
    expect(await connect(choice, others as ConnectInput)).toEqual(fail('bad-input', missing))
    expect(choice.chosen()).toBeNull()
    expect([vault.read('platform-token'), vault.read('channel-token')]).toEqual([null, null])
  })
})

describe('given from outside', () => {
  const env = ({ v3, tabs, token, storeId, salesChannelConfigId }: Practice) => ({
    KITCHEN_PASS_V3_URL: v3,
    KITCHEN_PASS_TABS_URL: tabs,
    KITCHEN_PASS_TOKEN: token,
    KITCHEN_PASS_STORE: storeId,
    KITCHEN_PASS_CHANNEL_ID: salesChannelConfigId,
    KITCHEN_PASS_CHANNEL_TOKEN: channelToken,
  })

  test('completes an order, and is kept nowhere', async () => {
    const folder = temporaryFolder()
    const provision = readProvision(provisionFromEnvironment(env(await openPlatform())))
    if (!provision.ok) throw new Error(provision.error.detail)
    const vault = createSessionVault()
    expect(await complete(start(folder, vault, provision.value))).toMatchObject(completed)
    expect(readProfile(folder)).toBeNull()
    expect(vault.read('channel-token')).toBeNull()
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['an id alone', { KITCHEN_PASS_V3_URL: undefined, KITCHEN_PASS_STORE: undefined }],
    ['without its token', { KITCHEN_PASS_CHANNEL_TOKEN: undefined }],
    ['without its id', { KITCHEN_PASS_CHANNEL_ID: undefined }],
    ['without the tabs address', { KITCHEN_PASS_TABS_URL: undefined }],
  ])(
    'an incomplete channel is rejected with a message without the token: %s',
    async (_title, change) => {
      const provision = readProvision(
        provisionFromEnvironment({ ...env(await openPlatform()), ...change }),
      )
      expect(provision).toMatchObject({ error: { code: 'bad-input' } })
      expect(JSON.stringify(provision)).toContain('a sales channel needs')
      expect(JSON.stringify(provision)).not.toContain(channelToken)
    },
  )
})
