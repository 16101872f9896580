import { createHash } from 'node:crypto'
import type { ConnectInput, ConnectionView, TokenView } from '#contract/connection.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { readAddress } from '#domain/connection/address.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { SecretName, Vault } from '../vault.ts'
import { findPlatform, readToken } from './find-platform.ts'
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
  let last: Promise<unknown> = Promise.resolve()
  const secret = (name: SecretName): string | null => secrets[name] ?? vault.read(name)

  /** Two screens that ask at once must not open a store twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Opens what is chosen now; where it cannot be opened, `before` comes back. */
  async function reopen(before: Profile): Promise<Result<null>> {
    try {
      await deps.reopen()
      return ok(null)
    } catch (cause) {
      log.error('store not opened', { cause: String(cause) })
      profile = before
      await deps.reopen()
      return fail('storage', cause instanceof Error ? cause.message : 'not opened')
    } finally {
      deps.onReplaced()
    }
  }

  /** Puts another store behind the glass, and keeps which. */
  async function replace(next: Profile): Promise<Result<null>> {
    const before = profile
    profile = next
    const opened = await reopen(before)
    if (opened.ok) writeProfile(dataDir, next)
    return opened
  }

  /** Takes a token that sees the store, in the place of the one before, also of one that was given from outside. */
  async function keepToken(
    { stores }: TokenView,
    storeId: string | null,
    token: string,
  ): Promise<Result<null>> {
    if (!stores.some(({ id }) => id === storeId)) return fail('not-found', undefined, 'other-store')
    const kept = await vault.write('platform-token', token)
    if (!kept.ok) return kept
    const { 'platform-token': _replaced, ...others } = secrets
    secrets = others
    return ok(null)
  }

  async function connect(input: ConnectInput): Promise<Result<null>> {
    const v1Url = input.v1Url === undefined ? null : readAddress(input.v1Url)
    const tabsUrl = input.tabsUrl === undefined ? null : readAddress(input.tabsUrl)
    if (input.v1Url !== undefined && v1Url === null) return fail('bad-input', 'v1Url', 'no-address')
    if (input.tabsUrl !== undefined && tabsUrl === null)
      return fail('bad-input', 'tabsUrl', 'no-address')
    const seen = await findPlatform(input.v3Url, input.token)
    if (!seen.ok) return seen
    const kept = await keepToken(seen.value, input.storeId, input.token)
    if (!kept.ok) return kept
    if (input.webhookToken !== undefined) {
      const keptToo = await vault.write('webhook-token', input.webhookToken)
      if (!keptToo.ok) return keptToo
      secrets = {}
    }
    // An address that is only spelt otherwise stays as it is known: a store's database goes by it.
    const isSame = profile.v3Url !== null && readAddress(profile.v3Url) === seen.value.v3Url
    const v3Url = isSame ? profile.v3Url : seen.value.v3Url
    const dialect = isSame ? profile.dialect : {}
    if (!isSame) overrides = {}
    return replace({ mode: 'store', v3Url, v1Url, tabsUrl, storeId: input.storeId, dialect })
  }

  /** The store stays what it is, so there is nothing to keep but the token. */
  async function giveToken(token: string): Promise<Result<null>> {
    const { v3Url, storeId } = profile
    // The practice store has its own.
    if (v3Url === null) return fail('too-late')
    const seen = await readToken(v3Url, token)
    if (!seen.ok) return seen
    const kept = await keepToken(seen.value, storeId, token)
    return kept.ok ? reopen(profile) : kept
  }

  const view = (): ConnectionView => ({
    mode: profile.mode,
    v3Url: profile.v3Url,
    storeId: profile.storeId,
    practiceControl: deps.practiceControl(),
    hasToken: secret('platform-token') !== null,
    hasWebhookToken: secret('webhook-token') !== null,
    webhookPort: provision?.webhookPort ?? null,
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
      'connection.tryToken': ({ v3Url, token }) => findPlatform(v3Url, token),
      'connection.connect': (input) => inTurn(() => connect(input)),
      'connection.giveToken': ({ token }) => inTurn(() => giveToken(token)),
      'connection.practise': () => inTurn(() => replace(practiceProfile)),
    },
  }
}
