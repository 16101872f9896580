import { renameSync, writeFileSync } from 'node:fs'
import { webLog } from '../log.ts'

/** Replaces a file of the door, its owner's alone. A full disk keeps nobody out: what cannot be written holds until this process ends. */
export function keepFile(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch (cause) {
    webLog.warn('not written at the door', { path, cause: String(cause) })
  }
}
