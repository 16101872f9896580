import { isDeepStrictEqual } from 'node:util'
import {
  profilesContract,
  type AppliedProfile,
  type OfferedProfile,
  type ProfiledStore,
  type ProfilePreview,
} from '#contract/profiles/profiles.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { readAddress } from '#domain/connection/address.ts'
import { createDialect } from '#platform/dialect.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import {
  readProfileFile,
  setupPreferences,
  setupSettings,
  type ProfileSecrets,
  type ResolvedProfile,
  type ResolvedStore,
  type StoreSetup,
  noSecrets,
  openSealed,
  secretsOf,
  wrongPassphrase,
} from '../profile-file/profile-file.ts'
import type { Secrets } from '../core/vault.ts'
import type { ChosenStore } from './chosen-store.ts'
import { readToken } from './find-platform.ts'
import { isStoreOf, toProfile, type Profile } from './profile.ts'

interface SetupFileDeps {
  /** Of the open store. */
  settings(): Settings
  /** Stores secrets and opens the store, if the token has it. */
  take(next: Profile, secrets: Secrets): Promise<Result<null>>
  inTurn<T>(work: () => Promise<T>): Promise<T>
  onChanged(): void
}

const viewOf = (setup: StoreSetup): AppliedProfile => ({
  locked: setup.locked,
  settings: Object.keys(setupSettings(setup)) as (keyof Settings)[],
  screens: setup.screens.map(({ name, role, preferences }) => ({
    name,
    role,
    preferences: setupPreferences(preferences),
  })),
  printers: setup.printers.map(({ name }) => name),
  keyMenuPath: setup.keyMenuPath,
})

/** The settings that a setup would change now. */
function changedBy(setup: StoreSetup, settings: Settings): (keyof Settings)[] {
  const current: Record<string, unknown> = { ...settings }
  return Object.entries(setupSettings(setup))
    .filter(([key, value]) => !isDeepStrictEqual(current[key], value))
    .map(([key]) => key as keyof Settings)
}

interface Opened {
  profile: ResolvedProfile
  /** Null without the passphrase that they need. */
  secrets: ProfileSecrets | null
  passphrase: ProfilePreview['passphrase']
}

async function open(text: string, passphrase: string | undefined): Promise<Result<Opened>> {
  const profile = readProfileFile(text)
  if (!profile.ok) return profile
  const { sealed } = profile.value.file
  if (sealed === undefined)
    return ok({ profile: profile.value, secrets: noSecrets, passphrase: 'none' })
  if (passphrase === undefined)
    return ok({ profile: profile.value, secrets: null, passphrase: 'needed' })
  const secrets = await openSealed(sealed, passphrase)
  if (secrets.ok) return ok({ profile: profile.value, secrets: secrets.value, passphrase: 'right' })
  return secrets === wrongPassphrase
    ? ok({ profile: profile.value, secrets: null, passphrase: 'wrong' })
    : secrets
}

/** What screens do with a setup file: look at it, and apply it to the store that is open next. */
export class SetupFile {
  readonly handlers: HandlersOf<'profiles'> = handlersOf(profilesContract, this)
  readonly #store: ChosenStore
  readonly #deps: SetupFileDeps
  #offered: OfferedProfile | null = null

  constructor(store: ChosenStore, deps: SetupFileDeps) {
    this.#store = store
    this.#deps = deps
  }

  /** Shows a file to a manager, who decides. Null takes it back. */
  offer(next: OfferedProfile | null): void {
    this.#offered = next
    this.#deps.onChanged()
  }

  get(): Result<AppliedProfile | null> {
    const { setup } = this.#store.profile
    return ok(setup === null ? null : viewOf(setup))
  }

  preview({ text, passphrase }: Parsed<'profiles.preview'>): Promise<Result<ProfilePreview>> {
    // One at a time: each passphrase needs much memory.
    return this.#deps.inTurn(() => this.#preview(text, passphrase))
  }

  apply(input: Parsed<'profiles.apply'>): Promise<Result<null>> {
    return this.#deps.inTurn(() => this.#apply(input))
  }

  offered(): Result<OfferedProfile | null> {
    return ok(this.#offered)
  }

  dismiss(): Result<null> {
    this.offer(null)
    return ok(null)
  }

  async #preview(text: string, passphrase: string | undefined): Promise<Result<ProfilePreview>> {
    const opened = await open(text, passphrase)
    if (!opened.ok) return opened
    const { profile, secrets, passphrase: state } = opened.value
    const stores = profile.stores.map((store) => this.#previewOf(store, secrets))
    return ok({ passphrase: state, stores })
  }

  #previewOf(store: ResolvedStore, secrets: ProfileSecrets | null): ProfiledStore {
    const { storeId, v3Url, setup } = store
    const isOpen = isStoreOf(this.#store.profile, v3Url, storeId)
    const hasOwnKey = secrets !== null && 'platform-token' in secretsOf(secrets, storeId)
    return {
      ...viewOf(setup),
      storeId,
      name: setup.name,
      v3Url,
      isOpen,
      changes: isOpen ? changedBy(setup, this.#deps.settings()) : null,
      hasKey: hasOwnKey || this.#storedKeyFor(v3Url) !== null,
    }
  }

  async #apply(input: Parsed<'profiles.apply'>): Promise<Result<null>> {
    const opened = await open(input.text, input.passphrase)
    if (!opened.ok) return opened
    const { profile, secrets } = opened.value
    if (secrets === null && input.token === undefined) return wrongPassphrase
    const store = profile.stores.find(({ storeId }) => storeId === input.storeId)
    if (store === undefined) return fail('not-found')
    const own = secretsOf(secrets ?? noSecrets, store.storeId)
    const token = input.token ?? own['platform-token'] ?? this.#storedKeyFor(store.v3Url)
    if (token === null) return fail('unauthorised', undefined, 'no-token')
    // A known address keeps its spelling, because it names the database.
    const isKnown = this.#isSamePlatform(store.v3Url)
    const v3Url = isKnown ? (this.#store.profile.v3Url ?? store.v3Url) : store.v3Url
    const applied = await this.#deps.take(
      { ...toProfile(store), v3Url },
      { ...own, 'platform-token': token },
    )
    if (applied.ok) this.offer(null)
    return applied
  }

  #isSamePlatform(v3Url: string): boolean {
    return readAddress(this.#store.profile.v3Url ?? '') === readAddress(v3Url)
  }

  /** The stored key of this platform; null if it is another platform's, or there is none. */
  #storedKeyFor(v3Url: string): string | null {
    return this.#isSamePlatform(v3Url) ? this.#store.secrets.read('platform-token') : null
  }
}

/** Whether a token has the store of a profile, asked with the profile's own dialect. */
export const readTokenOf = ({ v3Url, allowHttp, dialect }: Profile, token: string) =>
  readToken({ v3Url: v3Url ?? '', token, allowHttp }, createDialect(dialect))
