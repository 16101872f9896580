import { renameSync, writeFileSync } from 'node:fs'
import { fail, ok, type Result } from '#contract/result.ts'

/** Replaces a file, readable only by its owner, completely or not at all. Throws if it can't. */
export function writeFileAtOnce(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The same for JSON. Fails with `storage`. */
export function writeJson(file: string, value: unknown): Result<null> {
  try {
    writeFileAtOnce(file, `${JSON.stringify(value)}\n`)
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}
