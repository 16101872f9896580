import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import { makeFolder, replaceFile } from '#host/db/files.ts'

/** The files of a data folder by which screens and a computer recognise each other. */
const identityFiles = [
  'network/authority.pem',
  'network/authority-key.pem',
  'network.json',
  'network-screens.json',
  'web-identity.pem',
] as const

/** Those that there are, by name. */
export function readIdentity(dataDir: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of identityFiles)
    try {
      found[name] = readFileSync(join(dataDir, name), 'utf8')
    } catch {
      // Screens were never allowed.
    }
  return found
}

/** Replaces them with those of another computer. Fails with `storage`. */
export function writeIdentity(
  dataDir: string,
  files: Readonly<Record<string, string>>,
): Result<null> {
  try {
    for (const name of identityFiles) {
      const text = files[name]
      if (text === undefined) continue
      const file = join(dataDir, name)
      makeFolder(dirname(file))
      replaceFile(file, text)
    }
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}
