import type { FileHandle } from 'node:fs/promises'

/** Writes all of the bytes. A disk that is nearly full may take a part, and refuses the rest. */
export async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at)
    at += bytesWritten
  }
}
