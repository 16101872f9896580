import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { OperationName } from '#contract/index.ts'
import type { ReservationList } from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { testCosts } from '#test/support/scrypt-costs.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { Kitchen } from './kitchen.ts'
import type { KitchenDeps } from './start/kitchen-deps.ts'
import { createSessionVault } from './core/vault.ts'

async function openKitchen(dataDir: string, more: Partial<KitchenDeps> = {}): Promise<Kitchen> {
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir,
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice,
    ...more,
  })
  onTestFinished(() => kitchen.close())
  return kitchen
}

const ask = (
  kitchen: Kitchen,
  name: OperationName,
  input: object,
  screenId = 'office',
): Promise<Result<unknown>> => kitchen.call(kitchen.caller(screenId), name, input)

/** The platform of a store to connect to. */
async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

const connect = (kitchen: Kitchen, platform: Practice, more = {}): Promise<unknown> =>
  ask(kitchen, 'connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
    ...more,
  })

const mode = async (kitchen: Kitchen): Promise<unknown> => {
  const view = await ask(kitchen, 'connection.get', {})
  return view.ok && (view.value as { mode: string }).mode
}

test('the first run is the practice store, and it fills by itself', async () => {
  const kitchen = await openKitchen(temporaryFolder())
  expect(await mode(kitchen)).toBe('practice')
  await expect
    .poll(async () => {
      const snapshot = await ask(kitchen, 'tickets.list', {})
      return snapshot.ok && (snapshot.value as { tickets: unknown[] }).tickets.length
    })
    .toBeGreaterThan(5)
})

test('the practice store has sample reservations; a real store starts with none', async () => {
  const log = createRecordingLog()
  const kitchen = await openKitchen(temporaryFolder(), { log })
  const states = async (): Promise<string[]> => {
    const [from, to] = [-1, 3].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    )
    const reservationList = await ask(kitchen, 'reservations.list', { from, to })
    if (!reservationList.ok) throw new Error(reservationList.error.code)
    return (reservationList.value as ReservationList).reservations.map(
      ({ delivery }) => delivery?.state ?? 'here',
    )
  }
  await expect
    .poll(async () => (await states()).filter((state) => state === 'confirmed').length)
    .toBeGreaterThanOrEqual(4)
  expect((await states()).filter((state) => state === 'here')).toHaveLength(3)
  expect(log.text()).not.toContain('practice book')
  const plan = await ask(kitchen, 'reservations.plan', {})
  expect(plan).toMatchObject({ value: { sectors: [{ name: 'Salón' }, { name: 'Terraza' }] } })
  expect(await connect(kitchen, await openPlatform())).toEqual(ok(null))
  expect(await states()).toEqual([])
  expect(await ask(kitchen, 'reservations.plan', {})).toEqual(ok({ sectors: [] }))
})

test('a connected store is stored without its token, and every screen is notified', async () => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  const received: string[] = []
  kitchen.onEvent(({ type }) => void received.push(type))
  const platform = await openPlatform()
  expect(await connect(kitchen, platform)).toEqual({ ok: true, value: null })
  expect(await mode(kitchen)).toBe('store')
  expect(received).toContain('host.replaced')
  const profile = readFileSync(join(folder, 'connection.json'), 'utf8')
  expect(profile).toContain(platform.v3)
  expect(profile).not.toContain(platform.token)
  expect(await ask(kitchen, 'connection.practise', {})).toEqual({ ok: true, value: null })
  expect(await mode(kitchen)).toBe('practice')
})

test('a store that another program on this computer runs: it connects once that one is closed', async () => {
  const [first, second] = [
    await openKitchen(temporaryFolder()),
    await openKitchen(temporaryFolder()),
  ]
  const platform = await openPlatform()
  expect(await connect(first, platform)).toEqual(ok(null))
  expect(await connect(second, platform)).toEqual(fail('storage', undefined, 'store-in-use'))
  expect(await mode(second)).toBe('practice')
  await first.close()
  expect(await connect(second, platform)).toEqual(ok(null))
})

