import { expect, onTestFinished, test } from 'vitest'
import type { Input, OperationName } from '#contract/index.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { Kitchen } from '#host/kitchen.ts'
import { practiceConnection } from '#host/start/practice-store.ts'
import { RecentLog } from '#host/log/recent-log.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { startPractice } from '#practice/platform.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { testCosts } from '#test/support/scrypt-costs.ts'
import { supportFile } from './support-file.ts'

const webhookTokens = ['the-old-bearer', 'the-new-bearer']
const pin = '73194'

/** Every text in a value, at any depth, under one of these keys. */
function textsUnder(value: unknown, keys: RegExp, isUnder = false): string[] {
  if (typeof value === 'string') return isUnder ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsUnder(each, keys, Array.isArray(value) ? isUnder : keys.test(key)),
  )
}

test('the file for support has what support needs, and no secret, guest or dish', async () => {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir: temporaryFolder(),
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice,
  })
  onTestFinished(() => kitchen.close())
  const call = async <Name extends OperationName>(name: Name, input: Input<Name>) => {
    const answer = await kitchen.call(kitchen.caller('office'), name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.value
  }
  await call('settings.change', { webhookPort: 0 })
  await call('connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
    webhookToken: webhookTokens[0] ?? '',
  })
  await call('connection.addWebhookToken', { token: webhookTokens[1] ?? '' })
  await call('settings.change', { webhookPort: 0 })
  platform.setReceiver(null)
  for (let placed = 0; placed < 5; placed += 1)
    await platform.placeOrder({ deliveryType: 'delivery', isScheduled: false }, { wait: false })
  const tickets = async () => (await call('tickets.list', {})) as { tickets: object[] }
  await expect.poll(async () => (await tickets()).tickets.length).toBeGreaterThanOrEqual(5)
  const clients = await call('guests.list', { text: '', page: 1 })
  await call('doctor.examine', {})
  await expect.poll(() => call('doctor.get', {})).toMatchObject({ state: 'done' })
  await call('screens.setPin', { pin })
  const text = (await call('doctor.supportFile', {})) as string

  for (const part of ['Kitchen Pass 0.', 'Node 2', '"undoSeconds"', '"poller"', 'orders: '])
    expect(text).toContain(part)
  expect(text).toMatch(/Operations: \d+ of \d+ tried were reached/)
  const ordered = textsUnder(await tickets(), /^(buyerName|comment|text|name)$/)
  const guests = textsUnder(clients, /name|phone|email/i)
  expect(Math.min(ordered.length, guests.length)).toBeGreaterThan(5)
  const people = [...ordered, ...guests].filter((each) => each.length > 4)
  const secrets = [platform.token, platform.channelToken, ...webhookTokens, pin]
  for (const planted of [...secrets, ...people]) expect(text).not.toContain(planted)
})

test('texts of the platform and of the system are masked, wherever they are', async () => {
  const store = await openTestStore()
  const { token, channelToken } = store.practice
  const answer = await store.call('status.get', {})
  if (!answer.ok) throw new Error(answer.error.code)
  const planted = [token, channelToken, 'ana.diaz@example.com', '+56 9 8765 4321']
  const text = supportFile({
    versions: { app: '9.9.9', node: '24.0.0', electron: null, chromium: null },
    connection: practiceConnection(store.practice),
    settings: defaultSettings,
    status: {
      ...answer.value,
      outbox: {
        ...answer.value.outbox,
        paused: { code: 'refused', detail: `Closed. ${planted.join(' ')}` },
      },
    },
    report: null,
    tables: [],
    log: [{ at: 'T', level: 'warn', event: 'refused', facts: { cause: planted.join(' '), n: 3 } }],
  })
  expect(text).toContain('Closed. […]')
  expect(text).toMatch(/T warn refused .*"n":3/)
  for (const each of planted) expect(text).not.toContain(each)
})

test('the log keeps its last lines only, and still writes all of them', () => {
  const stored = createRecordingLog()
  const log = new RecentLog(stored, new FakeClock('2026-11-20T12:00:00.000Z'))
  for (let n = 1; n <= 301; n += 1) log.info('line', { n })
  expect(log.lines()).toHaveLength(300)
  expect(log.lines()[0]).toEqual({
    at: '2026-11-20T12:00:00.000Z',
    level: 'info',
    event: 'line',
    facts: { n: 2 },
  })
  expect(stored.text().split('\n')).toHaveLength(301)
})
