import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectionView } from '#contract/connection/connection.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault, type Vault } from '#host/core/vault.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { secretsIn, writtenForms } from '#test/journeys/secrets.ts'
import { manager } from '#test/support/caller.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { runCommand } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, startWeb, webBundle, type WebProcess } from '#test/support/web-process.ts'
import { KeyVault } from './key-vault.ts'

const webhookToken = 'bearer-that-the-platform-sends'
const passphrase = 'seven wet onions'

interface Service {
  platform: Practice
  dataDir: string
  /** Where the system keeps the user's settings. */
  config: string
  keyFile: string
  /** Variables of the next starts. */
  env: Record<string, string>
  /** Everything that all starts wrote to stdout and stderr. */
  output(): string
  start(): Promise<WebProcess & { ui: string }>
}

async function makeService(): Promise<Service> {
  const platform = await startPractice()
  const folder = temporaryFolder()
  const [dataDir, config] = [join(folder, 'data'), join(folder, 'config')]
  const started: WebProcess[] = []
  onTestFinished(async () => {
    for (const web of started) await web.end('SIGKILL')
    await platform.close()
  })
  const env: Record<string, string> = { KITCHEN_PASS_KEY_FILE: '', XDG_CONFIG_HOME: config }
  return {
    platform,
    dataDir,
    config,
    keyFile: join(config, 'kitchen-pass/keys.json'),
    env,
    output: () => started.map((web) => web.output()).join('\n'),
    async start() {
      const web = startWeb({ dataDir, connected: null, env })
      started.push(web)
      const { ui } = await web.ready
      return { ...web, ui }
    },
  }
}

const connection = (ui: string) => callWeb(ui, 'connection.get', {}) as Promise<ConnectionView>

type Call = (name: string, input: object) => Promise<unknown>

/** As a manager does on the Connection page. */
async function connectBy(call: Call, { v3: v3Url, token, storeId }: Practice): Promise<void> {
  await call('connection.connect', { v3Url, token, storeId, webhookToken })
  await call('settings.change', { webhookPort: 0 })
}

const connect = (ui: string, platform: Practice): Promise<void> =>
  connectBy((name, input) => callWeb(ui, name, input), platform)

/** An earlier run, in which a store was connected: in this process, which is faster than another. */
async function connectBefore(
  { platform, dataDir, keyFile }: Service,
  vault: Vault = new KeyVault({
    ...{ path: keyFile, dataDir, passphrase: null, given: {} },
    report: (problem) => expect(problem).toBeNull(),
  }),
): Promise<void> {
  const log = createRecordingLog()
  const kitchen = await Kitchen.open({ dataDir, vault, log, startPractice })
  await connectBy(async (name, input) => {
    expect(await kitchen.call(manager, name, input)).toMatchObject({ ok: true })
  }, platform)
  await kitchen.close()
}

/** An order placed now is on the wall, though nobody typed anything. */
async function expectConnected(ui: string, platform: Practice): Promise<void> {
  expect(await connection(ui)).toMatchObject({ mode: 'store', hasToken: true })
  const { _id: id } = await platform.placeOrder({ isScheduled: false }, { wait: false })
  await callWeb(ui, 'connection.resume', {})
  await expect
    .poll(() => callWeb(ui, 'tickets.list', {}))
    .toMatchObject({
      tickets: expect.arrayContaining([expect.objectContaining({ id })]) as unknown,
    })
  expect(await callWeb(ui, 'status.get', {})).toMatchObject({ outbox: { paused: null } })
}

