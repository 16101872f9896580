import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { Result } from '#contract/shared/result.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from '#test/support/caller.ts'
import { secretsIn } from '#test/journeys/secrets.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { testCosts } from '#test/support/scrypt-costs.ts'
import { tries } from '#test/support/tries.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { Kitchen } from '../kitchen.ts'
import { sealSecrets } from '../profile-file/profile-file.ts'
import { minCost } from '../sealing/scrypt-costs.ts'
import { createSessionVault } from '../core/vault.ts'
import { openGivenSecrets } from './given-profile.ts'
import { readProfile } from './profile.ts'
import { provisionFromEnvironment, readProvision, type Provision } from './provision.ts'

const passphrase = 'seven wet onions'

async function openPlatform(branches = 0): Promise<Practice> {
  const platform = await startPractice({ branches, clients: 5, payments: 2 })
  onTestFinished(() => platform.close())
  return platform
}

async function openKitchen(dataDir: string, provision?: Provision) {
  const log = createRecordingLog()
  const events: string[] = []
  const vault = createSessionVault()
  const kitchen: Kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir,
    vault,
    log,
    startPractice: startQuietPractice,
    ...(provision !== undefined && { provision }),
  })
  kitchen.onEvent(({ type }) => void events.push(type))
  onTestFinished(() => kitchen.close())
  const call = async <Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    screen = 'office',
  ): Promise<Result<Output<Name>>> =>
    (await kitchen.call({ ...manager, screen }, name, input)) as never
  return {
    kitchen,
    call,
    log,
    vault,
    events,
    /** The answer of an operation that must work. */
    async get<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
      const answer = await call(name, input)
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
      return answer.value
    },
  }
}

const settings = { undoSeconds: 3, startedStage: true, pollSeconds: 60 }
const screens = [
  { name: 'Grill', role: 'kitchen', preferences: { wallSize: 'XL' } },
  { name: 'Front desk', role: 'counter' },
] as const
const printers = [{ name: 'Pass', address: '10.255.255.9', language: 'es' }] as const

const fileOf = (platform: Practice, more: object = {}, own: object = {}) =>
  JSON.stringify({
    version: 1,
    common: { v3Url: platform.v3, settings, screens, printers, ...more },
    stores: [{ name: 'Colón', storeId: platform.storeId, ...own }],
  })

/** A kitchen that has applied a file on the screen. */
async function applied(more: object = {}) {
  const platform = await openPlatform()
  const dataDir = temporaryFolder()
  const shop = await openKitchen(dataDir)
  const { storeId, token } = platform
  const apply = (text: string) => shop.call('profiles.apply', { text, storeId, token })
  const text = fileOf(platform, more)
  expect(await apply(text)).toEqual({ ok: true, value: null })
  return { ...shop, platform, dataDir, text, apply }
}

test('a file connects the store and sets its settings, screens and printers', async () => {
  const { get, call, platform, dataDir, text } = await applied()
  expect(await get('connection.get', {})).toMatchObject({
    mode: 'store',
    storeId: platform.storeId,
    v3Url: platform.v3,
    hasToken: true,
  })
  expect(await get('settings.get', {})).toMatchObject(settings)
  expect((await get('printers.get', {})).printers).toMatchObject([
    { ...printers[0], port: 9100, width: 80 },
  ])
  expect(await get('profiles.get', {})).toMatchObject({
    locked: false,
    printers: ['Pass'],
    screens: [{ name: 'Grill', role: 'kitchen', preferences: { wallSize: 'XL' } }, {}],
  })
  expect(await get('profiles.preview', { text })).toMatchObject({
    passphrase: 'none',
    stores: [{ name: 'Colón', isOpen: true, changes: [], hasKey: true }],
  })
  await call('settings.change', { undoSeconds: 4 })
  expect(await get('profiles.preview', { text })).toMatchObject({
    stores: [{ changes: ['undoSeconds'] }],
  })
  expect(secretsIn(dataDir, [platform.token])).toEqual([])
})

