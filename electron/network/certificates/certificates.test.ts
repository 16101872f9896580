import { once } from 'node:events'
import { randomBytes, X509Certificate } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { AuthorityLost } from '../identity.ts'
import { openAuthority } from './authority.ts'
import { readGivenCertificate } from './given.ts'
import { needsRenewal, type ServerNames } from '#receiver/server-certificate.ts'
import { fingerprintWords } from './fingerprint.ts'
import { issueCertificate, makeAuthority } from '#receiver/x509.ts'

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
    const authority = await openAuthority(temporaryFolder())
    const shown = await authority.certificateFor(home, now)
    const ca = authority.cert
    expect(await distrust(shown, { ca, ...(servername && { servername }) })).toBeNull()
  })

  test('trusts it without a name', async () => {
    const authority = await openAuthority(temporaryFolder())
    const shown = await authority.certificateFor({ names: [], addresses: ['127.0.0.1'] }, now)
    expect(await distrust(shown, { ca: authority.cert })).toBeNull()
  })

  test('trusts it for no other name', async () => {
    const authority = await openAuthority(temporaryFolder())
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
    const stolen = await makeAuthority('Kitchen Pass')
    const shown = await issueCertificate(stolen, names, now)
    expect(await distrust(shown, { ca: stolen.cert })).toMatch(/permitted subtree violation/)
  })

  test('still trusts it if one of its addresses is a public one, which is left out', async () => {
    const authority = await openAuthority(temporaryFolder())
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
    const first = await openAuthority(folder)
    const shown = await first.certificateFor(home, now)
    const second = await openAuthority(folder)
    expect(second.fingerprint).toBe(first.fingerprint)
    expect((await second.certificateFor(home, now + day)).cert).toBe(shown.cert)
  })

  test('issues another certificate for other names, and a month before the end', async () => {
    const authority = await openAuthority(temporaryFolder())
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
    await (await openAuthority(folder)).certificateFor(home, now)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(folder))
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  const spoils: Record<string, (file: string, foreign: string) => void> = {
    'is cut off': (file) => writeFileSync(file, readFileSync(file).subarray(0, 90)),
    'is all zeros': (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length)),
    'has random bytes': (file) => writeFileSync(file, randomBytes(500)),
    'has one changed byte': (file) => {
      const bytes = readFileSync(file)
      bytes[150] = bytes[150] === 65 ? 66 : 65
      writeFileSync(file, bytes)
    },
    'is empty': (file) => writeFileSync(file, ''),
    'is missing': (file) => rmSync(file),
    'is a folder': (file) => {
      rmSync(file)
      mkdirSync(join(file, 'x'), { recursive: true })
    },
    'is another’s': (file, foreign) =>
      writeFileSync(file, readFileSync(join(foreign, basename(file)))),
    'is the server’s': (file) =>
      writeFileSync(file, readFileSync(file.replace('authority', 'server'))),
    'is the authority’s': (file) =>
      writeFileSync(file, readFileSync(file.replace('server', 'authority'))),
  }
  async function spoiled(file: string, how: string) {
    const [folder, foreign] = [temporaryFolder(), temporaryFolder()]
    await (await openAuthority(foreign)).certificateFor(home, now)
    const first = await openAuthority(folder)
    await first.certificateFor(home, now)
    spoils[how]?.(join(folder, file), foreign)
    return { folder, first }
  }
  const each = (files: string[], unspoiled: string) =>
    files.flatMap((file) =>
      Object.keys(spoils).flatMap((how) => (how === unspoiled ? [] : [[file, how] as const])),
    )

  test.for(each(['server.pem', 'server-key.pem'], 'is the server’s'))(
    'stays the same if %s %s, and so do its screens',
    async ([file, how]) => {
      const { folder, first } = await spoiled(file, how)
      for (let start = 0; start < 2; start++) {
        const second = await openAuthority(folder)
        expect(second.fingerprint).toBe(first.fingerprint)
        const shown = await second.certificateFor(home, now)
        expect(await distrust(shown, { ca: first.cert })).toBeNull()
      }
      expect(new X509Certificate(readFileSync(join(folder, 'server.pem'))).ca).toBe(false)
    },
  )

  test.for(each(['authority.pem', 'authority-key.pem'], 'is the authority’s'))(
    'is lost if %s %s, and never replaced by itself',
    async ([file, how]) => {
      const { folder } = await spoiled(file, how)
      const files = readdirSync(folder)
      await expect(openAuthority(folder)).rejects.toThrow(AuthorityLost)
      expect(readdirSync(folder)).toEqual(files)
    },
  )

  test('of which only the key was written is made again: nobody trusts it yet', async () => {
    const folder = temporaryFolder()
    await openAuthority(folder)
    rmSync(join(folder, 'authority.pem'))
    const second = await openAuthority(folder)
    expect((await openAuthority(folder)).fingerprint).toBe(second.fingerprint)
  })
})

