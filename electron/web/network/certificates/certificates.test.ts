import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openAuthority } from './authority.ts'
import { readGivenCertificate } from './given.ts'
import { needsRenewal, type ServerNames } from './server-certificate.ts'
import { fingerprintWords } from './words.ts'
import { issueCertificate, makeAuthority } from './x509.ts'

const day = 24 * 3_600_000
const now = Date.now()
const home: ServerNames = { names: ['kitchen-pass.local'], addresses: ['127.0.0.1', '192.168.1.9'] }

/** Connects to a server with this certificate; resolves with why it isn't trusted, null if it is. */
async function distrust(
  shown: { cert: string; key: string },
  { ca, servername }: { ca: string; servername?: string },
): Promise<string | null> {
  const server = createServer(shown, (socket) => socket.on('error', () => undefined).end())
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ca, ...(servername && { servername }) })
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      resolve(null)
    })
    socket.once('error', (cause: Error) => {
      resolve(cause.message)
    })
  })
}

describe('a device that trusts the authority', () => {
  test.for([undefined, 'kitchen-pass.local'])('trusts this computer as %s', async (servername) => {
    const authority = await openAuthority(temporaryFolder(), now)
    const shown = await authority.certificateFor(home, now)
    const ca = authority.cert
    expect(await distrust(shown, { ca, ...(servername && { servername }) })).toBeNull()
  })

  test('trusts it without a name', async () => {
    const authority = await openAuthority(temporaryFolder(), now)
    const shown = await authority.certificateFor({ names: [], addresses: ['127.0.0.1'] }, now)
    expect(await distrust(shown, { ca: authority.cert })).toBeNull()
  })

  test('trusts it for no other name', async () => {
    const authority = await openAuthority(temporaryFolder(), now)
    const shown = await authority.certificateFor(home, now)
    const trust = { ca: authority.cert, servername: 'other.local' }
    expect(await distrust(shown, trust)).toMatch(/does not match/)
  })

  test.for<ServerNames>([
    { names: ['bank.example'], addresses: ['127.0.0.1'] },
    { names: ['local.example'], addresses: ['127.0.0.1'] },
    { names: [], addresses: ['127.0.0.1', '8.8.8.8'] },
    { names: [], addresses: ['127.0.0.1', '2001:db8::1'] },
  ])('trusts nothing outside local networks, even by a stolen key: %o', async (names) => {
    const stolen = await makeAuthority('Kitchen Pass', now)
    const shown = await issueCertificate(stolen, names, now)
    expect(await distrust(shown, { ca: stolen.cert })).toMatch(/permitted subtree violation/)
  })

  test('still trusts it if one of its addresses is a public one, which is left out', async () => {
    const authority = await openAuthority(temporaryFolder(), now)
    const addresses = [...home.addresses, '203.0.113.7']
    const shown = await authority.certificateFor(
      { names: [...home.names, 'shop.example'], addresses },
      now,
    )
    expect(shown.names).toEqual(home)
    expect(await distrust(shown, { ca: authority.cert })).toBeNull()
  })
})