/** No key is in the data folder, or in what was printed. */
function expectNowhere({ platform, dataDir, output }: Service): void {
  const secrets = [platform.token, webhookToken, passphrase]
  expect(secretsIn(dataDir, secrets)).toEqual([])
  for (const form of secrets.flatMap(writtenForms)) expect(output()).not.toContain(form)
}

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a key typed once is there after a calm end and after kill -9, and in no file of the data', async () => {
  const service = await makeService()
  const { platform, keyFile } = service
  const first = await service.start()
  expect(await connection(first.ui)).toMatchObject({
    vault: { safe: true, reason: null, place: 'file', file: keyFile },
  })
  await connect(first.ui, platform)
  await expectConnected(first.ui, platform)
  expect(modeOf(keyFile)).toBe(0o600)
  // With a key that lasts, close-outs are sealed with it.
  expect(readFileSync(keyFile, 'utf8')).toContain('"close-out-key"')
  expect(await first.end('SIGTERM')).toBe(0)

  const second = await service.start()
  await expectConnected(second.ui, platform)
  expect(await connection(second.ui)).toMatchObject({ hasWebhookToken: true })
  await second.end('SIGKILL')

  const third = await service.start()
  await expectConnected(third.ui, platform)
  await third.end('SIGTERM')
  expectNowhere(service)
  expect(secretsIn(service.config, [platform.token])).toEqual(['kitchen-pass/keys.json'])
})

test('the doctor finds the key as the service does', async () => {
  const service = await makeService()
  await connectBefore(service)
  const report = join(service.config, 'report.txt')
  const args = ['doctor', '--data', service.dataDir, '--report', report]
  const { code, out, err } = await runCommand(args, { env: service.env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^GET {2}\/api\/me {2,}reached$/m)
  expect(readFileSync(report, 'utf8') + out).not.toContain(service.platform.token)
})

test('with a passphrase the key is nowhere to be read; with a wrong one the file stays', async () => {
  const service = await makeService()
  const { platform, keyFile, env } = service
  const passphraseFile = join(temporaryFolder(), 'passphrase')
  writeFileSync(passphraseFile, `${passphrase}\n`, { mode: 0o600 })
  env['CREDENTIALS_DIRECTORY'] = join(passphraseFile, '..')
  const first = await service.start()
  expect(await connection(first.ui)).toMatchObject({ vault: { place: 'encrypted-file' } })
  await connect(first.ui, platform)
  await first.end('SIGKILL')
  const second = await service.start()
  await expectConnected(second.ui, platform)
  await second.end('SIGTERM')
  expect(secretsIn(service.config, [platform.token, webhookToken])).toEqual([])

  const sealed = readFileSync(keyFile)
  writeFileSync(passphraseFile, 'eight dry onions')
  const wrong = await service.start()
  expect(wrong.output()).toContain(
    `Key file ${keyFile}: it can’t be opened: the passphrase is wrong`,
  )
  expect(await connection(wrong.ui)).toMatchObject({
    mode: 'store',
    hasToken: false,
    vault: { safe: false, reason: 'wrong-passphrase' },
  })
  await callWeb(wrong.ui, 'connection.saveToken', { token: platform.token })
  await expectConnected(wrong.ui, platform)
  await wrong.end('SIGTERM')
  expect(readFileSync(keyFile)).toEqual(sealed)

  writeFileSync(passphraseFile, passphrase)
  const last = await service.start()
  await expectConnected(last.ui, platform)
  expectNowhere(service)
})

test('a passphrase that is too short ends the start with a sentence', async () => {
  const service = await makeService()
  service.env['KITCHEN_PASS_PASSPHRASE'] = 'short'
  await expect(service.start()).rejects.toThrow('the passphrase is too short')
})

test('systemd’s credentials connect a service that may store nothing', async () => {
  const service = await makeService()
  const { platform, env } = service
  env['KITCHEN_PASS_KEY_FILE'] = 'none'
  await connectBefore(service, createSessionVault())
  const without = await service.start()
  expect(await connection(without.ui)).toMatchObject({ mode: 'store', hasToken: false })
  await without.end('SIGTERM')

  const credentials = temporaryFolder()
  writeFileSync(join(credentials, 'platform-token'), `${platform.token}\n`)
  writeFileSync(join(credentials, 'webhook-token'), webhookToken)
  chmodSync(join(credentials, 'platform-token'), 0o400)
  env['CREDENTIALS_DIRECTORY'] = credentials
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const web = await service.start()
    await expectConnected(web.ui, platform)
    expect(await connection(web.ui)).toMatchObject({ hasWebhookToken: true })
    await web.end(signal)
  }
  expectNowhere(service)
})

