import type { HostEvent } from '#contract/operations.ts'
import { ok } from '#contract/result.ts'
import { defaultSettings, settingsSchema, type Settings } from '#contract/settings.ts'
import type { Values } from '../db/values.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Noun } from '../noun.ts'

/** The noun of what the whole restaurant shares, kept in its database; what cannot be read falls back to the default. */
export interface SettingsNoun extends Noun {
  readonly handlers: HandlersOf<'settings'>
  readonly current: Settings
}

interface SettingsDeps {
  values: Values
  /** The screens have something to hear. */
  changed(): void
  /** Something was changed; awaited before the change is answered. */
  onChange(before: Settings, after: Settings): Promise<void>
}

type Patch = { [Name in keyof Settings]?: Settings[Name] | undefined }

const merge = (settings: Settings, patch: Patch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

export function createSettings({ values, changed, onChange }: SettingsDeps): SettingsNoun {
  const kept = values<Patch>('settings', settingsSchema.partial())
  let current = merge(defaultSettings, kept.read() ?? {})
  let untold = false
  return {
    get current() {
      return current
    },
    changes(): HostEvent[] {
      const told = untold
      untold = false
      return told ? [{ type: 'settings.changed', settings: current }] : []
    },
    handlers: {
      'settings.read': () => ok(current),
      async 'settings.change'(patch) {
        const before = current
        const after = merge(before, patch)
        kept.write(after)
        current = after
        untold = true
        changed()
        await onChange(before, after)
        return ok(after)
      },
    },
  }
}