describe('the authority', () => {
  test('stays the same, and so does its certificate', async () => {
    const folder = temporaryFolder()
    const first = await openAuthority(folder, now)
    const shown = await first.certificateFor(home, now)
    const second = await openAuthority(folder, now + day)
    expect(second.fingerprint).toBe(first.fingerprint)
    expect((await second.certificateFor(home, now + day)).cert).toBe(shown.cert)
  })

  test('issues another certificate for other names, and a month before the end', async () => {
    const authority = await openAuthority(temporaryFolder(), now)
    const certOf = async (names: ServerNames, at: number) =>
      (await authority.certificateFor(names, at)).cert
    const first = await certOf(home, now)
    expect(await certOf(home, now + 59 * day)).toBe(first)
    const second = await certOf(home, now + 61 * day)
    expect(second).not.toBe(first)
    expect(await certOf({ ...home, addresses: ['192.168.1.10'] }, now + 61 * day)).not.toBe(second)
    expect(
      await distrust(await authority.certificateFor(home, now), { ca: authority.cert }),
    ).toBeNull()
  })

  test('is in files that only their owner can read', async () => {
    const folder = join(temporaryFolder(), 'network')
    await (await openAuthority(folder, now)).certificateFor(home, now)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(folder))
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test.for<[string, (folder: string) => void]>([
    ['its key is another', (folder) => copy(folder, 'server-key.pem', 'authority-key.pem')],
    ['its key is damaged', (folder) => writeFileSync(join(folder, 'authority-key.pem'), 'x')],
    ['it is damaged', (folder) => writeFileSync(join(folder, 'authority.pem'), '-----BEGIN')],
    [
      'it is no authority',
      (folder) => {
        copy(folder, 'server.pem', 'authority.pem')
        copy(folder, 'server-key.pem', 'authority-key.pem')
      },
    ],
  ])('is made again if %s, and the old files stay', async ([, spoil]) => {
    const folder = temporaryFolder()
    const first = await openAuthority(folder, now)
    await first.certificateFor(home, now)
    spoil(folder)
    const second = await openAuthority(folder, now)
    expect(second.fingerprint).not.toBe(first.fingerprint)
    expect(readdirSync(folder)).toContain('authority.pem.old')
    const shown = await second.certificateFor(home, now)
    expect(await distrust(shown, { ca: second.cert })).toBeNull()
    expect((await openAuthority(folder, now)).fingerprint).toBe(second.fingerprint)
  })

  test('is made again if it is from the future, since its computer’s clock was wrong', async () => {
    const folder = temporaryFolder()
    const first = await openAuthority(folder, now + 400 * day)
    expect((await openAuthority(folder, now)).fingerprint).not.toBe(first.fingerprint)
  })

  test('is made again two months before its end', async () => {
    const folder = temporaryFolder()
    const first = await openAuthority(folder, now)
    const at = async (days: number) => (await openAuthority(folder, now + days * day)).fingerprint
    expect(await at(3_650 - 62)).toBe(first.fingerprint)
    expect(await at(3_650 - 58)).not.toBe(first.fingerprint)
  })
})

function copy(folder: string, from: string, to: string): void {
  writeFileSync(join(folder, to), readFileSync(join(folder, from)))
}

test('a certificate from the future was made while the clock was wrong', () => {
  const until = new Date(now + 200 * day).toISOString()
  const at = (from: number) =>
    needsRenewal({ from: new Date(from).toISOString(), until, names: home }, home, now)
  expect(at(now + day)).toBe(true)
  expect(at(now - day)).toBe(false)
})

describe('a given certificate', () => {
  async function files() {
    const folder = temporaryFolder()
    const made = await issueCertificate(await makeAuthority('IT', now), home, now)
    const [certFile, keyFile] = [join(folder, 'a.pem'), join(folder, 'a-key.pem')]
    writeFileSync(certFile, made.cert)
    writeFileSync(keyFile, made.key)
    return { certFile, keyFile }
  }

  test('has its names from itself', async () => {
    const given = readGivenCertificate(await files(), now)
    expect(given).toMatchObject({ ok: true, value: { names: home } })
  })

  test('is refused without its key, damaged, missing, or at its end', async () => {
    const [own, other] = [await files(), await files()]
    const read = (some: Partial<typeof own>, at = now) =>
      readGivenCertificate({ ...own, ...some }, at)
    const refused = (detail: RegExp) => ({
      ok: false,
      error: { code: 'bad-input', detail: expect.stringMatching(detail) as string },
    })
    expect(read({ keyFile: other.keyFile })).toEqual(refused(/is not the key of/))
    expect(read({ certFile: own.keyFile })).toEqual(refused(/can’t be used/))
    expect(read({ certFile: '/nowhere' })).toEqual(refused(/ENOENT/))
    expect(read({}, now + 91 * day)).toEqual(refused(/ended on/))
  })
})

test('words can be said, differ by one bit, and are always the same', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
  const words = fingerprintWords(hash)
  expect(words).toMatch(/^(?:[b-z][aiou][b-z][aiou] ){7}[b-z][aiou][b-z][aiou]$/)
  expect(fingerprintWords(hash)).toBe(words)
  const others = Array.from({ length: 96 }, (_, bit) => {
    const changed = Uint8Array.from(hash)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return fingerprintWords(changed)
  })
  expect(new Set([words, ...others]).size).toBe(97)
})
