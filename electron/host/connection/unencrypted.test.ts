import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import type { Input, OperationName } from '#contract/index.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { practiceProfile, readProfile, writeProfile } from './profile.ts'
import { provisionFromEnvironment, readProvision, type Provision } from './provision.ts'

test.each([
  ['http://platform.example/api/v3', true],
  ['HTTP://platform.example', true],
  ['http://10.0.0.1', true],
  ['http://192.168.1.2:8080/v3', true],
  ['http://0.0.0.0:1', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['http://[::2]', true],
  ['https://platform.example', false],
  ['http://localhost:1/v3', false],
  ['http://127.0.0.1', false],
  ['http://127.1:80', false],
  ['http://[::1]:80', false],
  ['nothing', false],
])('%s goes unencrypted: %s', (address, expected) => {
  expect(isUnencrypted(address)).toBe(expected)
})

/**
 * A practice platform at an address that belongs, by its name, to another computer, and every
 * request to it.
 */
async function openFar(): Promise<{ platform: Practice; far: string; asked: string[] }> {
  const platform = await startPractice({ clients: 100 })
  const asked: string[] = []
  const pass = async (request: IncomingMessage): Promise<{ status: number; body: string }> => {
    asked.push(request.url ?? '')
    const url = new URL(request.url ?? '', platform.v3)
    const { authorization = '' } = request.headers
    const answer = await fetch(url, { headers: { authorization } })
    return { status: answer.status, body: await answer.text() }
  }
  const server = createServer((request, response) => {
    pass(request)
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
      // At the end of a test the platform may close while it answers.
      .catch(() => response.destroy())
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await platform.close()
  })
  const { port } = server.address() as AddressInfo
  return { platform, far: `http://0.0.0.0:${String(port)}${new URL(platform.v3).pathname}`, asked }
}

async function open(dataDir: string, token: string, provision?: Provision) {
  const vault = createSessionVault()
  await vault.write('platform-token', token)
  const log = createRecordingLog()
  const kitchen = await Kitchen.open({
    dataDir,
    vault,
    log,
    startPractice: startQuietPractice,
    ...(provision !== undefined && { provision }),
  })
  onTestFinished(() => kitchen.close())
  const ask = <Name extends OperationName>(name: Name, input: Input<Name>) =>
    kitchen.call(kitchen.caller('office'), name, input)
  return { kitchen, ask, log }
}

const paused = { value: { outbox: { paused: { reason: 'unencrypted' } } } }

test('an address with http is asked nothing until a person allows it', async () => {
  const { platform, far, asked } = await openFar()
  const dataDir = temporaryFolder()
  const { ask } = await open(dataDir, platform.token)
  const { token, storeId } = platform
  const refused = { ok: false, error: { reason: 'unencrypted' } }
  expect(await ask('connection.tryToken', { v3Url: far, token })).toMatchObject(refused)
  expect(await ask('connection.connect', { v3Url: far, token, storeId })).toMatchObject(refused)
  expect(asked).toEqual([])
  const leave = { v3Url: far, token, allowHttp: true }
  expect(await ask('connection.tryToken', leave)).toMatchObject({ value: { v3Url: far } })
  expect(await ask('connection.connect', { ...leave, storeId })).toMatchObject({ ok: true })
  expect(await ask('connection.get', {})).toMatchObject({ value: { allowHttp: true } })
  expect(readProfile(dataDir)).toMatchObject({ v3Url: far, allowHttp: true })
  expect(await ask('connection.saveToken', { token })).toMatchObject({ ok: true })
})

test.each(['v1Url', 'tabsUrl'])('a %s with http is rejected too', async (name) => {
  const { platform, far } = await openFar()
  const { ask } = await open(temporaryFolder(), platform.token)
  const { token, storeId } = platform
  const input = { v3Url: platform.v3, token, storeId, [name]: far }
  expect(await ask('connection.connect', input)).toEqual({
    ok: false,
    error: { code: 'bad-input', reason: 'unencrypted', detail: name },
  })
})

test('permission that is not needed is not stored', async () => {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  const dataDir = temporaryFolder()
  const { ask } = await open(dataDir, platform.token)
  const { token, storeId } = platform
  const input = { v3Url: platform.v3, token, storeId, allowHttp: true }
  expect(await ask('connection.connect', input)).toMatchObject({ ok: true })
  expect(readProfile(dataDir)).toMatchObject({ allowHttp: false })
})

test('an older profile with http is reported at the start, and nothing is sent until it is allowed', async () => {
  const { platform, far, asked } = await openFar()
  const dataDir = temporaryFolder()
  const { allowHttp: _later, ...before } = practiceProfile
  writeProfile(dataDir, {
    ...before,
    mode: 'store',
    v3Url: far,
    storeId: platform.storeId,
  } as typeof practiceProfile)
  const { ask, kitchen, log } = await open(dataDir, platform.token)
  expect(await ask('status.get', {})).toMatchObject(paused)
  expect(log.text()).toContain('http is not allowed')
  expect(await ask('coupons.list', { text: '', onlyThisStore: false, page: 1 })).toMatchObject({
    value: { error: { reason: 'unencrypted' } },
  })
  expect(await ask('connection.saveToken', { token: platform.token })).toMatchObject({
    error: { reason: 'unencrypted' },
  })
  await kitchen.close()
  expect(asked).toEqual([])

  const provision = readProvision(provisionFromEnvironment({ KITCHEN_PASS_ALLOW_HTTP: '1' }))
  if (!provision.ok) throw new Error('not given')
  const again = await open(dataDir, platform.token, provision.value)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(await again.ask('status.get', {})).toMatchObject({ value: { outbox: { paused: null } } })
})

test('flags and variables with http need leave as well', () => {
  const variables = {
    KITCHEN_PASS_V3_URL: 'http://platform.example/api/v3',
    KITCHEN_PASS_TOKEN: 'token-of-the-store',
    KITCHEN_PASS_STORE: 'store-1',
  }
  expect(readProvision(provisionFromEnvironment(variables))).toMatchObject({
    ok: false,
    error: {
      reason: 'unencrypted',
      detail: expect.stringMatching(/^v3Url uses http.*--allow-http/) as string,
    },
  })
  expect(
    readProvision(provisionFromEnvironment({ ...variables, KITCHEN_PASS_ALLOW_HTTP: '1' })),
  ).toMatchObject({
    ok: true,
    value: { profile: { allowHttp: true }, allowHttp: true },
  })
  for (const name of ['KITCHEN_PASS_V1_URL', 'KITCHEN_PASS_TABS_URL'])
    expect(
      readProvision(
        provisionFromEnvironment({
          ...variables,
          KITCHEN_PASS_V3_URL: 'https://a.example/v3',
          [name]: 'http://a.b/c',
        }),
      ),
    ).toMatchObject({ ok: false, error: { reason: 'unencrypted' } })
})