test.each([
  ['a wrong token', { token: 'wrong' }, 'unauthorised'],
  ['a store that the token does not see', { storeId: 'nowhere' }, 'not-found'],
  ['nobody there', { v3Url: 'http://127.0.0.1:1/v3' }, 'unreachable'],
  ['no address', { v3Url: 'ftp://platform' }, 'bad-input'],
])('%s: nothing changes', async (_name, more, code) => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  expect(await connect(kitchen, await openPlatform(), more)).toMatchObject({ error: { code } })
  expect(await mode(kitchen)).toBe('practice')
  expect(readdirSync(folder)).not.toContain('connection.json')
})

test('an address typed in another way is the same store, in the same database', async () => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  const platform = await openPlatform()
  const { host, origin } = new URL(platform.v3)
  for (const v3Url of [host, `${origin}/`, platform.v3, platform.v3.replace('http', 'HTTP')]) {
    expect(await connect(kitchen, platform, { v3Url })).toEqual(ok(null))
    expect(await ask(kitchen, 'connection.get', {})).toMatchObject({
      value: { v3Url: platform.v3 },
    })
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('store-'))).toHaveLength(1)
})

test('a store that was connected by an earlier spelling keeps its database', async () => {
  const folder = temporaryFolder()
  const platform = await openPlatform()
  const v3Url = platform.v3.replace('http', 'HTTP')
  const stored = { mode: 'store', v3Url, v1Url: null, tabsUrl: null, storeId: platform.storeId }
  writeFileSync(join(folder, 'connection.json'), JSON.stringify({ ...stored, dialect: {} }))
  const kitchen = await openKitchen(folder)
  expect(await connect(kitchen, platform)).toEqual(ok(null))
  expect(readdirSync(folder).filter((name) => name.startsWith('store-'))).toHaveLength(1)
})

test.each(['v1Url', 'tabsUrl'])(
  'a %s that is not an address is named in the error',
  async (field) => {
    const kitchen = await openKitchen(temporaryFolder())
    expect(await connect(kitchen, await openPlatform(), { [field]: 'two words' })).toEqual(
      fail('bad-input', field, 'no-address'),
    )
    expect(await mode(kitchen)).toBe('practice')
  },
)

test('a port that was given from outside is the one that is listened at, whatever is set', async () => {
  const { host } = new URL((await openPlatform()).v3)
  const kitchen = await openKitchen(temporaryFolder(), {
    provision: { profile: null, secrets: {}, webhookPort: 0, dialect: {} },
  })
  expect(await connect(kitchen, await openPlatform())).toEqual(ok(null))
  const { webhookUrl } = kitchen
  expect(new URL(webhookUrl ?? '').port).not.toBe('4890')
  // This port is in use, so listening there would fail.
  const webhookPort = Number(host.split(':')[1])
  expect(await ask(kitchen, 'settings.change', { webhookPort })).toMatchObject({ ok: true })
  expect(await ask(kitchen, 'status.get', {})).toMatchObject({
    value: { webhook: { state: 'listening', address: webhookUrl } },
  })
  expect(await ask(kitchen, 'connection.get', {})).toMatchObject({ value: { webhookPort: 0 } })
})

test('a store whose database is a folder cannot be opened: the old one comes back', async () => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  const platform = await openPlatform()
  await connect(kitchen, platform)
  await ask(kitchen, 'connection.practise', {})
  const file = databaseIn(folder)
  rmSync(file)
  mkdirSync(file)
  expect(await connect(kitchen, platform)).toMatchObject({ error: { code: 'storage' } })
  expect(await mode(kitchen)).toBe('practice')
  expect(await ask(kitchen, 'status.get', {})).toMatchObject({ ok: true })
})

test('if another store cannot be opened, the old one comes back with its own key', async () => {
  const folder = temporaryFolder()
  const vault = createSessionVault()
  const kitchen = await openKitchen(folder, { vault })
  const platform = await openPlatform()
  const { token, storeId } = platform.second
  const other = { token, storeId, webhookToken: 'bearer-of-another-brand' }
  expect(await connect(kitchen, platform, other)).toEqual(ok(null))
  const file = databaseIn(folder)
  expect(await connect(kitchen, platform, { webhookToken: 'bearer-of-events' })).toEqual(ok(null))
  rmSync(file)
  mkdirSync(file)

  expect(await connect(kitchen, platform, other)).toMatchObject({ error: { code: 'storage' } })
  expect(vault.read('platform-token')).toBe(platform.token)
  expect(vault.read('webhook-token')).toBe('bearer-of-events')
  const view = { storeId: platform.storeId, hasToken: true }
  expect(await ask(kitchen, 'connection.get', {})).toMatchObject({ value: view })
})

