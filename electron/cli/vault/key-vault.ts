import { createHash } from 'node:crypto'
import { fail, ok } from '#contract/shared/result.ts'
import type { SecretName, Secrets, Vault } from '#host/core/vault.ts'
import { KeyFile, type Entry, type KeyFileProblem } from './key-file.ts'
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
export class KeyVault implements Vault {
  readonly place: Vault['place']
  readonly file: string
  /** The secrets from outside that no person replaced in an earlier run. */
  readonly given: Secrets
  readonly #deps: KeyVaultDeps
  readonly #file: KeyFile
  #stored: Secrets
  /** Secrets that couldn't be written yet. */
  #unsaved: Secrets = {}
  #problem: KeyFileProblem | null = null
  #stillGiven: Secrets

  constructor(deps: KeyVaultDeps) {
    const { path, dataDir, passphrase, cost } = deps
    this.#deps = deps
    this.place = passphrase === null ? 'file' : 'encrypted-file'
    this.file = path
    const sealing = passphrase === null ? null : new Sealing(passphrase, cost)
    this.#file = new KeyFile({ path, dataDir }, sealing)
    const { entry, problem } = this.#file.read()
    this.#stored = entry.secrets
    this.given = notReplaced(deps.given, entry)
    this.#stillGiven = this.given
    this.#note(problem)
  }

  get weakness(): KeyFileProblem | null {
    return this.#problem
  }

  read(name: SecretName): string | null {
    return this.#stillGiven[name] ?? this.#stored[name] ?? null
  }

  write(name: SecretName, secret: string, replacesGiven = false): ReturnType<Vault['write']> {
    const fromOutside = this.#deps.given[name]
    const replacedHash = replacesGiven && fromOutside !== undefined ? hashOf(fromOutside) : null
    const problem = this.#file.change(({ secrets, replaced: { [name]: _before, ...replaced } }) => {
      // The file may have been mended since the start, or have room again.
      this.#stored = { ...secrets, ...this.#unsaved, [name]: secret }
      return {
        secrets: this.#stored,
        replaced: replacedHash === null ? replaced : { ...replaced, [name]: replacedHash },
      }
    })
    this.#note(problem)
    // Nobody could check seals whose key is gone at the next start.
    if (problem !== null && name === 'close-out-key')
      return Promise.resolve(fail('no-vault', problem))
    this.#unsaved = problem === null ? {} : { ...this.#unsaved, [name]: secret }
    this.#stored = { ...this.#stored, ...this.#unsaved }
    const { [name]: _replaced, ...others } = this.#stillGiven
    this.#stillGiven = others
    return Promise.resolve(ok(null))
  }

  #note(problem: KeyFileProblem | null): void {
    if (problem !== null && problem !== this.#problem) this.#deps.report(problem)
    this.#problem = problem
  }
}

/** The secrets from outside that nobody has replaced. */
const notReplaced = (fromOutside: Secrets, { secrets, replaced }: Entry): Secrets =>
  Object.fromEntries(
    Object.entries(fromOutside).filter(
      ([name, secret]) =>
        secrets[name as SecretName] === undefined ||
        replaced[name as SecretName] !== hashOf(secret),
    ),
  )
