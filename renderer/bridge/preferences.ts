import './jitless.ts'
import { defaultPreferences } from '#contract/default-preferences.ts'
import { preferencesSchema, type Preferences } from '#contract/settings.ts'

/**
 * Preferences out of whatever was kept: a field that no longer parses falls back to its default alone,
 * so that one bad value never costs the others.
 */
export function parsePreferences(kept: unknown): Preferences {
  if (typeof kept !== 'object' || kept === null) return defaultPreferences
  const fields = Object.entries<unknown>({ ...kept }).filter(([name, value]) => {
    const partial = preferencesSchema.partial().safeParse({ [name]: value })
    return partial.success
  })
  return preferencesSchema.parse({ ...defaultPreferences, ...Object.fromEntries(fields) })
}

const storageKey = 'kitchen-pass.preferences'

/** Preferences of a screen without a shell of its own. Storage may be full or forbidden: then defaults hold. */
export function createBrowserPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  return {
    read(): Preferences {
      try {
        return parsePreferences(JSON.parse(storage.getItem(storageKey) ?? 'null'))
      } catch {
        return defaultPreferences
      }
    },
    write(preferences: Preferences): void {
      try {
        storage.setItem(storageKey, JSON.stringify(preferences))
      } catch {
        // Forbidden or full: the choice holds until the page is left.
      }
    },
  }
}
