import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { flipByte } from '#test/support/flip-byte.ts'
import { liveMemory } from '#test/support/live-memory.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import { archiveOf } from '../db/store-folder.ts'
import { minCost } from '../sealing/scrypt-costs.ts'
import { deriveKey } from '../sealing/sealing.ts'
import { encodeAbout, type BackupAbout } from './about.ts'
import { chunkBytes, sealedBytes } from './chunks.ts'
import { headerBytes, readHeader } from './header.ts'
import { openBackupFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'
import { writeBackupFile } from './write-file.ts'

const passphrase = 'seven wet onions'
/** The least that is accepted, so that thousands of files can be tried. */
const cost = minCost

const about = (bytes: number): BackupAbout => ({
  folder: 'store-0123',
  store: { id: 'S1', name: 'Colón' },
  at: '2026-11-26T18:00:00.000Z',
  bytes,
  archiveBytes: 0,
})

/** A file of this many bytes, each different from its neighbours. */
function content(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4)
    buffer.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at)
  return buffer
}

/** Writes a file; returns its path. */
async function write(bytes: Buffer, folder = temporaryFolder()): Promise<string> {
  const [from, to] = [join(folder, 'db'), join(folder, 'a.kpbackup')]
  writeFileSync(from, bytes)
  await writeBackupFile({ from, about: about(bytes.length), passphrase, to, cost })
  return to
}

/** The fault of a file; null if all of it is as it was written. */
async function faultOf(path: string, secret: string | Buffer = passphrase): Promise<unknown> {
  try {
    const file = await openBackupFile(path, secret)
    try {
      await file.copyTo(null)
      return null
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (cause instanceof RefusedFile) return cause.fault
    throw cause
  }
}

test.each([64, chunkBytes - 4, chunkBytes, 3 * chunkBytes + 1000])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = content(size)
    const path = await write(bytes)
    const file = await openBackupFile(path, passphrase)
    expect(file.about).toEqual(about(size))
    await file.copyTo(`${path}-db`)
    await file.close()
    expect(readFileSync(`${path}-db`).equals(bytes)).toBe(true)
    expect(readFileSync(path).includes(bytes.subarray(0, 64))).toBe(false)
    expect(readFileSync(path).includes('store-')).toBe(false)
  },
)

test('a content whose end is the end of a chunk has no chunk more', async () => {
  const beginning = encodeAbout(about(2 * chunkBytes - 1000)).length
  const exact = await write(content(2 * chunkBytes - beginning))
  expect(readFileSync(exact).length).toBe(headerBytes + 2 * sealedBytes)
  expect(await faultOf(exact)).toBeNull()
})

describe('a file that is not what was written', () => {
  let folder = ''
  let path = ''
  let good: Buffer = Buffer.alloc(0)
  let master: Buffer = Buffer.alloc(0)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    path = await write(content(2 * chunkBytes + 500), folder)
    good = readFileSync(path)
    master = await deriveKey(passphrase, readHeader(good.subarray(0, headerBytes)))
    return () => rmSync(folder, { recursive: true, force: true })
  })
  /** With the passphrase's own key, so that each try takes no scrypt. */
  async function tried(bytes: Buffer): Promise<unknown> {
    writeFileSync(path, bytes)
    return faultOf(path, master)
  }

  test('any changed byte is found', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(headerBytes - 1), fc.nat(good.length - 1)),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const bytes = Buffer.from(good)
          bytes[at] = (bytes[at] ?? 0) ^ by
          expect(await tried(bytes)).toMatch(/^(?:damaged|newer|not-a-backup)$/)
        },
      ),
      { numRuns: tries(100, 300, 300) },
    )
  })

  test('every changed byte of the header is found', async () => {
    for (let at = 0; at < headerBytes; at++) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0x01
      expect(await tried(bytes), `byte ${String(at)}`).not.toBeNull()
    }
  })

  test('any cut is found, also between two chunks, and any byte more', async () => {
    const ends = [headerBytes, headerBytes + sealedBytes, headerBytes + 2 * sealedBytes]
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(good.length - 1), fc.constantFrom(...ends), fc.nat(headerBytes)),
        async (length) => {
          expect(await tried(good.subarray(0, length))).toBe(
            length < 8 ? 'not-a-backup' : 'damaged',
          )
        },
      ),
      { numRuns: tries(40, 100, 100) },
    )
    expect(await tried(Buffer.concat([good, Buffer.alloc(1)]))).toBe('damaged')
    expect(await tried(Buffer.concat([good, good.subarray(headerBytes)]))).toBe('damaged')
  })

  test('chunks in another order, twice, or without one are found', async () => {
    const whole = [0, 1].map((nth) => {
      const at = headerBytes + nth * sealedBytes
      return good.subarray(at, at + sealedBytes)
    })
    const parts = [...whole, good.subarray(headerBytes + 2 * sealedBytes)]
    expect(await tried(Buffer.concat([good.subarray(0, headerBytes), ...parts]))).toBeNull()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { maxLength: 5 }), async (order) => {
        fc.pre(order.join() !== '0,1,2')
        const chunks = [good.subarray(0, headerBytes), ...order.map((nth) => parts[nth] ?? good)]
        expect(await tried(Buffer.concat(chunks))).toBe('damaged')
      }),
      { numRuns: tries(40, 100, 100) },
    )
  })

  test('chunks of another file with the same passphrase are found', async () => {
    const other = readFileSync(await write(content(2 * chunkBytes + 500)))
    const mixed = Buffer.concat([
      good.subarray(0, headerBytes + sealedBytes),
      other.subarray(headerBytes + sealedBytes),
    ])
    expect(await tried(mixed)).toBe('damaged')
  })
})

