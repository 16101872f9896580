import { fail, ok, type Result } from '#contract/result.ts'
import { replaceFile } from '#host/db/files.ts'

/** Replaces a JSON file, readable only by its owner. Fails with `storage`. */
export function writeJson(file: string, value: unknown): Result<null> {
  try {
    replaceFile(file, `${JSON.stringify(value)}\n`)
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}
