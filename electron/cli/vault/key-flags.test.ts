import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { readPlan } from '../flags.ts'
import { isInFolder, placeProblem, usualKeyFile } from './key-place.ts'

const keys = (args: string[], env: Record<string, string> = {}) => {
  const plan = readPlan(args, env)
  if (!plan.ok) return plan.error.detail
  return { ...plan.value.keys, secrets: plan.value.provision.secrets }
}

/** A folder with credentials, as systemd makes it. */
function credentials(files: Record<string, string>): Record<string, string> {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return { CREDENTIALS_DIRECTORY: folder }
}

test('the key file: flag, variable, none, or the user’s own folder', () => {
  expect(keys(['--key-file', 'a'], { KITCHEN_PASS_KEY_FILE: 'b' })).toMatchObject({ file: 'a' })
  expect(keys([], { KITCHEN_PASS_KEY_FILE: 'b' })).toMatchObject({ file: 'b' })
  expect(keys(['--key-file', 'none'])).toMatchObject({ file: null })
  expect(keys([], { XDG_CONFIG_HOME: '/x' })).toMatchObject({ file: '/x/kitchen-pass/keys.json' })
  expect(usualKeyFile({}, 'linux')).toBe(join(homedir(), '.config/kitchen-pass/keys.json'))
  // A relative one is invalid (XDG Base Directory Specification).
  expect(usualKeyFile({ XDG_CONFIG_HOME: 'x' }, 'linux')).toBe(usualKeyFile({}, 'linux'))
  expect(usualKeyFile({ APPDATA: '/users/ana/roaming' }, 'win32')).toBe(
    '/users/ana/roaming/kitchen-pass/keys.json',
  )
})

test('on Windows a key file is in the user’s own folder, because files have no modes there', () => {
  const [home, dataDir] = [temporaryFolder(), temporaryFolder()]
  const outside = join(temporaryFolder(), 'keys.json')
  const windows = { platform: 'win32', home } as const
  expect(placeProblem({ path: join(home, 'keys.json'), dataDir }, windows)).toBeNull()
  expect(placeProblem({ path: outside, dataDir }, windows)).toBe('open-to-others')
  symlinkSync(outside, join(home, 'link'))
  writeFileSync(outside, '')
  expect(placeProblem({ path: join(home, 'link'), dataDir }, windows)).toBe('open-to-others')
  expect(placeProblem({ path: outside, dataDir }, { platform: 'linux', home })).toBeNull()
})

test('inside a folder', () => {
  expect(isInFolder('/a', '/a/b')).toBe(true)
  expect(isInFolder('/a', '/a')).toBe(true)
  expect(isInFolder('/a', '/ab')).toBe(false)
  expect(isInFolder('/a', '/a/..b')).toBe(true)
  expect(isInFolder('/a', '/')).toBe(false)
})

test('the passphrase: file, credential, variable; one line break at its end doesn’t count', () => {
  const file = join(temporaryFolder(), 'passphrase')
  writeFileSync(file, 'seven wet onions \r\n')
  const env = {
    ...credentials({ passphrase: 'eight dry onions\n' }),
    KITCHEN_PASS_PASSPHRASE: 'nine red onions',
  }
  expect(keys(['--passphrase-file', file], env)).toMatchObject({ passphrase: 'seven wet onions ' })
  expect(keys([], env)).toMatchObject({ passphrase: 'eight dry onions' })
  expect(keys([], { KITCHEN_PASS_PASSPHRASE: 'nine red onions' })).toMatchObject({
    passphrase: 'nine red onions',
  })
  expect(keys([])).toMatchObject({ passphrase: null, asksPassphrase: false })
  expect(keys([], { KITCHEN_PASS_PASSPHRASE: 'onions' })).toBe(
    'the passphrase is too short: it needs at least 12 characters',
  )
  expect(keys(['--passphrase-file', `${file}-nowhere`])).toContain('no such file')
})

test('secrets from systemd’s credentials come after flags and before variables', () => {
  const file = join(temporaryFolder(), 'token')
  writeFileSync(file, 'from-a-flag\n')
  const env = {
    ...credentials({
      'platform-token': 'from-a-credential\n',
      'webhook-token': 'first-bearer\nsecond-bearer\n',
      'close-out-key': 'key-of-close-outs\n',
    }),
    KITCHEN_PASS_TOKEN: 'from-a-variable',
  }
  expect(keys(['--token-file', file], env)).toMatchObject({
    secrets: { 'platform-token': 'from-a-flag' },
  })
  expect(keys([], env)).toMatchObject({
    secrets: {
      'platform-token': 'from-a-credential',
      'webhook-token': 'first-bearer\nsecond-bearer',
    },
    given: { 'close-out-key': 'key-of-close-outs' },
  })
  expect(keys([], { ...env, CREDENTIALS_DIRECTORY: '' })).toMatchObject({
    secrets: { 'platform-token': 'from-a-variable' },
    given: {},
  })
})

test('a credential that is no token is named, and its text is not repeated', () => {
  const text = 'secret words with spaces'
  for (const name of ['platform-token', 'close-out-key']) {
    const fault = keys([], credentials({ [name]: text }))
    expect(fault).toMatch(/^(token|the credential close-out-key) is no /)
    expect(fault).not.toContain('words')
  }
  const env = credentials({})
  mkdirSync(join(env['CREDENTIALS_DIRECTORY'] ?? '', 'platform-token'))
  expect(keys([], env)).toContain('EISDIR')
})

test('a passphrase is asked for at a terminal only', () => {
  expect(keys(['--ask-passphrase'])).toBe(
    '--ask-passphrase needs a terminal: a service has --passphrase-file',
  )
})

test('the file of a relay: flag, credential, variable; a wrong one is named without its text', () => {
  const text = (storeName: string) =>
    JSON.stringify({
      kind: 'kitchen-pass-relay',
      version: 2,
      servers: ['https://relay.example.com'],
      websiteId: 'site-1',
      storeId: 'store-1',
      storeName,
      token: 'B'.repeat(43),
      signer: 'A'.repeat(43),
    })
  const file = join(temporaryFolder(), 'store.json')
  writeFileSync(file, `${text('by flag')}\n`)
  const env = {
    ...credentials({ 'relay-file': text('by credential') }),
    KITCHEN_PASS_RELAY_FILE: text('by variable'),
  }
  const relayFileOf = (args: string[], variables: Record<string, string>) => {
    const plan = keys(args, variables)
    return typeof plan === 'object' ? plan.secrets['relay-file'] : plan
  }
  expect(relayFileOf(['--relay-file', file], env)).toContain('by flag')
  expect(relayFileOf([], env)).toContain('by credential')
  expect(relayFileOf([], { KITCHEN_PASS_RELAY_FILE: text('by variable') })).toContain('by variable')
  expect(relayFileOf([], {})).toBeUndefined()
  const wrong = text('x').replace('BBB', 'secret ')
  expect(relayFileOf([], { KITCHEN_PASS_RELAY_FILE: wrong })).toBe(
    'relayFile is not a file for a relay: token',
  )
  expect(relayFileOf([], { KITCHEN_PASS_RELAY_FILE: 'secret' })).toBe(
    'relayFile is not a file for a relay: not JSON',
  )
})