test('applied again, it changes nothing; what a person changed since stays, and what is new is taken', async () => {
  const { get, call, apply, platform, text } = await applied()
  const [printer] = (await get('printers.get', {})).printers
  await get('settings.change', { undoSeconds: 9 })
  await get('printers.remove', { printerId: printer?.id ?? '' })
  const before = await get('settings.get', {})
  expect(await apply(text)).toMatchObject({ ok: true })
  expect(await get('settings.get', {})).toEqual(before)
  expect((await get('printers.get', {})).printers).toEqual([])
  // The same file with other values: those are new.
  const next = fileOf(platform, { settings: { ...settings, pollSeconds: 120 } })
  expect(await apply(next)).toMatchObject({ ok: true })
  expect(await get('settings.get', {})).toEqual({ ...before, pollSeconds: 120 })
  expect((await get('printers.get', {})).printers).toEqual([])
  expect(await call('settings.change', { pollSeconds: 30 })).toMatchObject({ ok: true })
})

test('with one printer changed by hand and the same file, an own printer of that name stays as it is', async () => {
  const { get, apply, text } = await applied()
  const [printer] = (await get('printers.get', {})).printers
  if (printer === undefined) throw new Error('no printer')
  await get('printers.save', { ...printer, width: 58 })
  await apply(text)
  expect((await get('printers.get', {})).printers).toEqual([{ ...printer, width: 58 }])
})

test('a locked file: each operation that would change what it sets is refused, everything else works', async () => {
  const { get, call, dataDir, platform } = await applied({ locked: true })
  const refused = { ok: false, error: { code: 'set-by-profile' } }
  await call('screens.get', {}, 'office')
  await call('screens.get', {}, 'tablet')
  const { token, v3 } = platform
  const connecting = { v3Url: v3, token, storeId: 'store-punta-arenas' }
  expect(await call('connection.connect', connecting)).toMatchObject(refused)
  expect(await call('connection.practise', {})).toMatchObject(refused)
  expect(await call('settings.change', { undoSeconds: 9 })).toMatchObject(refused)
  expect(await call('settings.change', { undoSeconds: 3, tableMinutes: 90 })).toMatchObject({
    ok: true,
  })
  const [printer] = (await get('printers.get', {})).printers
  if (printer === undefined) throw new Error('no printer')
  expect(await call('printers.save', { ...printer, width: 58 })).toMatchObject(refused)
  expect(await call('printers.save', { ...printer, id: null })).toMatchObject(refused)
  expect(await call('printers.remove', { printerId: printer.id })).toMatchObject(refused)
  // A screen takes a place of the file with its role; then it only takes another one.
  const assign = (name: string, role: 'kitchen' | 'counter' | 'manager') =>
    call('screens.assign', { screenId: 'tablet', name, role })
  expect(await assign('Grill', 'manager')).toMatchObject(refused)
  expect(await assign('Grill', 'kitchen')).toMatchObject({ ok: true })
  expect(await assign('Mine', 'manager')).toMatchObject(refused)
  expect(await call('screens.rename', { name: 'Mine' }, 'tablet')).toMatchObject(refused)
  expect(await call('screens.rename', { name: 'Front desk' }, 'tablet')).toMatchObject(refused)
  expect(await assign('Front desk', 'counter')).toMatchObject({ ok: true })
  expect(
    await call('screens.assign', { screenId: 'office', name: 'Mine', role: 'manager' }),
  ).toMatchObject({ ok: true })
  // A new access key is always possible.
  expect(await call('connection.saveToken', { token })).toMatchObject({ ok: true })
  expect(await call('connection.addWebhookToken', { token: 'another-bearer' })).toMatchObject({
    ok: true,
  })
  expect(readProfile(dataDir)?.setup?.locked).toBe(true)
})

test('a locked file holds after a restart, and brings its values back', async () => {
  const { kitchen, get, dataDir, platform, call, text } = await applied()
  const [printer] = (await get('printers.get', {})).printers
  await call('screens.get', {}, 'office')
  await get('screens.assign', { screenId: 'office', name: 'Grill', role: 'manager' })
  await get('settings.change', { undoSeconds: 9 })
  await get('printers.remove', { printerId: printer?.id ?? '' })
  const locked = fileOf(platform, { locked: true })
  await get('profiles.apply', { text: locked, storeId: platform.storeId })
  expect(await get('settings.get', {})).toMatchObject(settings)
  expect((await get('printers.get', {})).printers).toMatchObject([{ name: 'Pass' }])
  expect((await get('screens.get', {})).all).toMatchObject([{ name: 'Grill', role: 'kitchen' }])
  await kitchen.close()
  const again = await openKitchen(dataDir)
  expect(await again.get('settings.get', {})).toMatchObject(settings)
  expect(await again.call('settings.change', { undoSeconds: 9 })).toMatchObject({
    ok: false,
    error: { code: 'set-by-profile' },
  })
  expect(await again.call('connection.practise', {})).toMatchObject({ ok: false })
  // Another file releases it.
  const { token, storeId } = platform
  expect(await again.call('profiles.apply', { text, storeId, token })).toMatchObject({ ok: true })
  expect(await again.call('settings.change', { undoSeconds: 9 })).toMatchObject({ ok: true })
  expect(await again.call('connection.practise', {})).toMatchObject({ ok: true })
  expect(readProfile(dataDir)?.setup).toBeNull()
})

