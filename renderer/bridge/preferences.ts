import { defaultPreferences, preferenceRules } from '#contract/settings/default-preferences.ts'
import { readValue } from '#contract/settings/read-value.ts'
import type { Preferences } from '#contract/settings/settings.ts'

/** Reads stored preferences. A field that no longer parses gets its default; the others stay. */
export function parsePreferences(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const own: Record<string, unknown> = { ...stored }
  const good = Object.entries(preferenceRules)
    .map(([key, rule]) => [key, readValue(rule, own[key])] as const)
    .filter(([, value]) => value !== undefined)
  return { ...defaultPreferences, ...Object.fromEntries(good) }
}

const storageKey = 'kitchen-pass.preferences'

/**
 * Stores the preferences of a screen without its own shell. If storage is full or forbidden, the
 * defaults apply.
 */
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
        // Forbidden or full: the choice lasts until the page is closed.
      }
    },
  }
}
