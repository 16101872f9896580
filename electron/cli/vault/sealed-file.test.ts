import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretsIn } from '#test/journeys/secrets.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import { KeyFile } from './key-file.ts'
import { KeyVault } from './key-vault.ts'
import { minCost } from '#host/sealing/scrypt-costs.ts'
import { Sealing, sealedSchema, type Sealed } from '#host/sealing/sealing.ts'

const token = 'token-of-the-store'
const passphrase = 'seven wet onions'
/** The least that is accepted, so that thousands of files can be tried. */
const cost = minCost

function place() {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  return { folder, dataDir, path: join(folder, 'keys.json') }
}
type Place = ReturnType<typeof place>

const open = (paths: Place, phrase: string | null) =>
  new KeyVault({ ...paths, passphrase: phrase, given: {}, report: () => undefined, cost })

/** A sealed key file with a token in it. */
function sealed(): Place {
  const paths = place()
  new KeyFile(paths, new Sealing(passphrase, cost)).change((entry) => ({
    ...entry,
    secrets: { 'platform-token': token },
  }))
  return paths
}

test('with its passphrase it opens again; nothing in it can be read', async () => {
  const paths = place()
  const first = open(paths, passphrase)
  expect(first).toMatchObject({ weakness: null, place: 'encrypted-file' })
  await first.write('platform-token', token)
  await first.write('webhook-token', 'bearer-of-events')
  expect(secretsIn(paths.folder, [token, 'bearer-of-events', passphrase])).toEqual([])
  expect(readFileSync(paths.path, 'utf8')).not.toContain(paths.dataDir)
  const next = open(paths, passphrase)
  expect(next.read('platform-token')).toBe(token)
  expect(next.read('webhook-token')).toBe('bearer-of-events')
})

test('letters that look the same are the same, however they were typed', () => {
  const sealing = new Sealing('la cocina de Jose\u0301', cost)
  expect(new Sealing('la cocina de Jos\u00e9', cost).open(sealing.seal('text'))).toBe('text')
})

test('each writing has its own nonce', () => {
  const sealing = new Sealing(passphrase, cost)
  const nonces = Array.from({ length: 50 }, () => sealing.seal('text').nonce)
  expect(new Set(nonces).size).toBe(50)
})

test.each([
  ['another passphrase', `${passphrase}!`, 'wrong-passphrase'],
  ['no passphrase', null, 'no-passphrase'],
] as const)('with %s it stays closed and as it was', async (_what, other, problem) => {
  const paths = sealed()
  const before = readFileSync(paths.path)
  const vault = open(paths, other)
  expect(vault.weakness).toBe(problem)
  expect(vault.read('platform-token')).toBeNull()
  await vault.write('platform-token', 'typed')
  expect(vault.read('platform-token')).toBe('typed')
  expect(readFileSync(paths.path)).toEqual(before)
})

test('a flipped bit anywhere in the file yields no key, and the file stays as it is', () => {
  const paths = sealed()
  const whole = readFileSync(paths.path)
  const file = new KeyFile(paths, new Sealing(passphrase, cost))
  expect(file.read().entry.secrets).toEqual({ 'platform-token': token })
  const problems = new Map<string | null, number>()
  // A step of seven touches every byte, each at another of its bits.
  for (let bit = 0; bit < whole.length * 8; bit += tries(7, 1)) {
    const changed = Buffer.from(whole)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    writeFileSync(paths.path, changed)
    const { entry, problem } = file.read()
    expect(entry.secrets, `bit ${String(bit)}`).toEqual({})
    problems.set(problem, (problems.get(problem) ?? 0) + 1)
    expect(
      file.change((same) => same),
      `bit ${String(bit)}`,
    ).toBe(problem)
    expect(readFileSync(paths.path).equals(changed)).toBe(true)
  }
  // Some changes leave a well-formed file: only the seal finds those.
  expect([...problems.keys()].toSorted()).toEqual(['damaged', 'wrong-passphrase'])
  expect(problems.get('wrong-passphrase')).toBeGreaterThan(15)
})

test('a cut file yields no key, and stays as it is', () => {
  const paths = sealed()
  const whole = readFileSync(paths.path)
  const file = new KeyFile(paths, new Sealing(passphrase, cost))
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(paths.path, whole.subarray(0, length))
    expect(file.read(), `${String(length)} bytes`).toMatchObject({
      entry: { secrets: {} },
      problem: 'damaged',
    })
  }
})

test.each<[string, Partial<Record<keyof Sealed, unknown>>]>([
  ['64 GB of memory', { cost: 2 ** 26 }],
  ['a cost that is no power of two', { cost: 2 ** 14 + 1 }],
  ['hardly any cost', { cost: 2 }],
  ['large blocks', { blockSize: 2 ** 20 }],
  ['many rounds', { parallelization: 2 ** 20 }],
  ['no salt', { salt: '' }],
  ['a short tag', { tag: Buffer.alloc(4).toString('base64') }],
  ['another cipher', { cipher: 'none' }],
  ['one field more', { extra: 1 } as never],
])('a hostile file with %s is refused before any work', (_what, change) => {
  const good = new Sealing(passphrase, cost).seal('text')
  expect(sealedSchema.safeParse(good).success).toBe(true)
  expect(sealedSchema.safeParse({ ...good, ...change }).success).toBe(false)
})

test('a plain file is sealed as soon as there is a passphrase, and never plain again', async () => {
  const paths = place()
  await open(paths, null).write('platform-token', token)
  expect(secretsIn(paths.folder, [token])).toEqual(['keys.json'])
  const vault = open(paths, passphrase)
  expect(vault).toMatchObject({ weakness: null, place: 'encrypted-file' })
  expect(vault.read('platform-token')).toBe(token)
  expect(secretsIn(paths.folder, [token])).toEqual([])
  await open(paths, null).write('platform-token', 'typed')
  expect(secretsIn(paths.folder, [token, 'typed'])).toEqual([])
  expect(open(paths, passphrase).read('platform-token')).toBe(token)
})

test('a key that was prepared in another thread opens and seals the same', async () => {
  const sealed = new Sealing(passphrase, cost).seal('text')
  const sealing = new Sealing(passphrase, cost)
  await sealing.prepare(sealed)
  expect(sealing.open(sealed)).toBe('text')
  const fresh = new Sealing(passphrase, cost)
  await fresh.prepare()
  expect(new Sealing(passphrase, cost).open(fresh.seal('more'))).toBe('more')
  const other = new Sealing(`${passphrase}!`, cost)
  await other.prepare(sealed)
  expect(other.open(sealed)).toBeNull()
})