test('a profile that cannot be read is said, and not thrown away', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'connection.json'), '{"mode":1}')
  await expect(openKitchen(folder)).rejects.toThrow('connection.json cannot be read')
  expect(readFileSync(join(folder, 'connection.json'), 'utf8')).toBe('{"mode":1}')
})

const pin = '4821'

test('a screen without a manager’s role cannot use what only managers may, and is not notified of it', async () => {
  const kitchen = await openKitchen(temporaryFolder())
  const received: Record<string, string[]> = { office: [], grill: [] }
  kitchen.onEvent(({ type }, mayReceive) => {
    for (const [screenId, events] of Object.entries(received))
      if (mayReceive(screenId)) events.push(type)
  })
  expect(await ask(kitchen, 'screens.setPin', { pin })).toEqual(ok(null))
  expect(await ask(kitchen, 'doctor.examine', {}, 'grill')).toEqual(fail('not-allowed'))
  expect(await ask(kitchen, 'doctor.examine', {})).toEqual(ok(null))
  await expect.poll(() => received['office']).toContain('doctor.changed')
  expect(await ask(kitchen, 'settings.change', { undoSeconds: 3 })).toMatchObject({ ok: true })
  await expect.poll(() => received['grill']).toContain('settings.changed')
  expect(received['grill']).not.toContain('doctor.changed')

  expect(await ask(kitchen, 'screens.unlock', { pin }, 'grill')).toEqual(ok(null))
  expect(await ask(kitchen, 'doctor.report', {}, 'grill')).not.toEqual(fail('not-allowed'))
  await ask(kitchen, 'screens.lock', {}, 'grill')
  expect(await ask(kitchen, 'doctor.report', {}, 'grill')).toEqual(fail('not-allowed'))
})

test('a screen of the kitchen is notified of a ticket without its payment', async () => {
  const kitchen = await openKitchen(temporaryFolder())
  expect(await ask(kitchen, 'screens.setPin', { pin })).toEqual(ok(null))
  expect(await ask(kitchen, 'screens.unlock', { pin })).toEqual(ok(null))
  const payments = { office: new Set<unknown>(), grill: new Set<unknown>() }
  kitchen.onEvent((event, mayReceive) => {
    if (event.type !== 'tickets.changed') return
    for (const { payment } of event.tickets)
      for (const [screenId, seen] of Object.entries(payments))
        if (mayReceive(screenId)) seen.add(payment.label)
  })
  // Orders of the practice platform.
  await expect.poll(() => payments.office.size).toBeGreaterThan(0)
  expect([...payments.office]).not.toContain(null)
  expect([...payments.grill]).toEqual([null])
})

test('a listener that throws is logged, and affects neither other listeners nor the host', async () => {
  const log = createRecordingLog()
  const kitchen = await openKitchen(temporaryFolder(), { log })
  const received: string[] = []
  kitchen.onEvent(() => {
    throw new Error('a shell that fails')
  })
  kitchen.onEvent(({ type }) => void received.push(type))
  expect(await ask(kitchen, 'settings.change', { undoSeconds: 3 })).toMatchObject({ ok: true })
  await expect.poll(() => received).toContain('settings.changed')
  expect(log.text()).toContain('a shell that fails')
})

test('a PIN belongs to its store, outlives a restart, and is taken off at the machine', async () => {
  const folder = temporaryFolder()
  const platform = await openPlatform()
  const vault = createSessionVault()
  const first = await openKitchen(folder, { vault })
  await connect(first, platform)
  await ask(first, 'screens.setPin', { pin })
  await first.close()
  const second = await openKitchen(folder, { vault })
  expect(second.caller('office').role).toBe('kitchen')
  await second.close()
  const third = await openKitchen(folder, { vault, resetPin: true })
  expect(third.caller('office').role).toBe('manager')
})
