import { expect, onTestFinished, test } from 'vitest'
import type { Input, OperationName, Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { manager } from '#test/support/caller.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { testCosts } from '#test/support/scrypt-costs.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { practiceProfile, writeProfile } from './profile.ts'
import { StoreChoice } from './store-choice.ts'

/** A kitchen whose vault forgets when it ends, like a web shell's without a key file. */
async function openKitchen(dataDir: string): Promise<Kitchen> {
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir,
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice: startQuietPractice,
  })
  onTestFinished(() => kitchen.close())
  return kitchen
}

const ask = <Name extends OperationName>(
  kitchen: Kitchen,
  name: Name,
  input: Input<Name>,
  screenId = 'office',
): Promise<Result<Output<Name>>> =>
  kitchen.call(kitchen.caller(screenId), name, input) as Promise<Result<Output<Name>>>

async function value<T>(answer: Promise<Result<T>>): Promise<T> {
  const result = await answer
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const tickets = async (kitchen: Kitchen): Promise<string[]> =>
  (await value(ask(kitchen, 'tickets.list', {}))).tickets.map(({ id }) => id)

const withoutStores = (body: unknown): unknown => {
  const { data, ...envelope } = body as { data: object }
  return { ...envelope, data: { ...data, stores: [] } }
}

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

/** A store that was connected, then restarted without its token. */
async function restartWithoutToken(
  platform: Practice,
  v3Url = platform.v3,
): Promise<{ kitchen: Kitchen; orderId: string }> {
  const folder = temporaryFolder()
  const first = await openKitchen(folder)
  const { token, storeId } = platform
  await value(ask(first, 'connection.connect', { v3Url, token, storeId }))
  await value(ask(first, 'settings.change', { undoSeconds: 0, webhookPort: 0 }))
  const { _id: orderId } = await platform.placeOrder({ isScheduled: false })
  await value(ask(first, 'connection.resume', {}))
  await expect.poll(() => tickets(first)).toContain(orderId)
  await first.close()
  return { kitchen: await openKitchen(folder), orderId }
}

test('after a restart without the token, orders stay, bumps wait, and nothing is requested', async () => {
  const platform = await openPlatform()
  const { kitchen, orderId } = await restartWithoutToken(platform)
  expect(await tickets(kitchen)).toContain(orderId)
  await value(ask(kitchen, 'tickets.markReady', { ticketId: orderId, tapId: 'tap' }))
  await expect
    .poll(async () => (await value(ask(kitchen, 'status.get', {}))).outbox)
    .toMatchObject({ pending: 1, paused: { code: 'unauthorised', reason: 'no-token' } })
  expect(await value(ask(kitchen, 'status.get', {}))).toMatchObject({
    store: { id: platform.storeId },
    poller: { state: 'off' },
  })
  expect(await value(ask(kitchen, 'connection.get', {}))).toMatchObject({
    mode: 'store',
    v3Url: platform.v3,
    storeId: platform.storeId,
    hasToken: false,
  })
  expect(await ask(kitchen, 'doctor.examine', {})).toMatchObject({ error: { reason: 'no-token' } })
  // Trying again brings no token.
  await value(ask(kitchen, 'connection.resume', {}))
  await expect
    .poll(async () => (await value(ask(kitchen, 'status.get', {}))).outbox.paused)
    .toMatchObject({ reason: 'no-token' })
  expect(platform.effects()).toEqual([])
})

test('once the token is given, what waited is sent and orders come again', async () => {
  const platform = await openPlatform()
  const { kitchen, orderId } = await restartWithoutToken(platform)
  await value(ask(kitchen, 'tickets.markReady', { ticketId: orderId, tapId: 'tap' }))
  const missed = await platform.placeOrder({ isScheduled: false })
  expect(await ask(kitchen, 'connection.saveToken', { token: platform.token })).toEqual(ok(null))
  await expect
    .poll(() => platform.effects())
    .toMatchObject([{ operation: 'preparation-ready', subject: orderId, count: 1 }])
  await expect.poll(() => tickets(kitchen)).toContain(missed._id)
  expect(await value(ask(kitchen, 'status.get', {}))).toMatchObject({
    outbox: { paused: null, needsPerson: 0 },
    poller: { state: 'fresh' },
  })
})

test('two screens that give it at once open the store one after the other', async () => {
  const { v3: v3Url, storeId, token } = await openPlatform()
  const dataDir = temporaryFolder()
  writeProfile(dataDir, { ...practiceProfile, mode: 'store', v3Url, storeId })
  const opening: string[] = []
  const { handlers } = new StoreChoice({
    dataDir,
    vault: createSessionVault(),
    log: createRecordingLog(),
    practiceControl: () => null,
    async reopen() {
      opening.push('begins')
      // Longer than the platform needs to answer the other request.
      await new Promise((opened) => setTimeout(opened, 200))
      opening.push('ends')
    },
    onReplaced: () => undefined,
    onWebhookTokens: () => undefined,
    onRelay: () => Promise.resolve(),
    owns: () => null,
    settings: () => defaultSettings,
    onProfiles: () => undefined,
  })
  const give = () => handlers['connection.saveToken']({ token }, manager)
  expect(await Promise.all([give(), give()])).toEqual([ok(null), ok(null)])
  expect(opening).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test.each([
  ['the store that flags chose', (own: string) => own, true],
  ['another store than flags chose', () => 'another-store', false],
])('a token typed for %s replaces the one from flags in this run', async (_what, chosen, lasts) => {
  const { v3: v3Url, storeId, token } = await openPlatform()
  const written: [string, boolean | undefined][] = []
  const vault = createSessionVault()
  const { handlers } = new StoreChoice({
    dataDir: temporaryFolder(),
    vault: {
      ...vault,
      write(name, secret, replacesGiven) {
        written.push([name, replacesGiven])
        return vault.write(name, secret)
      },
    },
    log: createRecordingLog(),
    provision: {
      profile: { ...practiceProfile, mode: 'store', v3Url, storeId: chosen(storeId) },
      secrets: { 'platform-token': 'revoked' },
      webhookPort: null,
      dialect: {},
    },
    practiceControl: () => null,
    reopen: () => Promise.resolve(),
    onReplaced: () => undefined,
    onWebhookTokens: () => undefined,
    onRelay: () => Promise.resolve(),
    owns: () => null,
    settings: () => defaultSettings,
    onProfiles: () => undefined,
  })
  const input = { v3Url, token, storeId, webhookToken: 'bearer-of-events' }
  expect(await handlers['connection.connect'](input, manager)).toEqual(ok(null))
  expect(written).toEqual([
    ['platform-token', lasts],
    ['webhook-token', lasts],
  ])
})

test('a token that the platform does not know is not taken', async () => {
  const { kitchen } = await restartWithoutToken(await openPlatform())
  expect(await ask(kitchen, 'connection.saveToken', { token: 'wrong' })).toMatchObject({
    error: { code: 'unauthorised', reason: 'token-refused' },
  })
  expect(await value(ask(kitchen, 'connection.get', {}))).toMatchObject({ hasToken: false })
})

test('a token that does not see the store is not taken', async () => {
  let seesStore = true
  const { practice, connection } = await openGoBetween({
    data: (path, body) => (path === '/api/me' && !seesStore ? withoutStores(body) : body),
  })
  const { kitchen } = await restartWithoutToken(practice, connection.v3Url)
  seesStore = false
  expect(await ask(kitchen, 'connection.saveToken', { token: practice.token })).toEqual(
    fail('not-found', undefined, 'other-store'),
  )
  expect(await value(ask(kitchen, 'connection.get', {}))).toMatchObject({ hasToken: false })
})

test('with a PIN it is for a manager', async () => {
  const platform = await openPlatform()
  const { kitchen } = await restartWithoutToken(platform)
  await value(ask(kitchen, 'screens.setPin', { pin: '4821' }))
  const give = () => ask(kitchen, 'connection.saveToken', { token: platform.token }, 'grill')
  expect(await give()).toEqual(fail('not-allowed'))
  await value(ask(kitchen, 'screens.unlock', { pin: '4821' }, 'grill'))
  expect(await give()).toEqual(ok(null))
})

test('the practice store needs none', async () => {
  const kitchen = await openKitchen(temporaryFolder())
  expect(await ask(kitchen, 'connection.saveToken', { token: 'any' })).toEqual(fail('too-late'))
})