test('keys sealed in the file: needed, wrong, right; nothing is applied before, and none is in a file', async () => {
  const platform = await openPlatform()
  const dataDir = temporaryFolder()
  const { call, get, log } = await openKitchen(dataDir)
  const { storeId, token } = platform
  const sealed = await sealSecrets({ common: { accessKey: token } }, passphrase, minCost)
  const text = JSON.stringify({ ...JSON.parse(fileOf(platform)), sealed })
  expect(await get('profiles.preview', { text })).toMatchObject({
    passphrase: 'needed',
    stores: [{ name: 'Colón', hasKey: false }],
  })
  const wrong = { ok: false, error: { code: 'bad-input', detail: 'passphrase' } }
  expect(await get('profiles.preview', { text, passphrase: 'seven dry onions' })).toMatchObject({
    passphrase: 'wrong',
  })
  expect(
    await call('profiles.apply', { text, storeId, passphrase: 'seven dry onions' }),
  ).toMatchObject(wrong)
  expect(await call('profiles.apply', { text, storeId })).toMatchObject(wrong)
  expect(readProfile(dataDir)).toBeNull()
  expect((await get('connection.get', {})).mode).toBe('practice')
  expect(await get('profiles.preview', { text, passphrase })).toMatchObject({
    passphrase: 'right',
    stores: [{ hasKey: true }],
  })
  expect(await call('profiles.apply', { text, storeId, passphrase })).toMatchObject({ ok: true })
  expect(await get('connection.get', {})).toMatchObject({ mode: 'store', hasToken: true })
  expect(secretsIn(dataDir, [token, passphrase])).toEqual([])
  expect(JSON.stringify(log)).not.toContain(token)
})

test('a wrong key, a store that the key doesn’t have and no key: nothing is applied', async () => {
  const platform = await openPlatform()
  const dataDir = temporaryFolder()
  const { call, get } = await openKitchen(dataDir)
  const { storeId, token } = platform
  const text = fileOf(platform)
  expect(await call('profiles.apply', { text, storeId })).toMatchObject({
    error: { reason: 'no-token' },
  })
  expect(await call('profiles.apply', { text, storeId, token: 'wrong-key' })).toMatchObject({
    error: { reason: 'token-refused' },
  })
  expect(await call('profiles.apply', { text, storeId: 'other', token })).toMatchObject({
    error: { code: 'not-found' },
  })
  const foreign = fileOf(platform, {}, { storeId: 'foreign' })
  expect(await call('profiles.apply', { text: foreign, storeId: 'foreign', token })).toMatchObject({
    error: { reason: 'other-store' },
  })
  expect((await get('connection.get', {})).mode).toBe('practice')
  expect(readProfile(dataDir)).toBeNull()
})

test('an offered file waits for a manager’s decision', async () => {
  const { kitchen, get, call, events } = await openKitchen(temporaryFolder())
  expect(await get('profiles.offered', {})).toBeNull()
  expect(kitchen.isNew()).toBe(true)
  kitchen.offerProfile({ name: 'shop.kitchenpass', text: '{}' })
  expect(events).toContain('profiles.changed')
  expect(await get('profiles.offered', {})).toEqual({ name: 'shop.kitchenpass', text: '{}' })
  expect((await get('connection.get', {})).mode).toBe('practice')
  const cook = await kitchen.call(
    { screen: 'x', name: '', role: 'kitchen' },
    'profiles.offered',
    {},
  )
  expect(cook).toMatchObject({ error: { code: 'not-allowed' } })
  await call('profiles.dismiss', {})
  expect(await get('profiles.offered', {})).toBeNull()
})

