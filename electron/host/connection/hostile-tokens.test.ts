import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tokenSchema } from '#contract/connection/connection.ts'
import type { Input, OperationName } from '#contract/index.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault, type Vault } from '#host/core/vault.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { startQuietPractice } from '#test/support/quiet-practice.ts'
import { createRecordingLog, type RecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { secretsIn, writtenForms } from '#test/journeys/secrets.ts'
import { practiceProfile, writeProfile } from './profile.ts'
import { provisionFromEnvironment, readProvision } from './provision.ts'

/** A text that is part of each token, and occurs nowhere else. */
const core = 'zq7kw2xvb9-secret'

/** Tokens that no header can carry. */
const impossible: [name: string, token: string][] = [
  ['a line break', `${core}\nx-more: 1`],
  ['a carriage return', `${core}\r\nx-more: 1`],
  ['an emoji', `${core}🍕`],
  ['a blank', `${core} ${core}`],
  ['a tab', `${core}\tx`],
  ['a zero', `${core}\0x`],
  ['an accent', `${core}é`],
  ['a direction', `${core}\u202e`],
  ['10,000 characters', core.padEnd(10_000, 'a')],
]
/** Tokens that a header can carry, but that look odd elsewhere. */
const odd: [name: string, token: string][] = [
  ['quotes', `${core}"'\`\\`],
  ['%00', `${core}%00%0d%0a`],
  ['markup', `${core}<script>$&{token}</script>`],
  ['a query', `${core}?a=b&c=d#e@f`],
]

interface Opened {
  kitchen: Kitchen
  dataDir: string
  log: RecordingLog
  /** All answers and events that a screen received. */
  received: unknown[]
  ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<unknown>
}

async function open(dataDir: string, vault: Vault = createSessionVault()): Promise<Opened> {
  const log = createRecordingLog()
  const received: unknown[] = []
  const kitchen = await Kitchen.open({ dataDir, vault, log, startPractice: startQuietPractice })
  onTestFinished(() => kitchen.close())
  kitchen.onEvent((event) => void received.push(event))
  return {
    kitchen,
    dataDir,
    log,
    received,
    async ask(name, input) {
      const answer = await kitchen.call(kitchen.caller('office'), name, input)
      received.push(answer)
      return answer
    },
  }
}

/** Fails if the core of a token, or a telling part of it, is in any file, log line or answer. */
function expectNowhere({ dataDir, log, received }: Opened): void {
  expect(secretsIn(dataDir, [core])).toEqual([])
  for (const form of writtenForms(core)) {
    expect(log.text()).not.toContain(form)
    expect(JSON.stringify(received)).not.toContain(form)
  }
}

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

/** A server that rejects everything and repeats what it received. */
async function openEcho(): Promise<{ v3Url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const { authorization = '' } = request.headers
    const kind = asked.length % 3
    if (kind === 0) {
      response.writeHead(302, { location: `https://${encodeURIComponent(authorization)}.example/` })
      response.end()
      return
    }
    response.writeHead(kind === 1 ? 401 : 500, {
      'content-type': kind === 1 ? 'application/json' : `text/${authorization}`,
    })
    response.end(
      kind === 1
        ? JSON.stringify({ success: false, error: { message: `no rights for ${authorization}` } })
        : authorization,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { v3Url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v3`, asked }
}

test.each(impossible)(
  'a token with %s is rejected with our own message, and is neither sent nor stored',
  async (_name, token) => {
    const echo = await openEcho()
    const platform = await openPlatform()
    const opened = await open(temporaryFolder())
    const { ask } = opened
    const { storeId } = platform
    const refused = { ok: false, error: { code: 'bad-input', reason: 'bad-token' } }
    const { v3Url } = echo
    expect(await ask('connection.tryToken', { v3Url, token })).toMatchObject(refused)
    expect(await ask('connection.connect', { v3Url, token, storeId })).toMatchObject(refused)
    expect(await ask('connection.saveToken', { token })).toMatchObject(refused)
    const whole = { v3Url: platform.v3, token: platform.token, storeId }
    expect(
      await ask('connection.connect', {
        ...whole,
        tabsUrl: platform.tabs,
        salesChannelConfigId: platform.salesChannelConfigId,
        channelToken: token,
      }),
    ).toMatchObject(refused)
    // The listener has one per line.
    if (!token.includes('\n'))
      expect(
        await ask('connection.connect', { ...whole, webhookToken: `another-one\n${token}` }),
      ).toMatchObject(refused)
    expect(echo.asked).toEqual([])
    expect(await ask('connection.get', {})).toMatchObject({ value: { mode: 'practice' } })
    expectNowhere(opened)
  },
)

test.each(impossible)('a token with %s that a file or a variable gives is refused', (_n, token) => {
  for (const [name, more] of [
    ['token', { KITCHEN_PASS_TOKEN: token }],
    ['channelToken', { KITCHEN_PASS_CHANNEL_TOKEN: token }],
    ['webhookToken', { KITCHEN_PASS_WEBHOOK_TOKEN: `${token} x` }],
  ] as const) {
    const answer = readProvision(provisionFromEnvironment({ ...more }))
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(JSON.stringify(answer)).toMatch(new RegExp(`"${name} is no token`))
    expect(JSON.stringify(answer)).not.toContain(core)
  }
})

test.each(impossible)(
  'a token with %s that the vault has counts as none: it is asked for',
  async (_name, token) => {
    const echo = await openEcho()
    const dataDir = temporaryFolder()
    const { v3Url } = echo
    writeProfile(dataDir, { ...practiceProfile, mode: 'store', v3Url, storeId: 'store-1' })
    const stored = createSessionVault()
    await stored.write('platform-token', token)
    const opened = await open(dataDir, stored)
    expect(await opened.ask('status.get', {})).toMatchObject({
      value: { outbox: { paused: { code: 'unauthorised', reason: 'no-token' } } },
    })
    expect(await opened.ask('connection.get', {})).toMatchObject({ value: { hasToken: false } })
    expect(opened.log.text()).toContain('secret is no token')
    expect(echo.asked).toEqual([])
    expectNowhere(opened)
  },
)

test.each(odd)(
  'a token with %s goes to the platform as it is, and what repeats it is not repeated',
  async (_name, token) => {
    const echo = await openEcho()
    const dataDir = temporaryFolder()
    const { v3Url } = echo
    writeProfile(dataDir, { ...practiceProfile, mode: 'store', v3Url, storeId: 'store-1' })
    const stored = createSessionVault()
    await stored.write('platform-token', ` ${token}\n`)
    const opened = await open(dataDir, stored)
    for (let time = 0; time < 3; time++)
      expect(await opened.ask('connection.tryToken', { v3Url, token })).toMatchObject({ ok: false })
    await opened.ask('connection.saveToken', { token })
    await opened.ask('doctor.examine', {})
    await expect
      .poll(() => opened.ask('doctor.get', {}))
      .toMatchObject({ value: { state: 'done' } })
    await opened.ask('doctor.report', {})
    await opened.ask('inbox.unread', {})
    await opened.ask('status.get', {})
    await opened.kitchen.close()
    for (const { headers, url } of echo.asked) {
      expect(headers.authorization).toBe(`Bearer ${token}`)
      expect(url).not.toContain(core)
      expect(JSON.stringify({ ...headers, authorization: '' })).not.toContain(core)
    }
    expect(echo.asked.length).toBeGreaterThan(6)
    expectNowhere(opened)
  },
)

test.each([
  ['as it stands in addresses', `https://me:${core}@platform.example/api/v3`],
  ['without a scheme', `me:${core}@platform.example`],
  ['with a slash too few', `https:/me:${core}@platform.example`],
  ['with strokes the wrong way', `https:\\\\me:${core}@platform.example`],
  ['within a path', `https://platform.example/https://me:${core}@other.example`],
  ['with blanks in it', `https://me:${core} x@platform.example`],
])('a password in an address, %s, is refused and not repeated', async (_how, v3Url) => {
  const platform = await openPlatform()
  const opened = await open(temporaryFolder())
  const { token, storeId } = platform
  const { ask } = opened
  const refused = { ok: false, error: { code: 'bad-input', reason: 'no-address' } }
  expect(await ask('connection.tryToken', { v3Url, token })).toEqual(refused)
  expect(await ask('connection.connect', { v3Url, token, storeId })).toEqual(refused)
  for (const name of ['v1Url', 'tabsUrl'])
    expect(
      await ask('connection.connect', { v3Url: platform.v3, token, storeId, [name]: v3Url }),
    ).toMatchObject(refused)
  for (const KITCHEN_PASS_V3_URL of [v3Url, v3Url.replace('https', 'http')]) {
    const provision = readProvision(
      provisionFromEnvironment({
        KITCHEN_PASS_V3_URL,
        KITCHEN_PASS_TOKEN: 'a',
        KITCHEN_PASS_STORE: 'b',
      }),
    )
    expect(provision).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    expect(JSON.stringify(provision)).not.toContain(core)
  }
  expectNowhere(opened)
})

test('a password in the address of an older profile is left out, on the page and in what is asked', async () => {
  const { v3Url, asked } = await openEcho()
  const dataDir = temporaryFolder()
  const withPassword = v3Url.replace('http://', `http://me:${core}@`)
  writeFileSync(
    join(dataDir, 'connection.json'),
    JSON.stringify({ ...practiceProfile, mode: 'store', v3Url: withPassword, storeId: 'store-1' }),
  )
  const vault = createSessionVault()
  await vault.write('platform-token', 'token-of-the-store')
  const { ask, log, received, kitchen } = await open(dataDir, vault)
  expect(await ask('connection.get', {})).toMatchObject({ value: { v3Url } })
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]?.headers.authorization).toBe('Bearer token-of-the-store')
  await kitchen.close()
  const others = readdirSync(dataDir).filter((name) => name !== 'connection.json')
  for (const name of others.filter((each) => /\.(json|sqlite)/.test(each)))
    expect(readFileSync(join(dataDir, name)).includes(core)).toBe(false)
  expect(log.text() + JSON.stringify(received)).not.toContain(core)
})

test('a profile whose address cannot be read for its password is not opened, and not repeated', async () => {
  const dataDir = temporaryFolder()
  const v3Url = `https://me:${core}/x@platform.example:y`
  writeFileSync(
    join(dataDir, 'connection.json'),
    JSON.stringify({ ...practiceProfile, mode: 'store', v3Url, storeId: 'store-1' }),
  )
  await expect(open(dataDir)).rejects.toThrow(/^connection\.json cannot be read: mend it/)
})

test.each([
  ['Bearer abc', 'abc'],
  [' bearer\n  abc\n', 'abc'],
  ['Bearer', 'Bearer'],
])('the token that %j means', (pasted, token) => {
  expect(tokenSchema.parse(pasted)).toBe(token)
})
