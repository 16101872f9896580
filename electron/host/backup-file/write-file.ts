import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { archiveOf } from '../db/store-folder.ts'
import { newDerivation } from '../sealing/sealing.ts'
import { encodeAbout, type BackupAbout } from './about.ts'
import { chunkBytes, sealChunk } from './chunks.ts'
import { newHeader } from './header.ts'
import { openBackupFile, type OnProgress } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'
import { writeAll } from './write-all.ts'

interface WriteBackupFile {
  /** The restored database, which nobody changes meanwhile. Its archive is beside it. */
  from: string
  about: BackupAbout
  passphrase: string
  /** Where the file is in the end. Until then it has the same name with `.part`. */
  to: string
  onProgress?: (step: 'writing' | 'checking', done: number, total: number) => void
  signal?: AbortSignal
  /** The cost of scrypt, for tests; the usual one by default. */
  cost?: number
}

/** Files that are read one after the other, as if they were one. */
class JoinedFiles {
  readonly #files: readonly FileHandle[]
  #nth = 0
  #at = 0

  private constructor(files: readonly FileHandle[]) {
    this.#files = files
  }

  static async open(paths: readonly string[]): Promise<JoinedFiles> {
    const files: FileHandle[] = []
    for (const path of paths) files.push(await open(path, 'r'))
    return new JoinedFiles(files)
  }

  /** Reads the next bytes into a buffer; returns how many, 0 at the end. */
  async read(into: Buffer): Promise<number> {
    for (; this.#nth < this.#files.length; this.#nth += 1, this.#at = 0) {
      const read = await this.#files[this.#nth]?.read(into, 0, into.length, this.#at)
      const { bytesRead = 0 } = read ?? {}
      this.#at += bytesRead
      if (bytesRead > 0) return bytesRead
    }
    return 0
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file.close()
  }
}

/** Seals the content chunk by chunk, so that a large database needs no memory. */
async function sealInto(
  file: FileHandle,
  source: JoinedFiles,
  {
    about,
    key,
    onProgress,
    signal,
  }: Pick<WriteBackupFile, 'about'> & {
    key: Buffer
    onProgress: OnProgress
    signal: AbortSignal | undefined
  },
): Promise<void> {
  const beginning = encodeAbout(about)
  const size = about.bytes + about.archiveBytes
  const total = beginning.length + size
  const count = Math.ceil(total / chunkBytes)
  const chunk = Buffer.alloc(chunkBytes)
  for (let [nth, done] = [0, 0]; nth < count; nth++) {
    signal?.throwIfAborted()
    const content = chunk.subarray(0, Math.min(chunkBytes, total - nth * chunkBytes))
    let filled = nth === 0 ? beginning.copy(content) : 0
    while (filled < content.length) {
      const bytesRead = await source.read(content.subarray(filled))
      if (bytesRead === 0) throw new Error('the database became shorter while it was exported')
      filled += bytesRead
      done += bytesRead
    }
    await writeAll(file, sealChunk(key, nth, nth === count - 1, content))
    onProgress(done, size)
  }
}

/** Makes a new name in a folder last. Windows and some sticks can't do it, and need it less. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // The file itself is flushed.
  }
}

async function writePart(part: string, input: WriteBackupFile): Promise<Buffer> {
  const { from, about, passphrase, cost, onProgress, signal } = input
  const { header, key, master } = await newHeader(passphrase, newDerivation(cost))
  const archive = about.archiveBytes === 0 ? [] : [archiveOf(from)]
  const source = await JoinedFiles.open([from, ...archive])
  try {
    await rm(part, { force: true })
    const file = await open(part, 'wx', 0o600)
    try {
      await writeAll(file, header)
      await sealInto(file, source, {
        about,
        key,
        signal,
        onProgress: (done, total) => onProgress?.('writing', done, total),
      })
      await file.sync()
    } finally {
      await file.close()
    }
    return master
  } finally {
    await source.close()
  }
}

/** Reads back all of what was written. */
async function check(part: string, master: Buffer, input: WriteBackupFile): Promise<void> {
  const { onProgress, signal } = input
  try {
    const written = await openBackupFile(part, master)
    try {
      await written.copyTo(null, {
        onProgress: (done, total) => onProgress?.('checking', done, total),
        ...(signal === undefined ? {} : { signal }),
      })
    } finally {
      await written.close()
    }
  } catch (cause) {
    if (cause instanceof RefusedFile) throw new RefusedFile('not-verified', { cause })
    throw cause
  }
}

/**
 * Writes a database as an encrypted backup file, reads it back, and only then gives it its name. An
 * older file of that name stays until then, and nothing half is left. Throws the system's error, or
 * `RefusedFile` if the disk gave back something else.
 */
export async function writeBackupFile(input: WriteBackupFile): Promise<{ bytes: number }> {
  const part = `${input.to}.part`
  try {
    const master = await writePart(part, input)
    await check(part, master, input)
    const { size } = await stat(part)
    await rename(part, input.to)
    await syncFolder(input.to)
    return { bytes: size }
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cause
  }
}
