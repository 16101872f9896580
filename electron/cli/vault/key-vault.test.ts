import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Secrets } from '#host/core/vault.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import type { KeyFileProblem } from './key-file.ts'
import { KeyVault } from './key-vault.ts'

const token = 'token-of-the-store'
const isRoot = process.getuid?.() === 0

interface Place {
  folder: string
  dataDir: string
  path: string
}

function place(): Place {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  return { folder, dataDir, path: join(folder, 'config', 'keys.json') }
}

function open(
  { dataDir, path }: Omit<Place, 'folder'>,
  { passphrase = null, secrets = {} }: { passphrase?: string | null; secrets?: Secrets } = {},
) {
  const reported: KeyFileProblem[] = []
  const vault = new KeyVault({
    path,
    dataDir,
    passphrase,
    given: secrets,
    report: (problem) => void reported.push(problem),
  })
  return { vault, given: vault.given, reported }
}

/** A key file with a token in it. */
async function withToken(passphrase: string | null = null): Promise<Place> {
  const paths = place()
  await open(paths, { passphrase }).vault.write('platform-token', token)
  return paths
}

/** The permissions of a file or folder. */
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('secrets are there at the next start, in a file that nobody else can read', async () => {
  const paths = place()
  const first = open(paths)
  expect(first.vault).toMatchObject({ weakness: null, place: 'file', file: paths.path })
  expect(first.vault.read('platform-token')).toBeNull()
  // Looking changes nothing.
  expect(readdirSync(paths.folder)).toEqual(['data'])
  await first.vault.write('platform-token', token)
  await first.vault.write('webhook-token', 'one\ntwo')
  const next = open(paths)
  expect(next.vault.read('platform-token')).toBe(token)
  expect(next.vault.read('webhook-token')).toBe('one\ntwo')
  expect(next.reported).toEqual([])
  expect(modeOf(paths.path)).toBe(0o600)
  expect(modeOf(join(paths.folder, 'config'))).toBe(0o700)
  expect(readdirSync(join(paths.folder, 'config')).toSorted()).toEqual([
    'keys.json',
    'kitchen-pass.lock',
  ])
})

test('a loose mask of the process opens the file to nobody', () => {
  const paths = place()
  const module = JSON.stringify(join(import.meta.dirname, 'key-vault.ts'))
  const code = `process.umask(0)
    const { KeyVault } = await import(${module})
    const place = ${JSON.stringify(paths)}
    const vault = new KeyVault({ ...place, passphrase: null, given: {}, report() {} })
    await vault.write('platform-token', 'x')`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', code]).status).toBe(0)
  expect(modeOf(paths.path)).toBe(0o600)
  expect(modeOf(join(paths.folder, 'config'))).toBe(0o700)
})

test('each data folder has its own secrets in a file that several share', async () => {
  const paths = await withToken()
  const other = { ...paths, dataDir: join(paths.folder, 'other') }
  expect(open(other).vault.read('platform-token')).toBeNull()
  await open(other).vault.write('platform-token', 'token-of-another')
  expect(open(paths).vault.read('platform-token')).toBe(token)
  expect(open(other).vault.read('platform-token')).toBe('token-of-another')
})

test('the data folder is known by its real path, also through a link', async () => {
  const paths = await withToken()
  const link = join(paths.folder, 'link')
  symlinkSync(paths.dataDir, link)
  expect(open({ ...paths, dataDir: link }).vault.read('platform-token')).toBe(token)
})

const withMode =
  (mode: number) =>
  ({ path }: Place): void => {
    chmodSync(path, mode)
  }
const withText =
  (change: (text: string) => string) =>
  ({ path }: Place): void => {
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }

