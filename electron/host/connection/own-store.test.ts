import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Status } from '#contract/status/status.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore, webhookToken, type TestStore } from '#test/support/kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { isStoreFolder } from '../db/store-folder.ts'
import { Kitchen } from '../kitchen.ts'
import { createSessionVault } from '../core/vault.ts'
import { practiceProfile } from './profile.ts'

const event = (code: string, storeId: string | null) => ({
  type: 'ecommerce.order.created',
  eventId: randomUUID(),
  date: '2026-11-20T15:00:00.000Z',
  storeId,
  websiteId: null,
  data: { order: { _id: `ord-${code}`, code, storeId, orderStatus: 'pending', items: [] } },
})

interface Screen {
  call: TestStore['call'] | ((name: never, input: never) => Promise<unknown>)
}

async function statusOf(store: Screen): Promise<Status> {
  const answer = await (store.call as TestStore['call'])('status.get', {})
  if (!answer.ok) throw new Error('no status')
  return answer.value
}
const inboxOf = async (store: Screen) => (await statusOf(store)).inbox
async function codesOf(store: Screen): Promise<string[]> {
  const answer = await (store.call as TestStore['call'])('tickets.list', {})
  return answer.ok ? answer.value.tickets.map(({ code }) => code).sort() : []
}

test('a store given by its external id while the platform is out of reach: what came meanwhile is read once it is known', async () => {
  const clock = new FakeClock()
  const store = await openTestStore({ clock, storeId: 'colon', me: false })
  const { practice } = store
  for (const code of ['1', '2']) await store.post(event(code, practice.storeId))
  await store.post(event('3', 'colon'))
  await store.post(event('4', 'store-punta-arenas'))
  await expect.poll(() => inboxOf(store)).toMatchObject({ unread: 0, elsewhere: 3 })
  expect(await codesOf(store)).toEqual(['3'])
  expect((await statusOf(store)).storeSeen.state).toBe('unknown')

  practice.behave()
  await store.call('connection.resume', {})
  await expect.poll(() => codesOf(store)).toEqual(['1', '2', '3'])
  await expect.poll(() => inboxOf(store)).toMatchObject({ unread: 0, elsewhere: 1 })
  expect((await statusOf(store)).storeSeen).toMatchObject({ state: 'seen', stores: 2 })
  await store.post(event('5', practice.storeId))
  await expect.poll(() => codesOf(store)).toEqual(['1', '2', '3', '5'])
})

test('a crash in the middle loses nothing: the next start continues', async () => {
  const clock = new FakeClock()
  const store = await openTestStore({ clock, storeId: 'colon', me: false })
  const codes = Array.from({ length: 620 }, (_each, index) => String(2_000 + index))
  for (let from = 0; from < codes.length; from += 31)
    await Promise.all(
      codes.slice(from, from + 31).map((code) => store.post(event(code, store.practice.storeId))),
    )
  await expect.poll(() => inboxOf(store)).toMatchObject({ elsewhere: codes.length })
  store.practice.behave()
  await store.call('connection.resume', {})
  await expect.poll(async () => (await statusOf(store)).storeSeen.state).toBe('seen')
  await store.restart()
  await expect.poll(() => codesOf(store)).toEqual(codes)
  expect(await inboxOf(store)).toMatchObject({ unread: 0, elsewhere: 0 })
})

test('the menu of a store that is given by its external id is its own, and so is what the platform says of its stock', async () => {
  const store = await openTestStore({ storeId: 'colon', processMs: 1 })
  const board = async () => {
    const answer = await store.call('stock.board', {})
    return answer.ok ? answer.value : null
  }
  await expect.poll(async () => (await board())?.items.length ?? 0).toBeGreaterThan(50)
  const product = (await board())?.items.find(({ key }) => key.startsWith('product:'))
  store.practice.setReceiver(store.host.webhookUrl)
  store.practice.updateStockElsewhere({
    type: 'product',
    storeId: store.practice.storeId,
    productId: product?.key.replace('product:', '') ?? '',
    stock: 0,
  })
  await expect
    .poll(async () => (await board())?.states.find(({ key }) => key === product?.key)?.source)
    .toBe('elsewhere')
})

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

/** A web shell's kitchen with a store given from outside. */
async function openGiven(dataDir: string, platform: Practice, storeId: string) {
  const kitchen = await Kitchen.open({
    dataDir,
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice: startQuietPractice,
    provision: {
      profile: { ...practiceProfile, mode: 'store', v3Url: platform.v3, storeId },
      secrets: { 'platform-token': platform.token, 'webhook-token': webhookToken },
      webhookPort: 0,
      dialect: {},
    },
  })
  onTestFinished(() => kitchen.close())
  const call = (name: never, input: never) => kitchen.call(manager, name, input)
  return { kitchen, call }
}
const post = (kitchen: Kitchen, body: object): Promise<Response> =>
  fetch(kitchen.webhookUrl ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${webhookToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
test('after a wrong id is corrected, orders from the meantime are on the wall and no longer counted as another store’s', async () => {
  const folder = temporaryFolder()
  const platform = await openPlatform()
  platform.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
  const wrong = await openGiven(folder, platform, 'no-such-store')
  await expect.poll(async () => (await statusOf(wrong)).storeSeen.state).toBe('not-seen')
  await post(wrong.kitchen, event('7', platform.storeId))
  await expect.poll(() => inboxOf(wrong)).toMatchObject({ elsewhere: 1 })
  await wrong.kitchen.close()

  const right = await openGiven(folder, platform, platform.storeId)
  await expect.poll(() => codesOf(right)).toEqual(['7'])
  await expect.poll(() => inboxOf(right)).toMatchObject({ unread: 0, elsewhere: 0 })
  expect(readdirSync(folder).filter(isStoreFolder)).toHaveLength(1)
})

test('one store by two ids is one database', async () => {
  const folder = temporaryFolder()
  const platform = await openPlatform()
  platform.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
  const first = await openGiven(folder, platform, 'colon')
  await expect.poll(async () => (await statusOf(first)).storeSeen.state).toBe('seen')
  await post(first.kitchen, event('8', platform.storeId))
  await expect.poll(() => codesOf(first)).toEqual(['8'])
  await first.kitchen.close()
  const second = await openGiven(folder, platform, platform.storeId)
  expect(await codesOf(second)).toEqual(['8'])
  expect(readdirSync(folder).filter(isStoreFolder)).toHaveLength(1)
})

test('a file with orders is never another store’s, seen or not', async () => {
  const folder = temporaryFolder()
  const platform = await openPlatform()
  platform.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
  const elsewhere = await openGiven(folder, platform, 'store-of-others')
  await expect.poll(async () => (await statusOf(elsewhere)).storeSeen.state).toBe('not-seen')
  await post(elsewhere.kitchen, event('9', 'store-of-others'))
  await expect.poll(() => codesOf(elsewhere)).toEqual(['9'])
  await elsewhere.kitchen.close()
  const ours = await openGiven(folder, platform, platform.storeId)
  expect(await codesOf(ours)).toEqual([])
  expect(readdirSync(folder).filter(isStoreFolder)).toHaveLength(2)
})
