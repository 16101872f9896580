import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Input, OperationName } from '#contract/index.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { startPractice } from '#practice/platform.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { sampleText } from '#test/support/samples.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** A kitchen with a connected store whose senders have one token. */
async function openStore() {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  const folder = temporaryFolder()
  const log = createRecordingLog()
  const vault = createSessionVault()
  const kitchen = await Kitchen.open({
    dataDir: folder,
    vault,
    log,
    startPractice: startQuietPractice,
  })
  onTestFinished(() => kitchen.close())
  const call = <Name extends OperationName>(name: Name, input: Input<Name>, screen = 'office') =>
    kitchen.call(kitchen.caller(screen), name, input)
  await call('settings.change', { webhookPort: 0 })
  const connected = await call('connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
    webhookToken: 'the-old-token',
  })
  expect(connected).toEqual(ok(null))
  await call('settings.change', { webhookPort: 0 })
  let replaced = 0
  kitchen.onEvent(({ type }) => void (replaced += type === 'host.replaced' ? 1 : 0))
  return {
    folder,
    log,
    vault,
    call,
    replaced: () => replaced,
    async post(token: string): Promise<number> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = sampleText('order-created-pickup')
      return (await fetch(kitchen.webhookUrl ?? '', { method: 'POST', headers, body })).status
    },
    async used(): Promise<boolean[]> {
      const answer = await call('status.get', {})
      if (!answer.ok) throw new Error(answer.error.code)
      const { webhook } = answer.value as { webhook: { tokensUsedAt: (string | null)[] } }
      return webhook.tokensUsedAt.map((at) => at !== null)
    },
  }
}

test('senders change from one token to the other while both are valid, and the store stays open', async () => {
  const store = await openStore()
  expect(await store.post('the-old-token')).toBe(200)
  expect(await store.post('the-new-token')).toBe(401)
  expect(await store.used()).toEqual([true])
  expect(await store.call('connection.addWebhookToken', { token: 'the-new-token' })).toEqual(
    ok(null),
  )
  expect(await store.used()).toEqual([true, false])
  expect([await store.post('the-old-token'), await store.post('the-new-token')]).toEqual([200, 200])
  expect(await store.used()).toEqual([true, true])
  expect(await store.call('connection.removeWebhookToken', { nth: 0 })).toEqual(ok(null))
  expect(await store.used()).toEqual([true])
  expect([await store.post('the-old-token'), await store.post('the-new-token')]).toEqual([401, 200])
  expect(store.vault.read('webhook-token')).toBe('the-new-token')
  expect(store.replaced()).toBe(0)
})

test('there are never three tokens, and never none by removing', async () => {
  const store = await openStore()
  const tooLate = fail('too-late')
  expect(await store.call('connection.removeWebhookToken', { nth: 0 })).toEqual(tooLate)
  expect(await store.call('connection.addWebhookToken', { token: 'the-old-token' })).toEqual(
    ok(null),
  )
  expect(store.vault.read('webhook-token')).toBe('the-old-token')
  await store.call('connection.addWebhookToken', { token: 'the-new-token' })
  const third = await store.call('connection.addWebhookToken', { token: 'a-third-token' })
  expect(third).toEqual(tooLate)
  for (const token of ['short', 'two words here', 'two\nlines-here'])
    expect(await store.call('connection.addWebhookToken', { token })).toMatchObject({
      error: { code: 'bad-input' },
    })
  expect(store.vault.read('webhook-token')).toBe('the-old-token\nthe-new-token')
})

test('neither token is in an answer, the log or the data folder', async () => {
  const store = await openStore()
  await store.call('connection.addWebhookToken', { token: 'the-new-token' })
  await store.post('the-new-token')
  const answers = [await store.call('status.get', {}), await store.call('connection.get', {})]
  const files = readdirSync(store.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(store.folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
  expect(files.length).toBeGreaterThan(0)
  for (const text of [JSON.stringify(answers), store.log.text(), ...files]) {
    expect(text).not.toContain('the-old-token')
    expect(text).not.toContain('the-new-token')
  }
})
