import { isDeepStrictEqual } from 'node:util'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  settingsContract,
  defaultSettings,
  settingsSchema,
  type Settings,
} from '#contract/settings/settings.ts'
import { defineNoun } from '../noun.ts'
import { lockedSetting } from '../profile-file/profile-file.ts'

type Patch = { [Name in keyof Settings]?: Settings[Name] | undefined }

const merge = (settings: Settings, patch: Patch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

/** The noun of settings that the whole restaurant shares. Unreadable values fall back to their default. */
export const settings = defineNoun(settingsContract, {
  create({ db, values, notify, announce, setup }) {
    const stored = values<Patch>('settings', settingsSchema.partial())
    let current = merge(defaultSettings, stored.read() ?? {})

    /** Inside a transaction. */
    function write(after: Settings): void {
      stored.write(after)
      current = after
      notify({ type: 'settings.changed', settings: after })
      void announce('settings.changing', null)
    }

    /** Changes both disk and memory, or neither: a rejected change must not apply until the next start. */
    function change(before: Settings, after: Settings): void {
      try {
        db.transact(() => write(after))
      } catch (cause) {
        current = before
        throw cause
      }
    }

    async function changeBy(patch: Patch): Promise<Result<Settings>> {
      const name = lockedSetting(setup, patch)
      if (name !== null) return fail('set-by-profile', name)
      const before = current
      const after = merge(before, patch)
      change(before, after)
      await announce('settings.changed', { before, after })
      return ok(after)
    }

    return {
      api: {
        /** As a person does on a screen. */
        change: changeBy,
        get current() {
          return current
        },
        /**
         * Sets values before other nouns have started; returns how many differ. Inside a
         * transaction; if that fails, the store doesn't open.
         */
        set(patch: Patch): number {
          const after = merge(current, patch)
          const names = Object.keys(patch) as (keyof Settings)[]
          const count = names.filter(
            (name) => !isDeepStrictEqual(after[name], current[name]),
          ).length
          if (count > 0) write(after)
          return count
        },
      },
      handlers: {
        'settings.read': () => ok(current),
        'settings.change': changeBy,
      },
    }
  },
})
