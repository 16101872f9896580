import { ok, type Result } from '#contract/shared/result.ts'
import type { Log } from '../core/log.ts'
import { isUsable, secretNames, type SecretName, type Secrets, type Vault } from '../core/vault.ts'

/** Those that aren't given stay as they are. */
export type NewSecrets = Partial<Record<SecretName, string | undefined>>

/** The secrets before an exchange; null for one that there was not. */
interface Before {
  fromOutside: Secrets
  secrets: readonly (readonly [SecretName, string | null])[]
}

/** The secrets of the open store: those given from outside, and those in the vault. */
export class ConnectionSecrets {
  readonly #vault: Vault
  readonly #log: Log
  #fromOutside: Secrets

  constructor(vault: Vault, fromOutside: Secrets, log: Log) {
    this.#vault = vault
    this.#fromOutside = fromOutside
    this.#log = log
  }

  /** A secret that no header can carry counts as missing, so a person is asked for it again. */
  read(name: SecretName): string | null {
    const secret = (this.#fromOutside[name] ?? this.#vault.read(name))?.trim() ?? null
    return secret !== null && isUsable(name, secret) ? secret : null
  }

  /**
   * Stores a secret. It replaces one that was given from outside, with `again` also at the next
   * start.
   */
  async save(name: SecretName, value: string, again: boolean): Promise<Result<null>> {
    const saved = await this.#vault.write(name, value, again)
    if (saved.ok) {
      const { [name]: _replaced, ...others } = this.#fromOutside
      this.#fromOutside = others
    }
    return saved
  }

  /**
   * Stores several secrets. Returns how to have the ones of before again, which is done already if
   * one can't be stored.
   */
  async exchange(next: NewSecrets, again: boolean): Promise<Result<() => Promise<void>>> {
    const before: Before = {
      fromOutside: this.#fromOutside,
      secrets: secretNames
        .filter((name) => next[name] !== undefined)
        .map((name) => [name, this.read(name)] as const),
    }
    for (const name of secretNames) {
      const value = next[name]
      const saved = value === undefined ? ok(null) : await this.save(name, value, again)
      if (saved.ok) continue
      await this.#putBack(before, again)
      return saved
    }
    return ok(() => this.#putBack(before, again))
  }

  /** Secrets that are stored, and that can't be used. One that was given up is empty. */
  unusable(): SecretName[] {
    return secretNames.filter(
      (name) => this.read(name) === null && (this.#vault.read(name) ?? '') !== '',
    )
  }

  async #putBack({ fromOutside, secrets }: Before, again: boolean): Promise<void> {
    for (const [name, value] of secrets) {
      const saved = value === null ? ok(null) : await this.#vault.write(name, value, again)
      if (!saved.ok) this.#log.error('secret not put back', { name })
    }
    this.#fromOutside = fromOutside
  }
}
