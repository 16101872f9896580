import { ok, type Result } from '#contract/result.ts'
import type { Log } from '../log.ts'
import { isUsable, secretNames, type SecretName, type Secrets, type Vault } from '../vault.ts'

/** Those that aren't given stay as they are. */
export type NewSecrets = Partial<Record<SecretName, string | undefined>>

/** The secrets of the open store: `given` from outside, and those in the vault. */
export function createConnectionSecrets(vault: Vault, given: Secrets, log: Log) {
  let fromOutside = given

  /** A secret that no header can carry counts as missing, so a person is asked for it again. */
  function read(name: SecretName): string | null {
    const known = (fromOutside[name] ?? vault.read(name))?.trim() ?? null
    return known !== null && isUsable(name, known) ? known : null
  }

  /**
   * Stores a secret. It replaces one that was given from outside, with `again` also at the next
   * start.
   */
  async function keep(name: SecretName, value: string, again: boolean): Promise<Result<null>> {
    const stored = await vault.write(name, value, again)
    if (stored.ok) {
      const { [name]: _replaced, ...others } = fromOutside
      fromOutside = others
    }
    return stored
  }

  /**
   * Stores several secrets. Returns how to have the ones of before again, which is done already if
   * one can't be stored.
   */
  async function exchange(next: NewSecrets, again: boolean): Promise<Result<() => Promise<void>>> {
    const outsideBefore = fromOutside
    const before = secretNames
      .filter((name) => next[name] !== undefined)
      .map((name) => [name, read(name)] as const)
    async function putBack(): Promise<void> {
      for (const [name, value] of before) {
        const stored = value === null ? ok(null) : await vault.write(name, value, again)
        if (!stored.ok) log.error('secret not put back', { name })
      }
      fromOutside = outsideBefore
    }
    for (const name of secretNames) {
      const value = next[name]
      const stored = value === undefined ? ok(null) : await keep(name, value, again)
      if (stored.ok) continue
      await putBack()
      return stored
    }
    return ok(putBack)
  }

  return {
    read,
    keep,
    exchange,
    /** Secrets that are stored, and that can't be used. One that was given up is empty. */
    unusable: (): SecretName[] =>
      secretNames.filter((name) => read(name) === null && (vault.read(name) ?? '') !== ''),
  }
}
