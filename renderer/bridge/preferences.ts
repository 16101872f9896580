import { defaultPreferences, preferenceRules } from '#contract/settings/default-preferences.ts'
import { readValue } from '#contract/settings/read-value.ts'
import type { Preferences } from '#contract/settings/settings.ts'

/**
 * Preferences out of whatever was kept: a field that no longer parses falls back to its default alone,
 * so that one bad value never costs the others.
 */
export function parsePreferences(stored: unknown): Preferences {
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const own: Record<string, unknown> = { ...stored }
  const good = Object.entries(preferenceRules)
    .map(([key, rule]) => [key, readValue(rule, own[key])] as const)
    .filter(([, value]) => value !== undefined)
  return { ...defaultPreferences, ...Object.fromEntries(good) }
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
