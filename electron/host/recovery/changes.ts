import { hash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { pageBytes, pagesIn, type Frames } from './page-log.ts'
import { nextTurn } from './steps.ts'

/**
 * A changes file: the pages that changed since the previous one. It has a line with the hash of its
 * head, the head as a line of JSON, and the compressed pages. The next file refers to it by the
 * hash, so a missing, truncated or different file is detected.
 */
const headSchema = z.object({
  format: z.literal(1),
  /** The number of changes files before it since the whole copy. */
  nth: z.int().min(0),
  /** The hash of the previous file; null if unknown, and then a whole copy must come first. */
  previous: z.string().nullable(),
  /** The place in the write-ahead log. */
  generation: z.string(),
  frames: z.int().min(0),
  commits: z.int().min(0),
  /** The number of pages in it, and of the database after it. 0 pages: no change. */
  pages: z.int().min(0),
  filePages: z.int().min(0),
  /** The hash of the compressed pages. */
  hash: z.string(),
  /** A value that the host stores with each copy (shifts/seal-records.ts). */
  remembered: z.unknown(),
})
export type ChangesHead = z.infer<typeof headSchema>

const compress = promisify(zstdCompress)
const sha256 = (of: string | Buffer): string => hash('sha256', of)
const mostHeadBytes = 8_192
const numberBytes = 4

/** All page numbers, then all pages. */
function packed(pages: ReadonlyMap<number, Buffer>): Buffer {
  const numbers = Buffer.alloc(pages.size * numberBytes)
  let at = 0
  for (const number of pages.keys()) at = numbers.writeUInt32BE(number, at)
  return Buffer.concat([numbers, ...pages.values()])
}

/** Writes frames as a changes file and flushes it to disk; resolves to its hash. */
export async function writeChanges(
  path: string,
  frames: Frames,
  known: Pick<ChangesHead, 'nth' | 'previous' | 'commits' | 'remembered'>,
): Promise<string> {
  const { pages, filePages } = pagesIn(frames)
  const payload = await compress(packed(pages))
  const head = JSON.stringify({
    format: 1,
    ...known,
    ...frames.end,
    pages: pages.size,
    filePages,
    hash: sha256(payload),
  } satisfies ChangesHead)
  const id = sha256(head)
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(Buffer.concat([Buffer.from(`${id}\n${head}\n`), payload]))
    await file.sync()
  } finally {
    await file.close()
  }
  return id
}

interface Read {
  id: string
  head: ChangesHead
  /** The byte offset of its pages. */
  bodyAt: number
}

function headIn(bytes: Buffer): Read | null {
  const [id = '', text = ''] = bytes.subarray(0, mostHeadBytes).toString('latin1').split('\n')
  if (sha256(Buffer.from(text, 'latin1')) !== id) return null
  const head = headSchema.safeParse(JSON.parse(Buffer.from(text, 'latin1').toString()))
  return head.success ? { id, head: head.data, bodyAt: id.length + text.length + 2 } : null
}

/** Reads the head of a changes file; null if its hash is wrong. The pages aren't checked. */
export function readHead(path: string): Omit<Read, 'bodyAt'> | null {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(mostHeadBytes)
      return headIn(bytes.subarray(0, readSync(file, bytes)))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** Reads a changes file; null if a hash is wrong. */
function readChanges(path: string): (Read & { body: Buffer }) | null {
  try {
    const bytes = readFileSync(path)
    const read = headIn(bytes)
    if (read === null) return null
    const payload = bytes.subarray(read.bodyAt)
    if (sha256(payload) !== read.head.hash) return null
    const maxOutputLength = Math.max(1, read.head.pages * (numberBytes + pageBytes))
    return { ...read, body: zstdDecompressSync(payload, { maxOutputLength }) }
  } catch {
    return null
  }
}

/**
 * Reads changes files in order. Stops before the first that is missing, truncated, damaged, or
 * doesn't follow the one before it.
 */
function* inOrder(
  paths: readonly string[],
): Generator<NonNullable<ReturnType<typeof readChanges>>, void> {
  let last: string | null = null
  for (const [nth, path] of paths.entries()) {
    const read = readChanges(path)
    const fits = nth === 0 ? read?.head.nth === 0 : read?.head.previous === last
    if (read === null || !fits) return
    yield read
    last = read.id
  }
}

/** How many changes files, from the first on, can be applied. Reads one per turn of the loop. */
export async function countSound(paths: readonly string[]): Promise<number> {
  let sound = 0
  for (const _read of inOrder(paths)) {
    sound += 1
    await nextTurn()
  }
  return sound
}

/** Whether a changes file is what was written. */
export const isAsWritten = (path: string): boolean => readChanges(path) !== null

/**
 * Applies changes files to a whole copy of a database, one per step. Stops before the first that
 * can't be applied; returns how many were applied.
 */
export function* applyChanges(
  database: string,
  paths: readonly string[],
): Generator<unknown, number> {
  const file = openSync(database, 'r+')
  let applied = 0
  try {
    for (const { head, body } of inOrder(paths)) {
      const { pages, filePages } = head
      for (let each = 0; each < pages; each++) {
        const number = body.readUInt32BE(each * numberBytes)
        const from = pages * numberBytes + each * pageBytes
        writeSync(file, body, from, pageBytes, (number - 1) * pageBytes)
      }
      if (pages > 0) ftruncateSync(file, filePages * pageBytes)
      applied += 1
      yield applied
    }
    return applied
  } finally {
    fsyncSync(file)
    closeSync(file)
  }
}
