import ElectronStore from 'electron-store'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import { preferencesSchema, type Preferences } from '#contract/settings/settings.ts'

/** What this screen likes, kept beside the app; no secret is ever in it. */
export interface PreferencesStore {
  /** What was written last; the defaults where there is nothing, or nothing that can be read. */
  read(): Preferences
  write(preferences: Preferences): void
}

/** Preferences in `preferences.json`. A file that someone broke costs the preferences, never the start. */
export function createPreferencesStore(): PreferencesStore {
  const file = new ElectronStore({ name: 'preferences', clearInvalidConfig: true })
  return {
    read: () =>
      preferencesSchema.safeParse({ ...defaultPreferences, ...file.store }).data ??
      defaultPreferences,
    write(preferences) {
      file.store = preferences
    },
  }
}
