import type { HostEvent } from '#contract/index.ts'
import { ok } from '#contract/result.ts'
import { defaultSettings, settingsSchema, type Settings } from '#contract/settings/settings.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Noun } from '../noun.ts'

/** The noun of what the whole restaurant shares, kept in its database; what cannot be read falls back to the default. */
export interface SettingsNoun extends Noun {
  readonly handlers: HandlersOf<'settings'>
  readonly current: Settings
}

interface SettingsDeps {
  db: Pick<Database, 'transact'>
  values: Values
  /** Within the transaction: something is changed. What it throws undoes the change. */
  onChange(): void
  /** It was; awaited before the change is answered. */
  onChanged(before: Settings, after: Settings): Promise<void>
}

type Patch = { [Name in keyof Settings]?: Settings[Name] | undefined }

const merge = (settings: Settings, patch: Patch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

export function createSettings(deps: SettingsDeps): SettingsNoun {
  const { db, values } = deps
  const kept = values<Patch>('settings', settingsSchema.partial())
  let current = merge(defaultSettings, kept.read() ?? {})
  let untold = false

  /** On disk and in memory, or neither: an answer that says no must not hold until the next start. */
  function change(before: Settings, after: Settings): void {
    try {
      db.transact(() => {
        kept.write(after)
        current = after
        untold = true
        deps.onChange()
      })
    } catch (cause) {
      current = before
      untold = false
      throw cause
    }
  }

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
        change(before, after)
        await deps.onChanged(before, after)
        return ok(after)
      },
    },
  }
}
