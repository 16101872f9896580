import { expect, onTestFinished, test } from 'vitest'
import type { Examination } from '#contract/doctor/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from '#test/support/caller.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { practiceProfile } from './connection/profile.ts'
import type { Provision } from './connection/provision.ts'
import { Kitchen } from './kitchen.ts'
import { createSessionVault } from './core/vault.ts'

interface Screen {
  kitchen: Kitchen
  /** The events about the doctor, and the change to another store. */
  received: HostEvent[]
}

async function openKitchen(provision?: Provision): Promise<Screen> {
  const kitchen = await Kitchen.open({
    dataDir: temporaryFolder(),
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice,
    ...(provision && { provision }),
  })
  onTestFinished(() => kitchen.close())
  const received: HostEvent[] = []
  kitchen.onEvent((event) => {
    if (event.type === 'doctor.changed' || event.type === 'host.replaced') received.push(event)
  })
  return { kitchen, received }
}

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

async function read(kitchen: Kitchen): Promise<Examination> {
  const answer = await kitchen.call(manager, 'doctor.get', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value as Examination
}

const state = async (kitchen: Kitchen): Promise<string> => (await read(kitchen)).state

async function tickets(kitchen: Kitchen): Promise<number> {
  const snapshot = await kitchen.call(manager, 'tickets.list', {})
  return snapshot.ok ? (snapshot.value as { tickets: unknown[] }).tickets.length : 0
}

const soFar = (received: readonly HostEvent[]): Examination[] =>
  received.flatMap((event) => (event.type === 'doctor.changed' ? [event.examination] : []))

/** The progress of each event. Results of one turn of the event loop share an event. */
function progress(reported: readonly Examination[]): object {
  const done = reported.map((each) => each.done)
  const isGrowing = done.length > 10 && done.every((each, nth) => each >= (done[nth - 1] ?? 0))
  return { first: done[0], last: done.at(-1), steps: isGrowing ? 'growing' : done }
}

test('an examination is started, followed and reported', async () => {
  const { kitchen, received } = await openKitchen()
  expect(await state(kitchen)).toBe('never')
  expect(await kitchen.call(manager, 'doctor.report', {})).toMatchObject({
    error: { code: 'not-found' },
  })
  // The rush of the practice store sends its orders to this kitchen.
  await expect.poll(() => tickets(kitchen)).toBeGreaterThan(0)
  const started = ['doctor.examine', 'doctor.examine'].map((name) =>
    kitchen.call(manager, name, {}),
  )
  expect(await Promise.all(started)).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ])
  expect(await state(kitchen)).toBe('running')
  await expect.poll(() => state(kitchen)).toBe('done')

  const reported = soFar(received)
  expect(progress(reported)).toEqual({ first: 0, last: 26, steps: 'growing' })
  expect(reported.map((each) => each.state)).toEqual([
    ...reported.slice(1).map(() => 'running'),
    'done',
  ])
  expect(reported.at(-1)).toEqual(await read(kitchen))
  const events = (await read(kitchen)).names.find(({ name }) => name === 'orderCreatedEvent')
  expect(events).toMatchObject({ proof: 'proven' })
  const report = await kitchen.call(manager, 'doctor.report', {})
  expect(report).toMatchObject({ ok: true, value: expect.stringContaining('reached') as string })
})

test('another store ends the examination: the new one has had none', async () => {
  const { kitchen, received } = await openKitchen()
  const platform = await openPlatform()
  await kitchen.call(manager, 'doctor.examine', {})
  const connected = await kitchen.call(manager, 'connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
  })
  expect(connected).toEqual({ ok: true, value: null })
  expect(await state(kitchen)).toBe('never')
  await kitchen.call(manager, 'doctor.examine', {})
  await expect.poll(() => state(kitchen)).toBe('done')
  const afterwards = received.slice(received.findIndex(({ type }) => type === 'host.replaced') + 1)
  expect(progress(soFar(afterwards))).toEqual({ first: 0, last: 26, steps: 'growing' })
})

test('a closed kitchen receives no more progress', async () => {
  const { kitchen, received } = await openKitchen()
  await kitchen.call(manager, 'doctor.examine', {})
  await kitchen.close()
  const before = received.length
  // By the time our own request is answered, earlier ones are too.
  const platform = await openPlatform()
  await fetch(platform.control)
  expect(received.length).toBe(before)
})

test('a platform that says nothing is examined too', async () => {
  const { kitchen } = await openKitchen()
  const platform = await startPractice({ clients: 100 })
  await kitchen.call(manager, 'connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
  })
  await platform.close()
  await kitchen.call(manager, 'doctor.examine', {})
  await expect.poll(() => state(kitchen)).toBe('done')
  const { operations } = await read(kitchen)
  expect(new Set(operations.map(({ finding }) => finding))).toEqual(
    new Set(['unreachable', 'writes']),
  )
})

test('names given from outside are for the store they were given with, and for no other', async () => {
  const [platform, other] = [await openPlatform(), await openPlatform()]
  const { kitchen } = await openKitchen({
    profile: {
      ...practiceProfile,
      mode: 'store',
      v3Url: platform.v3,
      storeId: platform.storeId,
      dialect: { orderPath: '/kept/{orderId}', noClosure: 'nothing' },
    },
    secrets: { 'platform-token': platform.token },
    webhookPort: 0,
    dialect: { ordersPath: '/shop/orders', orderPaht: '/x' },
  })
  async function paths(): Promise<Record<string, string>> {
    await kitchen.call(manager, 'doctor.examine', {})
    await expect.poll(() => state(kitchen)).toBe('done')
    const { names } = await read(kitchen)
    return Object.fromEntries(names.map(({ name, value }) => [name, value]))
  }
  expect(await paths()).toMatchObject({ ordersPath: '/shop/orders', orderPath: '/kept/{orderId}' })
  expect(await read(kitchen)).toMatchObject({
    unknownNames: ['orderPaht'],
    wrongValues: [{ name: 'noClosure', values: ['text', 'null'], default: 'text' }],
  })
  const { v3: v3Url, token, storeId } = other
  await kitchen.call(manager, 'connection.connect', { v3Url, token, storeId })
  expect(await paths()).toMatchObject({ ordersPath: '/ecommerce/orders' })
  expect(await read(kitchen)).toMatchObject({ unknownNames: [], wrongValues: [] })
})
