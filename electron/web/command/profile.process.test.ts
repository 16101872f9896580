import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { practiceProfile, readProfile, writeProfile } from '#host/connection/profile.ts'
import { readProfileFile } from '#host/profile-file/profile-file.ts'
import { startPractice } from '#practice/platform.ts'
import { secretsIn } from '#test/journeys/secrets.ts'
import { runCommand, runProgram } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { keyHeader, startWeb, webBundle } from '#test/support/web-process.ts'

const passphrase = 'seven wet onions'

/** A file in a new folder. */
function fileWith(content: unknown, name = 'shop.kitchenpass', folder = temporaryFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const stores = [
  { name: 'Centro', storeId: 'store-1', v3Url: 'https://api.example/v3', locked: true },
  {
    name: 'Norte',
    storeId: 'store-2',
    v3Url: 'https://api.example/v3',
    settings: { undoSeconds: 3 },
  },
]

describe('a setup file', () => {
  test('that is good is described; one with mistakes ends with 1 and their places', async () => {
    expect(await runCommand(['profile', fileWith({ version: 1, stores })])).toEqual({
      code: 0,
      err: '',
      out: `Centro (store-1) at https://api.example/v3: 0 settings, 0 screens, 0 printers, locked
Norte (store-2) at https://api.example/v3: 1 settings, 0 screens, 0 printers
It has no secrets.
`,
    })
    const wrong = await runCommand([
      'profile',
      fileWith({
        version: 1,
        common: { lockd: true },
        stores: [{ ...stores[1], token: 'hidden-key' }],
      }),
    ])
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('common: unknown: "lockd". Allowed: v3Url')
    expect(wrong.err).toContain('stores[0]: unknown: "token"')
    expect(wrong.err).not.toContain('hidden-key')
    expect(await runCommand(['profile', '/nowhere.kitchenpass'])).toMatchObject({
      code: 1,
      out: '',
    })
  })

  test.for([
    [[], 'Which setup file?'],
    [['--schema', '--make'], 'Only one of --schema and --make.'],
    [['FILE', '--seal'], '--seal needs the secrets'],
    [['FILE', '--seal', '--secrets-file', 'SECRETS'], '--seal needs a passphrase'],
    [
      ['FILE', '--seal', '--secrets-file', 'SECRETS', '--passphrase-file', '/gone'],
      /^ENOENT: no such file[^\n]*\n$/,
    ],
  ] as const)('%j ends with 2', async ([args, sentence]) => {
    const path = fileWith({ version: 1, stores })
    const secrets = fileWith({ common: { accessKey: 'a' } }, 'secrets.json')
    const given = args.map((arg) => (arg === 'FILE' ? path : arg === 'SECRETS' ? secrets : arg))
    const { code, err } = await runCommand(['profile', ...given])
    expect(code).toBe(2)
    expect(err).toMatch(sentence)
  })

  test('the schema is printed as JSON Schema', async () => {
    const { code, out } = await runCommand(['profile', '--schema'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      additionalProperties: false,
      required: ['version', 'stores'],
    })
  })
})

test('keys are sealed in the file, the service opens them, and nothing else can', async () => {
  const platform = await startPractice({ clients: 5, payments: 2 })
  onTestFinished(() => platform.close())
  const folder = temporaryFolder()
  const plain = fileWith(
    {
      version: 1,
      common: { v3Url: platform.v3, settings: { undoSeconds: 3 } },
      stores: [
        { name: 'Colón', storeId: platform.storeId },
        { name: 'Punta Arenas', storeId: 'store-punta-arenas' },
      ],
    },
    'plain.kitchenpass',
    folder,
  )
  const secrets = fileWith({ common: { accessKey: platform.token } }, 'secrets.json')
  const words = fileWith(`${passphrase}\n`, 'words')
  const sealing = [
    'profile',
    plain,
    '--seal',
    '--secrets-file',
    secrets,
    '--passphrase-file',
    words,
  ]
  const sealed = await runCommand(sealing)
  expect(sealed).toMatchObject({ code: 0, err: '' })
  expect(sealed.out).not.toContain(platform.token)
  const path = fileWith(sealed.out, 'shops.kitchenpass', folder)
  expect((await runCommand(['profile', path])).out).toContain('Its secrets are sealed.')

  const data = ['--data', join(folder, 'data'), '--key-file', 'none', '--webhook-port', '0']
  const serve = (...more: string[]) =>
    runProgram([process.execPath, webBundle, '--profile', path, ...data, ...more])
  const undecided = await serve()
  expect(undecided.code).toBe(2)
  expect(undecided.err).toContain('store-punta-arenas  Punta Arenas')
  const closed = await serve('--store', 'Colón')
  expect(closed).toMatchObject({ code: 1 })
  expect(closed.err).toContain('need a passphrase')
  const wrong = fileWith('seven dry onions', 'wrong')
  const refused = await serve('--store', 'Colón', '--passphrase-file', wrong)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('the passphrase is wrong')

  const web = startWeb({
    dataDir: join(folder, 'data'),
    connected: null,
    env: {
      KITCHEN_PASS_PROFILE: path,
      KITCHEN_PASS_STORE: 'Colón',
      KITCHEN_PASS_KEY_FILE: 'none',
      KITCHEN_PASS_PASSPHRASE: passphrase,
      KITCHEN_PASS_WEBHOOK_PORT: '0',
    },
  })
  const { ui } = await web.ready
  const call = async (name: string, input: object = {}): Promise<unknown> => {
    const response = await fetch(new URL('/call', ui), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyHeader(ui) },
      body: JSON.stringify({ name, input }),
    })
    return response.json()
  }
  await expect
    .poll(() => call('status.read'))
    .toMatchObject({
      value: { store: { id: platform.storeId } },
    })
  expect(await call('settings.read')).toMatchObject({ value: { undoSeconds: 3 } })
  await call('settings.change', { tableMinutes: 95 })
  await web.end('SIGTERM')
  expect(web.output()).not.toContain(platform.token)

  // The same store as a file for another one.
  const made = await runCommand(['profile', '--make', '--data', join(folder, 'data')])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(readProfileFile(made.out)).toMatchObject({
    ok: true,
    value: {
      stores: [
        {
          storeId: platform.storeId,
          v3Url: platform.v3,
          setup: { settings: { undoSeconds: 3, tableMinutes: 95 }, locked: false },
        },
      ],
    },
  })
  expect(secretsIn(folder, [platform.token, passphrase])).toEqual([])
})

