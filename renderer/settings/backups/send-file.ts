import type { Bridge } from '#contract/bridge.ts'
import { maxOfPart } from '#contract/backup-files/backup-file-limits.ts'
import { ok, type AppError, type Result } from '#contract/shared/result.ts'

/** A part of a file as base64. Rejects if the file can't be read, such as from a pulled stick. */
function readPart(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      // A data address is text: its content follows the comma.
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsDataURL(part)
  })
}

type Sent = Result<null> | { ok: false; error: AppError | 'not-read' | 'stopped' }

/**
 * Sends a file to the host in parts, by ordinary calls: each has the limits of a call, and the host
 * asks for the manager's PIN where it would for any other.
 */
export async function sendFile(
  bridge: Bridge,
  file: Blob,
  workId: string,
  { isStopped, onProgress }: { isStopped: () => boolean; onProgress: (share: number) => void },
): Promise<Sent> {
  for (let at = 0; at < file.size; at += maxOfPart) {
    if (isStopped()) return { ok: false, error: 'stopped' }
    let part: string
    try {
      part = await readPart(file.slice(at, at + maxOfPart))
    } catch {
      return { ok: false, error: 'not-read' }
    }
    const sent = await bridge.call('backupFiles.part', { workId, at, part })
    if (!sent.ok) return sent
    onProgress(Math.min(1, (at + maxOfPart) / file.size))
  }
  return ok(null)
}