/** Ways in which a key file isn't as it should be. Each leaves something at `path`. */
const spoilt: [string, KeyFileProblem, (paths: Place) => void][] = [
  ['readable by its group', 'open-to-others', withMode(0o640)],
  ['readable by others', 'open-to-others', withMode(0o604)],
  ['writable by its group', 'open-to-others', withMode(0o620)],
  [
    'a link to a file that others can read',
    'open-to-others',
    ({ path }) => {
      writeFileSync(`${path}-open`, readFileSync(path))
      chmodSync(`${path}-open`, 0o644)
      rmSync(path)
      symlinkSync(`${path}-open`, path)
    },
  ],
  [
    'a link into the data folder',
    'in-data-folder',
    ({ path, dataDir }) => {
      const inside = join(dataDir, 'keys.json')
      writeFileSync(inside, readFileSync(path), { mode: 0o600 })
      rmSync(path)
      symlinkSync(inside, path)
    },
  ],
  [
    'a link that leads nowhere',
    'unreadable',
    ({ path }) => {
      rmSync(path)
      symlinkSync(`${path}-nowhere`, path)
    },
  ],
  [
    'a folder',
    'unreadable',
    ({ path }) => {
      rmSync(path)
      mkdirSync(path)
    },
  ],
  [
    'a pipe, which would be waited for',
    'unreadable',
    ({ path }) => {
      rmSync(path)
      spawnSync('mkfifo', ['-m', '600', path])
    },
  ],
  ['huge', 'unreadable', withText(() => ' '.repeat(2 ** 20 + 1))],
  ['empty', 'damaged', withText(() => '')],
  ['cut', 'damaged', withText((text) => text.slice(0, 60))],
  ['something else', 'damaged', withText(() => `{"token":"${token}"}`)],
  [
    'from a newer version',
    'damaged',
    withText((text) => text.replace('"version": 1', '"version": 2')),
  ],
  [
    'with a secret of a newer version',
    'damaged',
    withText((text) => text.replace('platform-token', 'new-token')),
  ],
]

/** Everything in a folder, as it is. */
const everything = (folder: string): unknown =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.lock'))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      return [name, stat?.mode, stat?.isFile() ? readFileSync(path, 'utf8') : null]
    })

test.each(spoilt)(
  'a key file that is %s is refused and stays, and a typed key holds until the end',
  async (_what, problem, spoil) => {
    const paths = await withToken()
    spoil(paths)
    const before = everything(paths.folder)
    const { vault, reported } = open(paths)
    expect(reported).toEqual([problem])
    expect(vault.weakness).toBe(problem)
    expect(vault.read('platform-token')).toBeNull()
    expect(await vault.write('platform-token', 'typed')).toEqual({ ok: true, value: null })
    expect(vault.read('platform-token')).toBe('typed')
    // Nobody could check seals whose key is gone.
    expect(await vault.write('close-out-key', 'made')).toMatchObject({
      ok: false,
      error: { code: 'no-vault' },
    })
    expect(vault.read('close-out-key')).toBeNull()
    expect(reported).toEqual([problem])
    expect(everything(paths.folder)).toEqual(before)
  },
)

test('a key file of another user is refused', async ({ skip }) => {
  skip(!isRoot, 'only root can give a file away')
  const paths = await withToken()
  chownSync(paths.path, 1, 1)
  expect(open(paths).vault).toMatchObject({ weakness: 'not-ours' })
})

test('a key file that this user may not read is refused', async ({ skip }) => {
  skip(isRoot, 'root may read everything')
  const paths = await withToken()
  chmodSync(paths.path, 0)
  expect(open(paths).vault).toMatchObject({ weakness: 'unreadable' })
})

test.each([
  ['in it', (paths: Place) => join(paths.dataDir, 'keys.json')],
  ['in a folder of it', (paths: Place) => join(paths.dataDir, 'private/keys.json')],
  ['in it by dots', (paths: Place) => join(paths.folder, 'config', '..', 'data', 'keys.json')],
  [
    'in it through a link',
    (paths: Place) => {
      symlinkSync(paths.dataDir, join(paths.folder, 'link'))
      return join(paths.folder, 'link/keys.json')
    },
  ],
  [
    'a link in it to a place outside',
    (paths: Place) => {
      symlinkSync(join(paths.folder, 'keys.json'), join(paths.dataDir, 'keys.json'))
      return join(paths.dataDir, 'keys.json')
    },
  ],
  ['the folder itself', (paths: Place) => paths.dataDir],
])('outside of the data folder only: not %s', async (_where, pathOf) => {
  const paths = place()
  const path = pathOf(paths)
  const before = everything(paths.folder)
  const { vault } = open({ ...paths, path })
  expect(vault.weakness).toBe('in-data-folder')
  await vault.write('platform-token', token)
  expect(everything(paths.folder)).toEqual(before)
})

