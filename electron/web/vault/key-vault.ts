import { createHash } from 'node:crypto'
import { fail, ok } from '#contract/result.ts'
import type { SecretName, Secrets, Vault } from '#host/vault.ts'
import { createKeyFile, type KeyFileProblem } from './key-file.ts'
import { Sealing } from '#host/sealing/sealing.ts'

interface KeyVaultDeps {
  path: string
  dataDir: string
  passphrase: string | null
  /** Secrets from flags, variables and the service manager. */
  given: Secrets
  /** Called when the key file can't be used, once for each reason. */
  report(problem: KeyFileProblem): void
  /** What a passphrase costs to try; less in tests. */
  cost?: number
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * Secrets in a key file. What can't be stored is in memory until the process ends, and `weakness`
 * says why. A secret from outside holds until a person replaces it on a screen.
 */
export function openKeyVault({ path, dataDir, passphrase, given, report, cost }: KeyVaultDeps) {
  const file = createKeyFile(
    { path, dataDir },
    passphrase === null ? null : new Sealing(passphrase, cost),
  )
  const { entry, problem: first } = file.read()
  let stored: Secrets = entry.secrets
  /** Secrets that couldn't be written yet. */
  let unsaved: Secrets = {}
  let problem: KeyFileProblem | null = null
  note(first)

  function note(next: KeyFileProblem | null): void {
    if (next !== null && next !== problem) report(next)
    problem = next
  }

  /** The secrets from outside that nobody has replaced. */
  const outside = Object.fromEntries(
    Object.entries(given).filter(
      ([name, secret]) =>
        stored[name as SecretName] === undefined ||
        entry.replaced[name as SecretName] !== hashOf(secret),
    ),
  ) as Secrets
  let stillGiven = outside

  const vault: Vault = {
    get weakness() {
      return problem
    },
    place: passphrase === null ? 'file' : 'encrypted-file',
    file: path,
    read: (name) => stillGiven[name] ?? stored[name] ?? null,
    write(name, secret, replacesGiven = false) {
      const replacedHash = replacesGiven && given[name] !== undefined ? hashOf(given[name]) : null
      const next = file.change(({ secrets, replaced: { [name]: _before, ...replaced } }) => {
        // The file may have been mended since the start, or have room again.
        stored = { ...secrets, ...unsaved, [name]: secret }
        return {
          secrets: stored,
          replaced: replacedHash === null ? replaced : { ...replaced, [name]: replacedHash },
        }
      })
      note(next)
      // Nobody could check seals whose key is gone at the next start.
      if (next !== null && name === 'close-out-key') return Promise.resolve(fail('no-vault', next))
      unsaved = next === null ? {} : { ...unsaved, [name]: secret }
      stored = { ...stored, ...unsaved }
      const { [name]: _replaced, ...others } = stillGiven
      stillGiven = others
      return Promise.resolve(ok(null))
    },
  }
  return {
    vault,
    /** The secrets from outside that no person replaced in an earlier run. */
    given: outside,
  }
}
