import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makePrivateFolder } from '../db/files.ts'
import { archiveOf } from '../db/store-folder.ts'
import { deriveKey } from '../sealing/sealing.ts'
import { decodeAbout, type BackupAbout } from './about.ts'
import { openChunk, sealedBytes } from './chunks.ts'
import { contentKey, headerBytes, readHeader } from './header.ts'
import { RefusedFile } from './refused-file.ts'
import { writeAll } from './write-all.ts'

/** How far the work is, in bytes. */
export type OnProgress = (done: number, total: number) => void

/** Fills the bytes from a place in a file, as far as it goes. */
async function readAt(file: FileHandle, bytes: Buffer, at: number): Promise<Buffer> {
  let read = 0
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, at + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/** Reads and opens the chunks of a file, one at a time. */
class Chunks {
  readonly count: number
  readonly #file: FileHandle
  readonly #key: Buffer
  readonly #chunk = Buffer.alloc(sealedBytes)

  constructor(file: FileHandle, key: Buffer, size: number) {
    this.#file = file
    this.#key = key
    this.count = Math.ceil((size - headerBytes) / sealedBytes)
  }

  async read(nth: number): Promise<Buffer> {
    const sealed = await readAt(this.#file, this.#chunk, headerBytes + nth * sealedBytes)
    return openChunk(this.#key, nth, nth === this.count - 1, sealed)
  }
}

/** Where the parts of a file are written. */
interface Targets {
  database: FileHandle
  archive: FileHandle
}

async function openNew(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx', 0o600)
}

/** A backup file whose beginning was opened. */
export class OpenBackupFile {
  readonly about: BackupAbout
  readonly #file: FileHandle
  readonly #chunks: Chunks
  /** What the first chunk has of the content. */
  readonly #beginning: Buffer

  constructor(file: FileHandle, chunks: Chunks, about: BackupAbout, beginning: Buffer) {
    this.#file = file
    this.#chunks = chunks
    this.about = about
    this.#beginning = beginning
  }

  /**
   * Writes the database to a new file and its archive beside it, or only checks the whole backup file if `target` is null.
   * Throws `RefusedFile` if a part of it isn't what was written; the target is then worthless.
   */
  async copyTo(
    target: string | null,
    {
      onProgress = () => undefined,
      signal,
    }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
  ): Promise<void> {
    if (target === null) return this.#copy(null, onProgress, signal)
    makePrivateFolder(dirname(target))
    const targets = { database: await openNew(target), archive: await openNew(archiveOf(target)) }
    try {
      await this.#copy(targets, onProgress, signal)
    } finally {
      await targets.database.close()
      await targets.archive.close()
      if (this.about.archiveBytes === 0) await rm(archiveOf(target), { force: true })
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #copy(
    targets: Targets | null,
    onProgress: OnProgress,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const contentBytes = this.about.bytes + this.about.archiveBytes
    let [done, part] = [0, this.#beginning]
    for (let nth = 1; ; nth++) {
      signal?.throwIfAborted()
      const ofDatabase = Math.max(0, this.about.bytes - done)
      if (targets !== null) {
        await writeAll(targets.database, part.subarray(0, ofDatabase))
        if (part.length > ofDatabase) await writeAll(targets.archive, part.subarray(ofDatabase))
      }
      done += part.length
      onProgress(done, contentBytes)
      if (nth >= this.#chunks.count) break
      part = await this.#chunks.read(nth)
    }
    if (done !== contentBytes) throw new RefusedFile('damaged')
    await targets?.database.sync()
    await targets?.archive.sync()
  }
}

/** Opens a file with its passphrase, or with the key that it was just written with. */
async function openWith(file: FileHandle, secret: string | Buffer): Promise<OpenBackupFile> {
  const { size } = await file.stat()
  const header = await readAt(file, Buffer.alloc(headerBytes), 0)
  const derivation = readHeader(header)
  const master = typeof secret === 'string' ? await deriveKey(secret, derivation) : secret
  const chunks = new Chunks(file, contentKey(header, master), size)
  const { about, rest } = decodeAbout(await chunks.read(0))
  return new OpenBackupFile(file, chunks, about, rest)
}

/** Throws `RefusedFile` if it can't be used, and the system's error if it can't be read. */
export async function openBackupFile(
  path: string,
  secret: string | Buffer,
): Promise<OpenBackupFile> {
  const file = await open(path, 'r')
  try {
    return await openWith(file, secret)
  } catch (cause) {
    await file.close()
    throw cause
  }
}
