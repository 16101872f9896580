import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { practiceProfile, readProfile, writeProfile } from '#host/connection/profile.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const profile = (...args: string[]) => callKitchenPass(['profile', ...args])

/** A file in a new folder. */
function fileWith(content: object, name = 'shop.kitchenpass'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, JSON.stringify(content))
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
    expect(await profile(fileWith({ version: 1, stores }))).toEqual({
      code: 0,
      err: '',
      out: `Centro (store-1) at https://api.example/v3: 0 settings, 0 screens, 0 printers, locked
Norte (store-2) at https://api.example/v3: 1 settings, 0 screens, 0 printers
It has no secrets.
`,
    })
    const wrong = await profile(
      fileWith({
        version: 1,
        common: { lockd: true },
        stores: [{ ...stores[1], token: 'hidden-key' }],
      }),
    )
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toContain('common: unknown: "lockd". Allowed: v3Url')
    expect(wrong.err).toContain('stores[0]: unknown: "token"')
    expect(wrong.err).not.toContain('hidden-key')
    expect(await profile('/nowhere.kitchenpass')).toMatchObject({
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
    const commandLine = args.map((arg) =>
      arg === 'FILE' ? path : arg === 'SECRETS' ? secrets : arg,
    )
    const { code, err } = await profile(...commandLine)
    expect(code).toBe(2)
    expect(err).toMatch(sentence)
  })

  test('the schema is printed as JSON Schema', async () => {
    const { code, out } = await profile('--schema')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      additionalProperties: false,
      required: ['version', 'stores'],
    })
  })
})

test('a locked store is unlocked at the computer', async () => {
  const dataDir = temporaryFolder()
  expect(await profile('--unlock', '--data', dataDir)).toMatchObject({ code: 1 })
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
  const done = await profile('--unlock', '--data', dataDir)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(readProfile(dataDir)?.setup).toEqual({ ...setup, locked: false })
  const before = readFileSync(join(dataDir, 'connection.json'), 'utf8')
  expect((await profile('--unlock', '--data', dataDir)).out).toContain('not locked')
  expect(readFileSync(join(dataDir, 'connection.json'), 'utf8')).toBe(before)
  writeFileSync(join(dataDir, 'connection.json'), '{}')
  for (const flag of ['--unlock', '--make'])
    expect(await profile(flag, '--data', dataDir)).toEqual({
      code: 1,
      out: '',
      err: 'connection.json cannot be read: mend it, or delete it to connect again\n',
    })
})
