import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import { replaceFile } from '#host/db/files.ts'

/** Somebody may look for what was in it. */
function putAside(file: string): void {
  const aside = `${file}.damaged`
  rmSync(aside, { recursive: true, force: true })
  renameSync(file, aside)
}

/**
 * Replaces a file, readable only by its owner, completely or not at all, also when the power fails.
 * A folder in its place is put aside. Throws if it can't.
 */
export function writeFileAtOnce(file: string, text: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) putAside(file)
  replaceFile(file, text)
}

// A file that nobody can make again, such as the list of screens, has a copy. A disk seldom damages
// both.
const copyOf = (file: string): string => `${file}.copy`

/** Null if it can't be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** What a file holds, and what its copy does; both may be damaged. */
export const readTwice = (file: string): string[] =>
  [file, copyOf(file)].flatMap((each) => readText(each) ?? [])

/** Whether there is a file or its copy, also one that can't be read. */
export const isStored = (file: string): boolean => existsSync(file) || existsSync(copyOf(file))

/** Replaces a file, and then its copy. Throws if it can't. */
export function writeTwice(file: string, text: string): void {
  writeFileAtOnce(file, text)
  writeFileAtOnce(copyOf(file), text)
}

export function removeTwice(file: string): void {
  for (const each of [file, copyOf(file)]) rmSync(each, { force: true })
}

/**
 * Gives a file and its copy the text that one of them has, as far as the disk can be written. What
 * is damaged is put aside. Returns whether the file itself was.
 */
export function healTwice(file: string, text: string): boolean {
  const isDamaged = existsSync(file) && readText(file) !== text
  try {
    if (isDamaged) putAside(file)
    for (const each of [file, copyOf(file)])
      if (readText(each) !== text) writeFileAtOnce(each, text)
  } catch {
    // The next start tries again.
  }
  return isDamaged
}

/** The same as `writeTwice` for JSON. Fails with `storage`. */
export function writeJson(file: string, value: unknown): Result<null> {
  try {
    writeTwice(file, `${JSON.stringify(value)}\n`)
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}

/** The value of a text that fits the schema; undefined for any other text. */
function parseJson<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What a file of `writeJson` or its copy holds; null if neither fits the schema. */
export function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | null {
  const values = readTwice(file).map((text) => parseJson(text, schema))
  return values.find((each) => each !== undefined) ?? null
}

/**
 * Replaces a damaged file of `writeJson` by its copy, and a damaged copy by the file. Returns what a
 * log should say: null if the file is sound or was never written.
 */
export function healJson(file: string, schema: z.ZodType): 'copy used' | 'lost' | null {
  const sound = readTwice(file).find((text) => parseJson(text, schema) !== undefined)
  if (sound === undefined) return isStored(file) ? 'lost' : null
  return healTwice(file, sound) ? 'copy used' : null
}
