import { createHash } from 'node:crypto'
import type { ConnectInput, ConnectionView, TokenView } from '#contract/connection.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { errorCode } from '#platform/failure.ts'
import { readMe } from '#platform/me.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { SecretName, Vault } from '../vault.ts'
import { practiceProfile, readProfile, writeProfile, type Profile } from './profile.ts'
import type { Provision } from './provision.ts'
import { connectionOf, type ProfileConnection } from './profile-connection.ts'

interface StoreChoiceDeps {
  dataDir: string
  vault: Vault
  log: Log
  provision?: Provision
  /** Where the practice platform can be steered; null where it is not behind the glass. */
  practiceControl(): string | null
  /** Puts what is chosen now in the place of what is open. Rejects where it cannot be opened. */
  reopen(): Promise<void>
  /** Another store is behind the glass. */
  onReplaced(): void
}

/** A store to open: how it is reached, and the name of its database. */
interface ChosenStore extends ProfileConnection {
  file: string
  /** Bearers of its events, one a line; null where there are none. */
  webhookToken: string | null
}

/** Which store is behind the glass: given from outside, connected last, or the practice store. */
export interface StoreChoice {
  /** Null for the practice store. */
  chosen(): ChosenStore | null
  readonly handlers: Omit<HandlersOf<'connection'>, 'connection.resume'>
}

/** What a token sees, before anything is kept. */
async function tryToken(v3Url: string, token: string): Promise<Result<TokenView>> {
  const connection: Connection = {
    v3Url,
    v1Url: null,
    tabsUrl: null,
    token,
    channelToken: null,
    dialect: createDialect(),
  }
  const me = await readMe(connection)
  if (!me.ok) return fail(errorCode(me.failure), me.failure.words)
  const { website, stores } = me.value
  return ok({
    brand: website.name ?? website._id,
    countryCode: website.countryCode ?? '',
    stores: stores.map((store) => ({
      id: store._id,
      name: store.name ?? store._id,
      timeZone: store.timezone ?? website.timezone ?? 'UTC',
    })),
  })
}

/** A store's own database, whatever its address and id are made of. */
function fileOf(v3Url: string, storeId: string | null): string {
  const name = createHash('sha256').update(`${v3Url}|${storeId ?? ''}`)
  return `store-${name.digest('hex').slice(0, 16)}.sqlite`
}

/** Reads what was chosen last. Throws a sentence where that cannot be read. */
export function createStoreChoice(deps: StoreChoiceDeps): StoreChoice {
  const { dataDir, vault, log, provision } = deps
  let secrets = provision?.secrets ?? {}
  let profile = provision?.profile ?? readProfile(dataDir) ?? practiceProfile
  let overrides = provision?.dialect ?? {}
  const secret = (name: SecretName): string | null => secrets[name] ?? vault.read(name)

  /** Puts another store behind the glass, and keeps which; where it cannot be opened, the old one comes back. */
  async function replace(next: Profile): Promise<Result<null>> {
    const before = profile
    profile = next
    try {
      await deps.reopen()
    } catch (cause) {
      log.error('store not opened', { cause: String(cause) })
      profile = before
      await deps.reopen()
      deps.onReplaced()
      return fail('storage', cause instanceof Error ? cause.message : 'not opened')
    }
    writeProfile(dataDir, next)
    deps.onReplaced()
    return ok(null)
  }

  async function connect(input: ConnectInput): Promise<Result<null>> {
    const seen = await tryToken(input.v3Url, input.token)
    if (!seen.ok) return seen
    if (!seen.value.stores.some(({ id }) => id === input.storeId)) return fail('not-found')
    const kept = await vault.write('platform-token', input.token)
    if (!kept.ok) return kept
    if (input.webhookToken !== undefined) {
      const keptToo = await vault.write('webhook-token', input.webhookToken)
      if (!keptToo.ok) return keptToo
    }
    const next: Profile = {
      mode: 'store',
      v3Url: input.v3Url,
      v1Url: input.v1Url ?? null,
      tabsUrl: input.tabsUrl ?? null,
      storeId: input.storeId,
      dialect: profile.v3Url === input.v3Url ? profile.dialect : {},
    }
    if (profile.v3Url !== input.v3Url) overrides = {}
    // What a person types in takes the place of what was given from outside, and only that.
    const { 'platform-token': _replaced, ...others } = secrets
    secrets = input.webhookToken === undefined ? others : {}
    return replace(next)
  }

  const view = (): ConnectionView => ({
    mode: profile.mode,
    v3Url: profile.v3Url,
    storeId: profile.storeId,
    practiceControl: deps.practiceControl(),
    hasToken: secret('platform-token') !== null,
    hasWebhookToken: secret('webhook-token') !== null,
    vault: { safe: vault.weakness === null, reason: vault.weakness },
  })

  return {
    chosen() {
      if (profile.mode === 'practice' || profile.v3Url === null) return null
      const found = connectionOf(profile, secret('platform-token'), overrides)
      if (found.unknownNames.length > 0)
        log.warn('no names of the dialect', { names: found.unknownNames.join(' ') })
      const file = fileOf(profile.v3Url, profile.storeId)
      return { ...found, file, webhookToken: secret('webhook-token') }
    },
    handlers: {
      'connection.read': () => ok(view()),
      'connection.tryToken': ({ v3Url, token }) => tryToken(v3Url, token),
      'connection.connect': connect,
      'connection.practise': () => replace(practiceProfile),
    },
  }
}