test('a key typed in place of a revoked one from outside is there after a restart', async () => {
  const service = await makeService()
  const { platform, env } = service
  const credentials = temporaryFolder()
  writeFileSync(join(credentials, 'platform-token'), 'revoked-token')
  env['CREDENTIALS_DIRECTORY'] = credentials
  env['KITCHEN_PASS_V3_URL'] = platform.v3
  env['KITCHEN_PASS_STORE'] = platform.storeId
  env['KITCHEN_PASS_WEBHOOK_PORT'] = '0'
  const first = await service.start()
  await callWeb(first.ui, 'connection.saveToken', { token: platform.token })
  await expectConnected(first.ui, platform)
  await first.end('SIGKILL')
  const second = await service.start()
  await expectConnected(second.ui, platform)
  await second.end('SIGTERM')
  expectNowhere(service)
})

test.each([
  [
    'inside the data folder',
    'in-data-folder',
    ({ env, dataDir }: Service) => (env['KITCHEN_PASS_KEY_FILE'] = join(dataDir, 'keys.json')),
  ],
  [
    'readable by others',
    'open-to-others',
    ({ keyFile }: Service) => {
      chmodSync(keyFile, 0o644)
      return keyFile
    },
  ],
  [
    'damaged',
    'damaged',
    ({ keyFile }: Service) => {
      writeFileSync(keyFile, readFileSync(keyFile, 'utf8').slice(0, -20))
      return keyFile
    },
  ],
  [
    'a folder',
    'unreadable',
    ({ keyFile }: Service) => {
      rmSync(keyFile)
      mkdirSync(keyFile)
      return keyFile
    },
  ],
])('a key file that is %s: the kitchen opens, says why, and asks', async (_what, reason, spoil) => {
  const service = await makeService()
  const { platform } = service
  await connectBefore(service)

  const path = spoil(service)
  const before = statSync(path, { throwIfNoEntry: false })
  const web = await service.start()
  expect(web.output().match(/^Key file .*$/gm)).toEqual([
    expect.stringContaining(`Key file ${path}: `),
  ])
  expect(await connection(web.ui)).toMatchObject({
    mode: 'store',
    hasToken: false,
    vault: { safe: false, reason, file: path },
  })
  expect(await callWeb(web.ui, 'status.get', {})).toMatchObject({
    outbox: { paused: { code: 'unauthorised', reason: 'no-token' } },
  })
  await callWeb(web.ui, 'connection.saveToken', { token: platform.token })
  await expectConnected(web.ui, platform)
  const after = statSync(path, { throwIfNoEntry: false })
  expect([after?.ino, after?.mtimeMs, after?.mode]).toEqual([
    before?.ino,
    before?.mtimeMs,
    before?.mode,
  ])
  await web.end('SIGTERM')
  expectNowhere(service)
})

/** Types lines at a terminal, each in the moment that it is asked for; returns what was shown. */
async function typeAt(command: string, answers: [RegExp, string][]): Promise<string> {
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: 'pipe' })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  const left = [...answers]
  let shown = ''
  terminal.stdout.on('data', (part: Buffer) => {
    shown += part.toString()
    const [question, answer] = left[0] ?? []
    if (question?.test(shown) !== true) return
    left.shift()
    terminal.stdin.write(answer ?? '')
  })
  await once(terminal, 'close')
  expect(left).toEqual([])
  return shown
}

test('a passphrase is typed at the terminal, twice for a new file, and never shown', async ({
  skip,
}) => {
  skip(spawnSync('script', ['--version']).status !== 0, 'there is no terminal to type at')
  const folder = temporaryFolder()
  const flags = `--data ${folder}/data --key-file ${folder}/keys.json --ask-passphrase`
  const command = `${process.execPath} ${webBundle} ${flags}`
  const again = /The same again: /
  const shown = await typeAt(command, [
    [/Passphrase of .*keys\.json: /, `${passphrase}\r`],
    [again, `${passphrase}\r`],
    // Ctrl+C ends it as a signal does.
    [/"ui":/, '\x03'],
  ])
  expect(shown).not.toContain('onions')
  const differs = await typeAt(command, [
    [/Passphrase of /, `${passphrase}\r`],
    [again, `${passphrase}!\r`],
  ])
  expect(differs).toContain('the two passphrases differ')
  expect(differs).not.toContain('onions')
})
