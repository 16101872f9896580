import { ok } from '#contract/result.ts'
import {
  settingsContract,
  defaultSettings,
  settingsSchema,
  type Settings,
} from '#contract/settings/settings.ts'
import { defineNoun } from '../noun.ts'

type Patch = { [Name in keyof Settings]?: Settings[Name] | undefined }

const merge = (settings: Settings, patch: Patch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

/** The noun of what the whole restaurant shares, kept in its database; what cannot be read falls back to the default. */
export const settings = defineNoun(settingsContract, {
  create({ db, values, notify, announce: tell }) {
    const kept = values<Patch>('settings', settingsSchema.partial())
    let current = merge(defaultSettings, kept.read() ?? {})

    /** On disk and in memory, or neither: an answer that says no must not hold until the next start. */
    function change(before: Settings, after: Settings): void {
      try {
        db.transact(() => {
          kept.write(after)
          current = after
          notify({ type: 'settings.changed', settings: after })
          void tell('settings.changing', null)
        })
      } catch (cause) {
        current = before
        throw cause
      }
    }

    return {
      api: {
        get current() {
          return current
        },
      },
      handlers: {
        'settings.read': () => ok(current),
        async 'settings.change'(patch) {
          const before = current
          const after = merge(before, patch)
          change(before, after)
          await tell('settings.changed', { before, after })
          return ok(after)
        },
      },
    }
  },
})