test('a locked store is unlocked at the computer', async () => {
  const dataDir = temporaryFolder()
  expect(await runCommand(['profile', '--unlock', '--data', dataDir])).toMatchObject({ code: 1 })
  const setup = {
    name: 'Centro',
    locked: true,
    settings: {},
    screens: [],
    printers: [],
    keyMenuPath: null,
  }
  const connected = {
    ...practiceProfile,
    mode: 'store' as const,
    v3Url: 'https://api.example/v3',
    storeId: 's',
  }
  writeProfile(dataDir, { ...connected, setup })
  const done = await runCommand(['profile', '--unlock', '--data', dataDir])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(readProfile(dataDir)?.setup).toEqual({ ...setup, locked: false })
  const before = readFileSync(join(dataDir, 'connection.json'), 'utf8')
  expect((await runCommand(['profile', '--unlock', '--data', dataDir])).out).toContain('not locked')
  expect(readFileSync(join(dataDir, 'connection.json'), 'utf8')).toBe(before)
  writeFileSync(join(dataDir, 'connection.json'), before.slice(0, -9))
  for (const flag of ['--unlock', '--make'])
    expect(await runCommand(['profile', flag, '--data', dataDir])).toEqual({
      code: 1,
      out: '',
      err: 'connection.json cannot be read: mend it, or delete it to connect again\n',
    })
})
