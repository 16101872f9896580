import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from '#test/support/caller.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { createKitchen, type Kitchen } from './kitchen.ts'
import { createSessionVault } from './vault.ts'

async function openKitchen(dataDir: string): Promise<Kitchen> {
  const kitchen = await createKitchen({
    dataDir,
    vault: createSessionVault(),
    log: createKeptLog(),
    startPractice,
  })
  onTestFinished(() => kitchen.close())
  return kitchen
}

/** The platform of a store to connect to. */
async function openPlatform(): Promise<Practice> {
  const platform = await startPractice()
  onTestFinished(() => platform.close())
  return platform
}

const connect = (kitchen: Kitchen, platform: Practice, more = {}): Promise<unknown> =>
  kitchen.call(manager, 'connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
    ...more,
  })

const mode = async (kitchen: Kitchen): Promise<unknown> => {
  const view = await kitchen.call(manager, 'connection.read', {})
  return view.ok && (view.value as { mode: string }).mode
}

test('the first run is the practice store, and it fills by itself', async () => {
  const kitchen = await openKitchen(temporaryFolder())
  expect(await mode(kitchen)).toBe('practice')
  await expect
    .poll(async () => {
      const snapshot = await kitchen.call(manager, 'tickets.snapshot', {})
      return snapshot.ok && (snapshot.value as { tickets: unknown[] }).tickets.length
    })
    .toBeGreaterThan(5)
})

test('a connected store is kept, without its token, and told to every screen', async () => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  const heard: string[] = []
  kitchen.onEvent(({ type }) => heard.push(type))
  const platform = await openPlatform()
  expect(await connect(kitchen, platform)).toEqual({ ok: true, value: null })
  expect(await mode(kitchen)).toBe('store')
  expect(heard).toContain('host.replaced')
  const profile = readFileSync(join(folder, 'connection.json'), 'utf8')
  expect(profile).toContain(platform.v3)
  expect(profile).not.toContain(platform.token)
  expect(await kitchen.call(manager, 'connection.practise', {})).toEqual({ ok: true, value: null })
  expect(await mode(kitchen)).toBe('practice')
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

test('a store whose database is newer cannot be opened: the old one comes back', async () => {
  const folder = temporaryFolder()
  const kitchen = await openKitchen(folder)
  const platform = await openPlatform()
  await connect(kitchen, platform)
  await kitchen.call(manager, 'connection.practise', {})
  const file = readdirSync(folder).find((name) => /^store-\w+\.sqlite$/.test(name))
  const db = new DatabaseSync(join(folder, file ?? ''))
  db.exec('PRAGMA user_version = 99')
  db.close()
  expect(await connect(kitchen, platform)).toMatchObject({ error: { code: 'storage' } })
  expect(await mode(kitchen)).toBe('practice')
  expect(await kitchen.call(manager, 'status.read', {})).toMatchObject({ ok: true })
})

test('a profile that cannot be read is said, and not thrown away', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'connection.json'), '{"mode":')
  await expect(openKitchen(folder)).rejects.toThrow('connection.json cannot be read')
  expect(readFileSync(join(folder, 'connection.json'), 'utf8')).toBe('{"mode":')
})
