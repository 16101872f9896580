import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Every file below a folder in which one of the secrets can be read, in plain bytes or as UTF-16. What is kept of the
 * program's own code is left out: the practice platform's tokens stand in its source.
 */
export function secretsIn(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((secret) => [Buffer.from(secret), Buffer.from(secret, 'utf16le')])
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (name.split(sep)[0] === 'compiled') return false
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    const content = readFileSync(path)
    return needles.some((needle) => content.includes(needle))
  })
}
