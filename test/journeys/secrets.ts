import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * A secret in its possible forms: as it is, within JSON, within an address, within a sign-in
 * header.
 */
export const writtenForms = (secret: string): string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ]),
]

/**
 * Every file below a folder that contains one of the secrets in any form, in plain bytes or as
 * UTF-16. Caches of the program's own code are left out, because the practice platform's tokens are
 * in its source.
 */
export function secretsIn(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets
    .flatMap(writtenForms)
    .flatMap((form) => [Buffer.from(form), Buffer.from(form, 'utf16le')])
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (name.split(sep)[0] === 'compiled') return false
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    const content = readFileSync(path)
    return needles.some((needle) => content.includes(needle))
  })
}
