import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Input, OperationName, Output } from '#contract/index.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { practiceStore } from '#practice/practice-store.ts'
import { startPractice } from '#practice/platform.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** Nothing listens there. */
const servers = ['http://127.0.0.1:1', 'https://relay.invalid']
const token = 'B'.repeat(43)

/** A kitchen with a connected store. `reopen` starts it again with the same secrets. */
async function openStore() {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  const folder = temporaryFolder()
  const log = createRecordingLog()
  const vault = createSessionVault()
  const open = () =>
    Kitchen.open({ dataDir: folder, vault, log, startPractice: startQuietPractice })
  let kitchen = await open()
  onTestFinished(() => kitchen.close())
  const call = <Name extends OperationName>(name: Name, input: Input<Name>) =>
    kitchen.call(kitchen.caller('office'), name, input)
  const read = async <Name extends OperationName>(name: Name) => {
    const answer = await call(name, {} as Input<Name>)
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value as Output<Name>
  }
  const connect = () =>
    call('connection.connect', {
      v3Url: platform.v3,
      token: platform.token,
      storeId: platform.storeId,
    })
  await call('settings.change', { webhookPort: 0 })
  const events: string[] = []
  kitchen.onEvent(({ type }) => void events.push(type))
  const file = (changes: Partial<RelayFile> = {}): string =>
    JSON.stringify({
      kind: 'kitchen-pass-relay',
      version: 2,
      servers,
      websiteId: practiceStore.websiteId,
      storeId: platform.storeId,
      storeName: 'Colón',
      token,
      signer: 'A'.repeat(43),
      ...changes,
    })
  return {
    ...{ folder, log, vault, events, call, read, connect, file },
    async restart() {
      await kitchen.close()
      kitchen = await open()
    },
    isSeen: () => expect.poll(async () => (await read('status.get')).storeSeen.state).toBe('seen'),
  }
}

test('a relay is used while the store stays open, also after a restart, until it is given up', async () => {
  const store = await openStore()
  await store.connect()
  await store.isSeen()
  expect((await store.read('connection.get')).relay).toBeNull()
  expect((await store.read('status.get')).relay.state).toBe('off')
  store.events.length = 0
  expect(await store.call('connection.useRelay', { file: store.file() })).toEqual(ok(null))
  expect(store.events).toContain('connection.changed')
  expect(store.events).not.toContain('host.replaced')
  expect((await store.read('connection.get')).relay).toMatchObject({
    storeName: 'Colón',
    servers: ['127.0.0.1:1', 'relay.invalid'],
  })
  await expect
    .poll(async () => (await store.read('status.get')).relay.state)
    .toMatch(/failing|refused/)

  await store.restart()
  await store.isSeen()
  expect((await store.read('status.get')).relay.state).not.toBe('off')

  expect(await store.call('connection.leaveRelay', {})).toEqual(ok(null))
  expect((await store.read('status.get')).relay.state).toBe('off')
  await store.restart()
  expect((await store.read('connection.get')).relay).toBeNull()
  expect((await store.read('status.get')).relay.state).toBe('off')
})

test('the practice store has no relay', async () => {
  const store = await openStore()
  expect(await store.call('connection.useRelay', { file: store.file() })).toEqual(fail('too-late'))
})

test('a file for another store is refused, and one that can’t be read', async () => {
  const store = await openStore()
  await store.connect()
  await store.isSeen()
  for (const others of [{ storeId: 'store-of-others' }, { websiteId: 'website-of-others' }])
    expect(await store.call('connection.useRelay', { file: store.file(others) })).toEqual(
      fail('not-found', 'Colón', 'other-store'),
    )
  expect(await store.call('connection.useRelay', { file: '{"kind":1}' })).toMatchObject({
    error: { code: 'bad-input' },
  })
  expect(store.vault.read('relay-file')).toBeNull()
})

test('the file of a store is not used for another one', async () => {
  const store = await openStore()
  await store.vault.write('relay-file', store.file({ storeId: 'store-of-others' }))
  await store.connect()
  await store.isSeen()
  expect((await store.read('connection.get')).relay).toBeNull()
  expect((await store.read('status.get')).relay.state).toBe('off')
})

test('the file is in no answer, not in the log and not in the data folder', async () => {
  const store = await openStore()
  await store.connect()
  await store.isSeen()
  await store.call('connection.useRelay', { file: store.file() })
  await expect
    .poll(async () => (await store.read('status.get')).relay.state)
    .toMatch(/failing|refused/)
  const answers = [await store.read('status.get'), await store.read('connection.get')]
  const files = readdirSync(store.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(store.folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
  expect(files.length).toBeGreaterThan(0)
  for (const text of [JSON.stringify(answers), store.log.text(), ...files]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain('header.claims.signature')
  }
})
