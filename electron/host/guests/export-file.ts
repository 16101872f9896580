import { mkdirSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file is shorter than what was kept of it: somebody has changed it, and what is missing cannot be had again. */
class FileIsShort extends Error {
  override name = 'FileIsShort'
  readonly code = 'file-is-short'
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(
      bytes,
      written,
      bytes.length - written,
      at + written,
    )
    written += bytesWritten
  }
}

export type ExportFile = Awaited<ReturnType<typeof openExportFile>>

/**
 * Opens a file that is written part by part, where what is written counts only once somebody has kept its length. It goes on at `bytes`; what is behind them is cut off, and 0 begins it anew. For this system's user alone: it
 * holds people's data. Rejects with the system's error, or with FileIsShort.
 */
export async function openExportFile(path: string, bytes: number) {
  if (bytes === 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, bytes === 0 ? 'w' : 'r+', 0o600)
  let length = bytes
  try {
    if ((await handle.stat()).size < bytes) throw new FileIsShort()
    await handle.truncate(bytes)
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return {
    /** Writes where the file ends. */
    async append(text: string): Promise<void> {
      const part = Buffer.from(text, 'utf8')
      await writeAll(handle, part, length)
      length += part.length
    },
    /** Answers the file's length once all of it is on the disk. */
    async flush(): Promise<number> {
      await handle.datasync()
      return length
    },
    close: () => handle.close(),
  }
}
