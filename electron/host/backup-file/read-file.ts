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

/** A backup file whose beginning was opened. */
export interface OpenBackupFile {
  readonly about: BackupAbout
  /**
   * Writes the database to a new file and its archive beside it, or only checks the whole backup file if `target` is null.
   * Throws `RefusedFile` if a part of it isn't what was written; the target is then worthless.
   */
  copyTo(
    target: string | null,
    how?: { onProgress?: OnProgress; signal?: AbortSignal },
  ): Promise<void>
  close(): Promise<void>
}

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
function chunksOf(file: FileHandle, key: Buffer, size: number) {
  const count = Math.ceil((size - headerBytes) / sealedBytes)
  const chunk = Buffer.alloc(sealedBytes)
  return {
    count,
    async read(nth: number): Promise<Buffer> {
      const sealed = await readAt(file, chunk, headerBytes + nth * sealedBytes)
      return openChunk(key, nth, nth === count - 1, sealed)
    },
  }
}

/** Where the parts of a file are written. */
interface Targets {
  database: FileHandle
  archive: FileHandle
}

/** Opens a file with its passphrase, or with the key that it was just written with. */
async function openWith(
  file: FileHandle,
  secret: string | Buffer,
): Promise<Omit<OpenBackupFile, 'close'>> {
  const { size } = await file.stat()
  const header = await readAt(file, Buffer.alloc(headerBytes), 0)
  const derivation = readHeader(header)
  const master = typeof secret === 'string' ? await deriveKey(secret, derivation) : secret
  const chunks = chunksOf(file, contentKey(header, master), size)
  const { about, rest } = decodeAbout(await chunks.read(0))

  const contentBytes = about.bytes + about.archiveBytes

  async function copy(targets: Targets | null, onProgress: OnProgress, signal?: AbortSignal) {
    let [done, part] = [0, rest]
    for (let nth = 1; ; nth++) {
      signal?.throwIfAborted()
      const ofDatabase = Math.max(0, about.bytes - done)
      if (targets !== null) {
        await writeAll(targets.database, part.subarray(0, ofDatabase))
        if (part.length > ofDatabase) await writeAll(targets.archive, part.subarray(ofDatabase))
      }
      done += part.length
      onProgress(done, contentBytes)
      if (nth >= chunks.count) break
      part = await chunks.read(nth)
    }
    if (done !== contentBytes) throw new RefusedFile('damaged')
    await targets?.database.sync()
    await targets?.archive.sync()
  }

  return {
    about,
    async copyTo(path, { onProgress = () => undefined, signal } = {}) {
      if (path !== null) makePrivateFolder(dirname(path))
      const targets =
        path === null
          ? null
          : { database: await openNew(path), archive: await openNew(archiveOf(path)) }
      try {
        await copy(targets, onProgress, signal)
      } finally {
        await targets?.database.close()
        await targets?.archive.close()
        if (path !== null && about.archiveBytes === 0) await rm(archiveOf(path), { force: true })
      }
    },
  }
}

async function openNew(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx', 0o600)
}

/** Throws `RefusedFile` if it can't be used, and the system's error if it can't be read. */
export async function openBackupFile(
  path: string,
  secret: string | Buffer,
): Promise<OpenBackupFile> {
  const file = await open(path, 'r')
  try {
    return { ...(await openWith(file, secret)), close: () => file.close() }
  } catch (cause) {
    await file.close()
    throw cause
  }
}