test('several stores from one file: a folder for each, each with its own store, settings, screens and key', async () => {
  const branches = tries(2, 8, 8)
  const platform = await openPlatform(branches)
  const folder = temporaryFolder()
  const path = join(folder, 'shops.kitchenpass')
  const ids = [
    platform.storeId,
    'store-punta-arenas',
    ...Array.from({ length: branches }, (_, nth) => `store-branch-${String(nth + 1)}`),
  ]
  const sealed = await sealSecrets({ common: { accessKey: platform.token } }, passphrase, minCost)
  const file = {
    version: 1,
    common: { v3Url: platform.v3, settings, screens, locked: true },
    stores: ids.map((storeId, nth) => ({
      name: `Shop ${String(nth)}`,
      storeId,
      settings: { undoSeconds: 10 + nth },
      printers: [
        { name: `Pass ${String(nth)}`, address: `10.255.255.${String(nth + 1)}`, language: 'pt' },
      ],
    })),
    sealed,
  }
  writeFileSync(path, JSON.stringify(file))
  const undecided = readProvision(provisionFromEnvironment({ KITCHEN_PASS_PROFILE: path }))
  expect(undecided).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  for (const storeId of ids) expect(JSON.stringify(undecided)).toContain(storeId)

  for (const [nth, storeId] of ids.entries()) {
    // By the id, and by the name.
    const store = nth % 2 === 0 ? storeId : `Shop ${String(nth)}`
    const provision = readProvision(
      provisionFromEnvironment({
        KITCHEN_PASS_PROFILE: path,
        KITCHEN_PASS_STORE: store,
        KITCHEN_PASS_WEBHOOK_PORT: '0',
      }),
    )
    if (!provision.ok || !provision.value.sealed) throw new Error('no profile')
    const secrets = await openGivenSecrets(provision.value.sealed, passphrase)
    const dataDir = join(folder, `shop-${String(nth)}`)
    const shop = await openKitchen(dataDir, { ...provision.value, secrets })
    await expect.poll(async () => (await shop.get('status.get', {})).store?.id).toBe(storeId)
    expect(await shop.get('settings.get', {})).toMatchObject({
      ...settings,
      undoSeconds: 10 + nth,
    })
    expect((await shop.get('printers.get', {})).printers).toMatchObject([
      { name: `Pass ${String(nth)}` },
    ])
    expect((await shop.get('profiles.get', {}))?.screens.map(({ name }) => name)).toEqual([
      'Grill',
      'Front desk',
    ])
    expect(await shop.call('settings.change', { undoSeconds: 1 })).toMatchObject({
      error: { code: 'set-by-profile' },
    })
    await shop.kitchen.close()
  }
  expect(secretsIn(folder, [platform.token, passphrase])).toEqual([])
})

test('what is given besides a setup file must not contradict it, and a wrong file stops the start', () => {
  const path = join(temporaryFolder(), 'shop.kitchenpass')
  const asked = (env: Record<string, string>) =>
    JSON.stringify(readProvision(provisionFromEnvironment({ KITCHEN_PASS_PROFILE: path, ...env })))
  expect(asked({})).toContain('cannot be read')
  writeFileSync(path, JSON.stringify({ version: 1, stores: [{ name: 'A', storeId: 'a' }] }))
  expect(asked({})).toContain('stores[0].v3Url: is missing')
  const store = { name: 'A', storeId: 'a', v3Url: 'https://api.example/v3' }
  writeFileSync(path, JSON.stringify({ version: 1, stores: [store] }))
  expect(asked({ KITCHEN_PASS_V3_URL: 'https://api.example/v3' })).toContain(
    'give none of them besides it',
  )
  expect(asked({ KITCHEN_PASS_STORE: 'b' })).toContain('has no store b')
  const secrets = JSON.stringify({ stores: { a: { accessKey: 'key-of-a' } } })
  expect(asked({ KITCHEN_PASS_PROFILE_SECRETS: secrets })).toContain('"platform-token":"key-of-a"')
  expect(
    asked({ KITCHEN_PASS_PROFILE_SECRETS: secrets, KITCHEN_PASS_TOKEN: 'a-newer-key' }),
  ).toContain('"platform-token":"a-newer-key"')
  expect(
    asked({ KITCHEN_PASS_PROFILE_SECRETS: '{"stores":{"a":{"accessKey":"has a space"}}}' }),
  ).not.toContain('a space"')
  expect(readFileSync(path, 'utf8')).not.toContain('key-of-a')
})