describe('a clock that is wrong', () => {
  const clocks = [
    '1970-01-01T00:00:10Z',
    '2000-01-01T00:00:00Z',
    '2027-12-01T00:00:00Z',
    '2060-01-01T00:00:00Z',
  ]
  const wrong = clocks.map((at) => Date.parse(at))

  test.for(wrong)(
    'at %d: screens trust the same authority before, meanwhile and after',
    async (at) => {
      const folder = temporaryFolder()
      const first = await openAuthority(folder)
      const before = await first.certificateFor(home, now)
      const meanwhile = await openAuthority(folder)
      expect(meanwhile.words).toBe(first.words)
      expect((await meanwhile.certificateFor(home, at, false)).cert).toBe(before.cert)
      const moved = { ...home, addresses: ['127.0.0.1', '192.168.1.10'] }
      const elsewhere = await meanwhile.certificateFor(moved, at, false)
      expect(elsewhere).toMatchObject({ names: moved, from: before.from, until: before.until })
      expect(await distrust(elsewhere, { ca: first.cert })).toBeNull()
      const after = await openAuthority(folder)
      expect(after.words).toBe(first.words)
      expect((await after.certificateFor(moved, now)).cert).toBe(elsewhere.cert)
    },
  )

  test.for(wrong)(
    'at %d when the authority is made: it counts once the clock is right',
    async (at) => {
      const folder = temporaryFolder()
      const first = await openAuthority(folder)
      await first.certificateFor(home, at, false)
      const second = await openAuthority(folder)
      expect(second.words).toBe(first.words)
      expect(await distrust(await second.certificateFor(home, now), { ca: first.cert })).toBeNull()
    },
  )

  test('before the authority is wrong, even if it is the only one', async () => {
    const authority = await openAuthority(temporaryFolder())
    const first = await authority.certificateFor(home, now)
    expect((await authority.certificateFor(home, wrong[0] ?? 0)).cert).toBe(first.cert)
  })
})

test('a certificate from the future was made while the clock was wrong', () => {
  const until = new Date(now + 200 * day).toISOString()
  const at = (from: number) =>
    needsRenewal({ from: new Date(from).toISOString(), until, names: home }, home, now)
  expect(at(now + day)).toBe(true)
  expect(at(now - day)).toBe(false)
})

test('a certificate ages by a confirmed time only', () => {
  const ended = { from: new Date(0).toISOString(), until: new Date(day).toISOString(), names: home }
  expect(needsRenewal(ended, home, now)).toBe(true)
  expect(needsRenewal(ended, home, null)).toBe(false)
})

describe('a given certificate', () => {
  async function files() {
    const folder = temporaryFolder()
    const issued = await issueCertificate(await makeAuthority('IT'), home, now)
    const [certFile, keyFile] = [join(folder, 'a.pem'), join(folder, 'a-key.pem')]
    writeFileSync(certFile, issued.cert)
    writeFileSync(keyFile, issued.key)
    return { certFile, keyFile }
  }

  test('has its names from itself', async () => {
    const certificate = readGivenCertificate(await files(), now)
    expect(certificate).toMatchObject({ ok: true, value: { names: home } })
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
    expect(readGivenCertificate(own, null)).toMatchObject({ ok: true })
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
