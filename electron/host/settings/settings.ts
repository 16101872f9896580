import { defaultSettings, settingsSchema, type Settings } from '#contract/settings.ts'
import type { Database } from '../db/open.ts'

type SettingsPatch = { [Name in keyof Settings]?: Settings[Name] | undefined }

/** What the store shares, kept in its database; a value that cannot be read falls back to the default. */
export interface SettingsStore {
  readonly current: Settings
  change(patch: SettingsPatch): Settings
}

/** JSON values by name, in the database's `settings` table. */
export function readValue(db: Database, name: string): unknown {
  const row = db.get('SELECT value FROM settings WHERE name = ?', name)
  return row === undefined ? undefined : (JSON.parse(String(row['value'])) as unknown)
}

export function writeValue(db: Database, name: string, value: unknown): void {
  db.run(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
    JSON.stringify(value),
  )
}

const merge = (settings: Settings, patch: SettingsPatch): Settings =>
  settingsSchema.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  })

export function createSettings(db: Database): SettingsStore {
  const saved = settingsSchema.partial().safeParse(readValue(db, 'settings') ?? {})
  let current = merge(defaultSettings, saved.success ? saved.data : {})
  return {
    get current() {
      return current
    },
    change(patch) {
      current = merge(current, patch)
      writeValue(db, 'settings', current)
      return current
    },
  }
}
