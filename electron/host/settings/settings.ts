import { isDeepStrictEqual } from 'node:util'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  settingsContract,
  defaultSettings,
  settingsSchema,
  type Settings,
} from '#contract/settings/settings.ts'
import type { StoredValue } from '../db/values.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { lockedSetting } from '../profile-file/profile-file.ts'

type Patch = { [Name in keyof Settings]?: Settings[Name] | undefined }

const merge = (settings: Settings, patch: Patch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

/** The settings that the whole restaurant shares. Unreadable values fall back to their default. */
class RestaurantSettings {
  readonly handlers: HandlersOf<'settings'> = handlersOf(settingsContract, this)
  readonly #context: Context
  readonly #stored: StoredValue<Patch>
  #current: Settings

  constructor(context: Context) {
    this.#context = context
    this.#stored = context.values<Patch>('settings', settingsSchema.partial())
    this.#current = merge(defaultSettings, this.#stored.read() ?? {})
  }

  get current(): Settings {
    return this.#current
  }

  get(): Result<Settings> {
    return ok(this.#current)
  }

  async change(patch: Patch): Promise<Result<Settings>> {
    const { announce, setup } = this.#context
    const name = lockedSetting(setup, patch)
    if (name !== null) return fail('set-by-profile', name)
    const before = this.#current
    const after = merge(before, patch)
    this.#store(before, after)
    await announce('settings.changed', { before, after })
    return ok(after)
  }

  /**
   * Sets values before other nouns have started; returns how many differ. Inside a transaction; if
   * that fails, the store doesn't open.
   */
  set(patch: Patch): number {
    const before = this.#current
    const after = merge(before, patch)
    const names = Object.keys(patch) as (keyof Settings)[]
    const count = names.filter((name) => !isDeepStrictEqual(after[name], before[name])).length
    if (count > 0) this.#write(after)
    return count
  }

  /** Changes both disk and memory, or neither: a rejected change must not apply until the next start. */
  #store(before: Settings, after: Settings): void {
    try {
      this.#context.db.transact(() => this.#write(after))
    } catch (cause) {
      this.#current = before
      throw cause
    }
  }

  /** Inside a transaction. */
  #write(after: Settings): void {
    this.#stored.write(after)
    this.#current = after
    this.#context.notify({ type: 'settings.changed', settings: after })
    void this.#context.announce('settings.changing', null)
  }
}

/** The noun of settings. */
export const settings = defineNoun(settingsContract, {
  create: (context) => new RestaurantSettings(context),
})
