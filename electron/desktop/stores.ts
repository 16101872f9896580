import { app, safeStorage, type BrowserWindow } from 'electron'
import ElectronStore from 'electron-store'
import { z } from 'zod'
import type { Language } from '#contract/shared/languages.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import { preferencesSchema, type Preferences } from '#contract/settings/settings.ts'
import { secretNames, type SecretName, type Vault } from '#host/core/vault.ts'
import { languageOf } from '#host/page/trouble.ts'
import type { DesktopLog } from './log.ts'

/**
 * The preferences of this screen, in `preferences.json`, without secrets. A broken file costs the
 * preferences, never the start.
 */
export class PreferencesStore {
  readonly #file = new ElectronStore({ name: 'preferences', clearInvalidConfig: true })
  #onWritten = (): void => undefined

  /** The last written values; the defaults if there are none or they can't be read. */
  read(): Preferences {
    const stored = { ...defaultPreferences, ...this.#file.store }
    return preferencesSchema.safeParse(stored).data ?? defaultPreferences
  }

  /** The chosen language, otherwise the system's. */
  get language(): Language {
    return this.read().language ?? languageOf(app.getLocale())
  }

  write(preferences: Preferences): void {
    this.#file.store = preferences
    this.#onWritten()
  }

  /** Calls `listen` after each change. */
  onWritten(listen: () => void): void {
    this.#onWritten = listen
  }
}

const whole = z.number().int()
const windowState = z.object({
  bounds: z
    .object({ x: whole, y: whole, width: whole, height: whole })
    .default({ x: -1, y: -1, width: 1280, height: 800 }),
  maximized: z.boolean().default(false),
  fullScreen: z.boolean().default(false),
})

/** The window's place, in `window.json`. Create it once, before the IPC link opens. */
export class WindowStore {
  readonly #file = new ElectronStore({ name: 'window', clearInvalidConfig: true })

  read(): z.infer<typeof windowState> {
    return windowState.safeParse(this.#file.store).data ?? windowState.parse({})
  }

  save(window: BrowserWindow): void {
    this.#file.store = {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    }
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
 * key nothing is written or changed, so the secrets are back when the keyring is. The log leaves
 * all of them out.
 */
export class SystemVault implements Vault {
  readonly place = 'system'
  readonly file = null
  readonly weakness: Vault['weakness']
  readonly #sealed = new ElectronStore<Partial<Record<SecretName, string>>>({
    name: 'secrets',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  })
  readonly #opened = new Map<SecretName, string>()
  readonly #log: DesktopLog

  private constructor(weakness: Vault['weakness'], log: DesktopLog) {
    this.weakness = weakness
    this.#log = log
  }

  /** Needs a ready app. */
  static async open(log: DesktopLog): Promise<SystemVault> {
    const vault = new SystemVault(await weaknessOf(), log)
    if (vault.weakness === null) for (const name of secretNames) await vault.#open(name)
    else log.warn('no safe place for tokens', { weakness: vault.weakness })
    return vault
  }

  read(name: SecretName): string | null {
    return this.#opened.get(name) ?? null
  }

  async write(name: SecretName, secret: string): ReturnType<Vault['write']> {
    if (this.weakness !== null) return fail('no-vault', this.weakness)
    try {
      const sealed = await safeStorage.encryptStringAsync(secret)
      this.#sealed.set(name, sealed.toString('base64'))
    } catch {
      this.#log.error('secret cannot be sealed or written', { name })
      return fail('no-vault', 'unavailable')
    }
    this.#remember(name, secret)
    return ok(null)
  }

  async #open(name: SecretName): Promise<void> {
    const sealed = this.#sealed.get(name)
    if (sealed === undefined) return
    try {
      const bytes = Buffer.from(sealed, 'base64')
      this.#remember(name, (await safeStorage.decryptStringAsync(bytes)).result)
    } catch {
      // Another keyring encrypted it: a person has to enter the key again.
      this.#log.warn('secret cannot be opened', { name })
    }
  }

  #remember(name: SecretName, secret: string): void {
    this.#log.hide(secret)
    this.#opened.set(name, secret)
  }
}
