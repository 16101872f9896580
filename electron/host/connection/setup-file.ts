import { isDeepStrictEqual } from 'node:util'
import type { Input } from '#contract/index.ts'
import type {
  AppliedProfile,
  OfferedProfile,
  ProfiledStore,
  ProfilePreview,
} from '#contract/profiles.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { readAddress } from '#domain/connection/address.ts'
import { createDialect } from '#platform/dialect.ts'
import type { HandlersOf } from '../dispatch.ts'
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
import type { SecretName, Secrets } from '../vault.ts'
import { readToken } from './find-platform.ts'
import { isStoreOf, practiceProfile, type Profile } from './profile.ts'

interface SetupFileDeps {
  profile(): Profile
  settings(): Settings
  secret(name: SecretName): string | null
  /** Stores secrets and opens the store, if the token has it. */
  take(next: Profile, secrets: Secrets): Promise<Result<null>>
  inTurn<T>(work: () => Promise<T>): Promise<T>
  onChanged(): void
}

/** A store of a setup file as a connection profile. */
export const toProfile = ({ setup, ...connection }: ResolvedStore): Profile => ({
  ...practiceProfile,
  mode: 'store',
  ...connection,
  setup,
})

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

interface Opened {
  profile: ResolvedProfile
  /** Null without the passphrase that they need. */
  secrets: ProfileSecrets | null
  passphrase: ProfilePreview['passphrase']
}

async function open(text: string, passphrase: string | undefined): Promise<Result<Opened>> {
  const read = readProfileFile(text)
  if (!read.ok) return read
  const { sealed } = read.value.file
  if (sealed === undefined)
    return ok({ profile: read.value, secrets: noSecrets, passphrase: 'none' })
  if (passphrase === undefined)
    return ok({ profile: read.value, secrets: null, passphrase: 'needed' })
  const secrets = await openSealed(sealed, passphrase)
  if (secrets.ok) return ok({ profile: read.value, secrets: secrets.value, passphrase: 'right' })
  return secrets === wrongPassphrase
    ? ok({ profile: read.value, secrets: null, passphrase: 'wrong' })
    : secrets
}

/** What screens do with a setup file: look at it, and apply it to the store that is open next. */
export function createSetupFile(deps: SetupFileDeps) {
  let offered: OfferedProfile | null = null

  function offer(next: OfferedProfile | null): void {
    offered = next
    deps.onChanged()
  }

  const isSamePlatform = (v3Url: string): boolean =>
    readAddress(deps.profile().v3Url ?? '') === readAddress(v3Url)

  function preview(store: ResolvedStore, secrets: ProfileSecrets | null): ProfiledStore {
    const { storeId, v3Url, setup } = store
    const isOpen = isStoreOf(deps.profile(), v3Url, storeId)
    const now: Record<string, unknown> = { ...deps.settings() }
    const known = secrets === null ? {} : secretsOf(secrets, storeId)
    const changed = Object.entries(setupSettings(setup)).filter(
      ([key, value]) => !isDeepStrictEqual(now[key], value),
    )
    return {
      ...viewOf(setup),
      storeId,
      name: setup.name,
      v3Url,
      isOpen,
      changes: isOpen ? changed.map(([key]) => key as keyof Settings) : null,
      hasKey:
        known['platform-token'] !== undefined ||
        (isSamePlatform(v3Url) && deps.secret('platform-token') !== null),
    }
  }

  async function apply(input: Input<'profiles.apply'>): Promise<Result<null>> {
    const opened = await open(input.text, input.passphrase)
    if (!opened.ok) return opened
    const { profile, secrets } = opened.value
    if (secrets === null && input.token === undefined) return wrongPassphrase
    const store = profile.stores.find(({ storeId }) => storeId === input.storeId)
    if (store === undefined) return fail('not-found')
    const isKnown = isSamePlatform(store.v3Url)
    const given = secretsOf(secrets ?? noSecrets, store.storeId)
    const token =
      input.token ??
      given['platform-token'] ??
      (isKnown ? (deps.secret('platform-token') ?? undefined) : undefined)
    if (token === undefined) return fail('unauthorised', undefined, 'no-token')
    // A known address keeps its spelling, because it names the database.
    const v3Url = isKnown ? (deps.profile().v3Url ?? store.v3Url) : store.v3Url
    const done = await deps.take(
      { ...toProfile(store), v3Url },
      { ...given, 'platform-token': token },
    )
    if (done.ok) offer(null)
    return done
  }

  const handlers: HandlersOf<'profiles'> = {
    'profiles.read'() {
      const { setup } = deps.profile()
      return ok(setup === null ? null : viewOf(setup))
    },
    'profiles.preview': ({ text, passphrase }) =>
      // One at a time: each passphrase needs much memory.
      deps.inTurn(async (): Promise<Result<ProfilePreview>> => {
        const opened = await open(text, passphrase)
        if (!opened.ok) return opened
        const { profile, secrets, passphrase: state } = opened.value
        return ok({
          passphrase: state,
          stores: profile.stores.map((store) => preview(store, secrets)),
        })
      }),
    'profiles.apply': (input) => deps.inTurn(() => apply(input)),
    'profiles.offered': () => ok(offered),
    'profiles.dismiss'() {
      offer(null)
      return ok(null)
    },
  }
  return { handlers, offer }
}

/** Whether a token has the store of a profile, asked with the profile's own dialect. */
export const readTokenOf = ({ v3Url, allowHttp, dialect }: Profile, token: string) =>
  readToken({ v3Url: v3Url ?? '', token, allowHttp }, createDialect(dialect))
