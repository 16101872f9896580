import { existsSync, readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { replaceFile } from '#host/db/files.ts'

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Replaces a file, readable only by its owner, completely or not at all, also when the power fails.
 * A folder in its place is put aside. Throws if it can't.
 */
export function writeFileAtOnce(file: string, text: string): void {
  replaceFile(file, text, { isDamaged: isFolder(file) })
}

/** Null if it can't be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** What a file of `writeJson` holds; null if it can't be read or doesn't fit the schema. */
export function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(readText(file) ?? '')).data ?? null
  } catch {
    return null
  }
}

/** Whether there is a file of `writeJson` that can't be read or doesn't fit the schema. */
export const isDamaged = (file: string, schema: z.ZodType): boolean =>
  existsSync(file) && readJson(file, schema) === null

/** The same as `writeFileAtOnce` for JSON. A damaged file is put aside. Fails with `storage`. */
export function writeJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  value: z.output<Schema>,
): Result<null> {
  try {
    replaceFile(file, `${JSON.stringify(value)}\n`, { isDamaged: isDamaged(file, schema) })
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}
