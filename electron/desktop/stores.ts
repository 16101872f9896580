import { safeStorage, type BrowserWindow } from 'electron'
import ElectronStore from 'electron-store'
import { z } from 'zod'
import { fail, ok } from '#contract/shared/result.ts'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import { preferencesSchema, type Preferences } from '#contract/settings/settings.ts'
import type { Log } from '#host/core/log.ts'
import { secretNames, type SecretName, type Vault } from '#host/core/vault.ts'

/**
 * The preferences of this screen, in `preferences.json`, without secrets. A broken file costs the
 * preferences, never the start.
 */
export function createPreferencesStore() {
  const file = new ElectronStore({ name: 'preferences', clearInvalidConfig: true })
  return {
    /** The last written values; the defaults if there are none or they can't be read. */
    read: (): Preferences =>
      preferencesSchema.safeParse({ ...defaultPreferences, ...file.store }).data ??
      defaultPreferences,
    write(preferences: Preferences): void {
      file.store = preferences
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>

const whole = z.number().int()
const windowState = z.object({
  bounds: z
    .object({ x: whole, y: whole, width: whole, height: whole })
    .default({ x: -1, y: -1, width: 1280, height: 800 }),
  maximized: z.boolean().default(false),
  fullScreen: z.boolean().default(false),
})

/** The window's place, in `window.json`. Create it once, before the IPC link opens. */
export function createWindowStore() {
  const file = new ElectronStore({ name: 'window', clearInvalidConfig: true })
  return {
    read: () => windowState.safeParse(file.store).data ?? windowState.parse({}),
    save(window: BrowserWindow) {
      file.store = {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
        fullScreen: window.isFullScreen(),
      }
    },
  }
}

/** Linux without a keyring "encrypts" with a public password, which is plain text. */
async function weaknessOf(): Promise<Vault['weakness']> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'unavailable'
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') {
    return 'basic-text'
  }
  return null
}

/**
 * Secrets in `secrets.json`, encrypted with the app's key in the system's keychain. Without such a
 * key nothing is written or changed, so the secrets are back when the keyring is. Needs a ready
 * app. @param seen gets every secret, so that the log can leave it out.
 */
export async function createVault(log: Log, seen: (secret: string) => void): Promise<Vault> {
  const file = new ElectronStore<Partial<Record<SecretName, string>>>({
    name: 'secrets',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  })
  const weakness = await weaknessOf()
  if (weakness !== null) log.warn('no safe place for tokens', { weakness })

  const opened = new Map<SecretName, string>()
  const keep = (name: SecretName, secret: string) => {
    seen(secret)
    opened.set(name, secret)
  }
  for (const name of secretNames) {
    const sealed = file.get(name)
    if (weakness !== null || sealed === undefined) continue
    try {
      keep(name, (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result)
    } catch {
      // Another keyring encrypted it: a person has to enter the key again.
      log.warn('secret cannot be opened', { name })
    }
  }

  return {
    weakness,
    place: 'system',
    file: null,
    read: (name) => opened.get(name) ?? null,
    async write(name, secret) {
      if (weakness !== null) return fail('no-vault', weakness)
      try {
        const sealed = await safeStorage.encryptStringAsync(secret)
        file.set(name, sealed.toString('base64'))
      } catch {
        log.error('secret cannot be sealed or written', { name })
        return fail('no-vault', 'unavailable')
      }
      keep(name, secret)
      return ok(null)
    },
  }
}
