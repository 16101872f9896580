import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { makeFolder } from '#host/db/files.ts'
import { readText, writeFileAtOnce } from '#host/db/json-file.ts'

/** The files of a data folder by which screens and a computer recognise each other. */
const identityFiles = [
  'network/authority.pem',
  'network/authority-key.pem',
  'network.json',
  'network-screens.json',
] as const

/** Those that there are, by name. */
export function readIdentity(dataDir: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of identityFiles) {
    const text = readText(join(dataDir, name))
    // There is none where screens were never allowed.
    if (text !== null) texts[name] = text
  }
  return texts
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
      writeFileAtOnce(file, text)
    }
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}

/** The authority that the screens trust can't be read. Only a person may replace it. */
export class AuthorityLost extends Error {
  constructor(folder: string) {
    super(`the authority of the screens in ${folder} is damaged`)
    this.name = 'AuthorityLost'
  }
}

/** Puts the files of the certificates aside, so that new ones are made. Fails with `storage`. */
export function putAuthorityAside(dataDir: string): Result<null> {
  const folder = join(dataDir, 'network')
  const aside = `${folder}.damaged`
  try {
    rmSync(aside, { recursive: true, force: true })
    if (existsSync(folder)) renameSync(folder, aside)
    return ok(null)
  } catch (cause) {
    return fail('storage', String(cause))
  }
}