test('beside the data folder, and with a name that begins like it, it may be', async () => {
  const paths = place()
  const { vault } = open({ ...paths, path: `${paths.dataDir}-keys.json` })
  expect(vault.weakness).toBeNull()
  await vault.write('platform-token', token)
  expect(vault.weakness).toBeNull()
})

test('a link to a private file is followed, and stays a link', async () => {
  const paths = await withToken()
  const link = join(paths.folder, 'link.json')
  symlinkSync(paths.path, link)
  const { vault } = open({ ...paths, path: link })
  expect(vault.read('platform-token')).toBe(token)
  await vault.write('webhook-token', 'bearer-of-events')
  expect(open(paths).vault.read('webhook-token')).toBe('bearer-of-events')
  expect(open({ ...paths, path: link }).vault.weakness).toBeNull()
})

test('once a file is mended, the next typed key is stored with what was there', async () => {
  const paths = await withToken()
  await open(paths).vault.write('webhook-token', 'bearer-of-events')
  chmodSync(paths.path, 0o644)
  const { vault } = open(paths)
  expect(vault.read('webhook-token')).toBeNull()
  chmodSync(paths.path, 0o600)
  await vault.write('platform-token', 'typed')
  expect(vault.weakness).toBeNull()
  expect(vault.read('webhook-token')).toBe('bearer-of-events')
  const next = open(paths).vault
  expect([next.read('platform-token'), next.read('webhook-token')]).toEqual([
    'typed',
    'bearer-of-events',
  ])
})

test('what was typed before the file was mended is stored with what is typed after', async () => {
  const paths = await withToken()
  chmodSync(paths.path, 0o644)
  const { vault } = open(paths)
  await vault.write('platform-token', 'typed')
  chmodSync(paths.path, 0o600)
  await vault.write('webhook-token', 'bearer-of-events')
  expect(vault.read('platform-token')).toBe('typed')
  const next = open(paths).vault
  expect([next.read('platform-token'), next.read('webhook-token')]).toEqual([
    'typed',
    'bearer-of-events',
  ])
})

test('where no folder can be made, it says so before anything is typed', async () => {
  const paths = place()
  writeFileSync(join(paths.folder, 'config'), 'a note')
  const { vault } = open(paths)
  expect(vault.weakness).not.toBeNull()
  await vault.write('platform-token', token)
  expect(vault.read('platform-token')).toBe(token)
  expect(readFileSync(join(paths.folder, 'config'), 'utf8')).toBe('a note')
})

test('what a crash left beside the file is replaced, and never followed', async () => {
  const paths = await withToken()
  const elsewhere = join(paths.folder, 'elsewhere')
  writeFileSync(elsewhere, 'a note')
  linkSync(elsewhere, `${paths.path}.new`)
  await open(paths).vault.write('platform-token', 'another')
  expect(readFileSync(elsewhere, 'utf8')).toBe('a note')
  expect(open(paths).vault.read('platform-token')).toBe('another')
})

test('a typed key replaces one from outside for good, until another comes from outside', async () => {
  const paths = place()
  const secrets = { 'platform-token': 'old' }
  const first = open(paths, { secrets })
  expect(first.given).toEqual(secrets)
  expect(first.vault.read('platform-token')).toBe('old')
  await first.vault.write('platform-token', 'typed', true)
  expect(first.vault.read('platform-token')).toBe('typed')
  const next = open(paths, { secrets })
  expect(next.given).toEqual({})
  expect(next.vault.read('platform-token')).toBe('typed')
  await next.vault.write('platform-token', 'typed later', true)
  expect(open(paths, { secrets }).vault.read('platform-token')).toBe('typed later')
  const renewed = { 'platform-token': 'renewed' }
  expect(open(paths, { secrets: renewed }).given).toEqual(renewed)
  expect(readFileSync(paths.path, 'utf8')).not.toContain('"old"')
})

test('a key typed for another store replaces one from outside in this run only', async () => {
  const paths = place()
  const secrets = { 'platform-token': 'old' }
  const first = open(paths, { secrets })
  await first.vault.write('platform-token', 'of another store')
  expect(first.vault.read('platform-token')).toBe('of another store')
  expect(open(paths, { secrets }).given).toEqual(secrets)
})