test('each reason has its own name', async () => {
  const path = await write(content(1000))
  expect(await faultOf(path, 'seven wet onion')).toBe('wrong-passphrase')
  const bytes = readFileSync(path)
  bytes.writeUInt32BE(2, 8)
  writeFileSync(path, bytes)
  expect(await faultOf(path)).toBe('newer')
  writeFileSync(path, 'PK\u0003\u0004'.repeat(100))
  expect(await faultOf(path)).toBe('not-a-backup')
  writeFileSync(path, '')
  expect(await faultOf(path)).toBe('not-a-backup')
})

test('a cost that would take all memory is refused before it is tried', async () => {
  const path = await write(content(1000))
  const bytes = readFileSync(path)
  bytes.writeUInt32BE(2 ** 30, 12)
  writeFileSync(path, bytes)
  expect(await faultOf(path)).toBe('damaged')
})

test('until all is written and read back, an older file stays and nothing else is there', async () => {
  const folder = temporaryFolder()
  const to = await write(content(1000), folder)
  const before = readFileSync(to)
  const from = join(folder, 'db')
  writeFileSync(from, content(4 * chunkBytes))
  const options = { from, about: about(4 * chunkBytes), passphrase, to, cost }
  const steps: string[] = []
  for (const at of ['writing', 'checking'] as const) {
    const stop = new AbortController()
    const written = writeBackupFile({
      ...options,
      signal: stop.signal,
      onProgress(step) {
        steps.push(step)
        expect(readFileSync(to)).toEqual(before)
        if (step === at) stop.abort(new Error('stopped'))
      },
    })
    await expect(written).rejects.toThrow('stopped')
    expect(readdirSync(folder).toSorted()).toEqual(['a.kpbackup', 'db'])
  }
  // The disk changes what was written.
  const changed = writeBackupFile({
    ...options,
    onProgress(step, done, total) {
      if (step === 'writing' && done === total) appendFileSync(`${to}.part`, 'x')
    },
  })
  await expect(changed).rejects.toMatchObject({ fault: 'not-verified' })
  expect(readFileSync(to)).toEqual(before)
  await writeBackupFile(options)
  expect(await faultOf(to)).toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['a.kpbackup', 'db'])
  expect(new Set(steps)).toEqual(new Set(['writing', 'checking']))
})

test('a large database takes no memory of its own, and the event loop goes on', async () => {
  const folder = temporaryFolder()
  const size = tries(40, 300, 300) * 1024 * 1024
  const from = join(folder, 'db')
  closeSync(openSync(from, 'w'))
  truncateSync(from, size)
  const to = join(folder, 'a.kpbackup')
  let [turns, isOver] = [0, false]
  const turn = (): void => {
    turns += 1
    if (!isOver) setTimeout(turn, 1)
  }
  turn()
  const inUse = (): number => {
    const { heap, buffers } = liveMemory()
    return heap + buffers
  }
  const before = inUse()
  const during: number[] = []
  let chunks = 0
  const onProgress = (): void => {
    chunks += 1
    if (chunks % 20 === 0) during.push(inUse())
  }
  await writeBackupFile({ from, about: about(size), passphrase, to, cost, onProgress })
  isOver = true
  expect(during.length).toBeGreaterThan(10)
  expect(Math.max(...during) - before).toBeLessThan(4 * 1024 * 1024)
  // One turn for each chunk that is written, at least.
  expect(turns).toBeGreaterThan(size / chunkBytes / 4)
  flipByte(to, -100)
  expect(await faultOf(to)).toBe('damaged')
  expect(existsSync(`${to}.part`)).toBe(false)
  // All of its bytes pass twice, beside whatever else the machine does.
}, 900_000)

test('the archive beside a database comes back beside it', async () => {
  const folder = temporaryFolder()
  const [from, to, back] = ['db', 'a.kpbackup', 'back/db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const [live, past] = [content(300_000), content(700_004)]
  writeFileSync(from, live)
  writeFileSync(archiveOf(from), past)
  const both = { ...about(live.length), archiveBytes: past.length }
  await writeBackupFile({ from, about: both, passphrase, to, cost })
  const file = await openBackupFile(to, passphrase)
  await file.copyTo(back)
  await file.close()
  expect(readFileSync(back).equals(live)).toBe(true)
  expect(readFileSync(archiveOf(back)).equals(past)).toBe(true)
})
