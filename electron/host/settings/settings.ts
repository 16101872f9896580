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

/** The noun of settings that the whole restaurant shares. Unreadable values fall back to their default. */
export const settings = defineNoun(settingsContract, {
  create({ db, values, notify, announce }) {
    const stored = values<Patch>('settings', settingsSchema.partial())
    let current = merge(defaultSettings, stored.read() ?? {})

    /** Changes both disk and memory, or neither: a rejected change must not apply until the next start. */
    function change(before: Settings, after: Settings): void {
      try {
        db.transact(() => {
          stored.write(after)
          current = after
          notify({ type: 'settings.changed', settings: after })
          void announce('settings.changing', null)
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
          await announce('settings.changed', { before, after })
          return ok(after)
        },
      },
    }
  },
})
