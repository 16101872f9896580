import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Log } from '../core/log.ts'
import type { FileReplacement } from '../noun.ts'
import type { Choice, ChosenStore } from './chosen-store.ts'
import type { NewSecrets } from './connection-secrets.ts'
import { writeProfile, type Profile } from './profile.ts'
import { StoreInUse } from './store-claim.ts'

export interface StoreOpenerDeps {
  dataDir: string
  log: Log
  /**
   * Closes the open store and opens the chosen one, with another file if one is given. Rejects if
   * that fails; the file is then the one of before.
   */
  reopen(replacement?: FileReplacement): Promise<void>
  /** Another store is open now. */
  onReplaced(): void
}

/** Opens another store, or the same one again, and returns to the one of before if that fails. */
export class StoreOpener {
  readonly #store: ChosenStore
  readonly #deps: StoreOpenerDeps
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: ChosenStore, deps: StoreOpenerDeps) {
    this.#store = store
    this.#deps = deps
  }

  /** Two screens that ask at the same time must not open a store twice. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Opens the current store again, in turn. Rejects if that fails. */
  openAgain(replacement?: FileReplacement): Promise<void> {
    return this.inTurn(async () => {
      try {
        await this.#deps.reopen(replacement)
      } finally {
        this.#deps.onReplaced()
      }
    })
  }

  /** Opens another store, with new secrets if some are given, and stores the choice. */
  async replace(
    profile: Profile,
    secrets: NewSecrets = {},
    overrides = this.#store.choice.overrides,
  ): Promise<Result<null>> {
    const before = this.#store.choice
    const exchanged = await this.#store.secrets.exchange(secrets, this.#store.opensAgain(profile))
    if (!exchanged.ok) return exchanged
    this.#store.choose({ profile, overrides })
    const opened = await this.reopen(() => this.#goBack(before, exchanged.value))
    if (opened.ok) writeProfile(this.#deps.dataDir, profile)
    return opened
  }

  async #goBack(before: Choice, putSecretsBack: () => Promise<void>): Promise<void> {
    this.#store.choose(before)
    await putSecretsBack()
  }

  /** Opens the chosen store. If that fails, opens the one of before, once `goBack` has ended. */
  async reopen(goBack: () => Promise<void>): Promise<Result<null>> {
    try {
      await this.#deps.reopen()
      return ok(null)
    } catch (cause) {
      this.#deps.log.error('store not opened', { cause: String(cause) })
      await goBack()
      await this.#deps.reopen()
      if (cause instanceof StoreInUse) return fail('storage', undefined, 'store-in-use')
      return fail('storage', cause instanceof Error ? cause.message : 'not opened')
    } finally {
      this.#deps.onReplaced()
    }
  }
}
