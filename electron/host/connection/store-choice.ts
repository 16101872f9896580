import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectInput, ConnectionView, TokenView } from '#contract/connection.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { isUnencrypted } from '#contract/unencrypted.ts'
import { readAddress } from '#domain/connection/address.ts'
import { findStore } from '#domain/connection/store-access.ts'
import { createDialect, type Dialect } from '#platform/dialect.ts'
import type { Log } from '../log.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { FileReplacement } from '../noun.ts'
import type { SecretName, Secrets, Vault } from '../vault.ts'
import { createBearers } from './bearers.ts'
import { missingOfChannel, refuseAddress } from './connect-input.ts'
import { findPlatform, readToken } from './find-platform.ts'
import { createConnectionSecrets, type NewSecrets } from './connection-secrets.ts'
import {
  connectionOf,
  isBlockedUnencrypted,
  isStoreOf,
  practiceProfile,
  profileFile,
  readProfile,
  writeProfile,
  type Profile,
} from './profile.ts'
import type { Provision } from './provision.ts'
import { createRelayChoice, type RelayChoiceDeps } from './relay-choice.ts'
import { createSetupFile, readTokenOf } from './setup-file.ts'
import { StoreInUse } from './store-claim.ts'
import { createStoreFolders } from './store-folders.ts'
import { sendTestEvent } from './test-event.ts'

interface StoreChoiceDeps {
  dataDir: string
  vault: Vault
  log: Log
  provision?: Provision
  /** The settings of the open store. */
  settings(): Settings
  /** Something about setup files changed. */
  onProfiles(): void
  /** The control page of the practice platform; null if it isn't open. */
  practiceControl(): string | null
  /**
   * Closes the open store and opens the chosen one, with another file if one is given. Rejects if
   * that fails; the file is then the one of before.
   */
  reopen(replacement?: FileReplacement): Promise<void>
  /** The bearers of events changed, one per line; the store stays open. */
  onWebhookTokens(secret: string): void
  /** The relay of the open store changed; the store stays open. */
  onRelay: RelayChoiceDeps['onChange']
  owns: RelayChoiceDeps['owns']
  /** Another store is open now. */
  onReplaced(): void
}

export type StoreChoice = ReturnType<typeof createStoreChoice>

/**
 * Which store is open: given from outside, connected last, or the practice store. Throws a sentence
 * if the profile on disk can't be read.
 */
export function createStoreChoice(deps: StoreChoiceDeps) {
  const { dataDir, vault, log, provision } = deps
  const folders = createStoreFolders(dataDir)
  const secrets = createConnectionSecrets(vault, provision?.secrets ?? {}, log)
  const stored = provision?.profile ?? readProfile(dataDir)
  if (stored === null && existsSync(join(dataDir, profileFile)))
    log.error('connection lost: its file has no content', { file: profileFile })
  let profile = stored ?? practiceProfile
  if (provision?.allowHttp === true) profile = { ...profile, allowHttp: true }
  let overrides = provision?.dialect ?? {}
  let last: Promise<unknown> = Promise.resolve()
  /** Two screens that ask at the same time must not open a store twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Opens the chosen store. If that fails, opens the one of before, once `goBack` has ended. */
  async function reopen(goBack: () => Promise<void>): Promise<Result<null>> {
    try {
      await deps.reopen()
      return ok(null)
    } catch (cause) {
      log.error('store not opened', { cause: String(cause) })
      await goBack()
      await deps.reopen()
      if (cause instanceof StoreInUse) return fail('storage', undefined, 'store-in-use')
      return fail('storage', cause instanceof Error ? cause.message : 'not opened')
    } finally {
      deps.onReplaced()
    }
  }

  /** Opens another store, with new secrets if some are given, and stores the choice. */
  async function replace(
    next: Profile,
    given: NewSecrets = {},
    nextOverrides = overrides,
  ): Promise<Result<null>> {
    const before = { profile, overrides }
    const exchanged = await secrets.exchange(given, opensAgain(next.v3Url ?? '', next.storeId))
    if (!exchanged.ok) return exchanged
    profile = next
    overrides = nextOverrides
    const opened = await reopen(async () => {
      ;({ profile, overrides } = before)
      await exchanged.value()
    })
    if (opened.ok) writeProfile(dataDir, next)
    return opened
  }

  /** Whether the next start opens this store too. Flags choose it again if they chose it now. */
  const opensAgain = (v3Url: string, storeId: string | null): boolean =>
    isStoreOf(provision?.profile ?? { v3Url, storeId }, v3Url, storeId)

  const ownDialect = (): Dialect => createDialect({ ...profile.dialect, ...overrides })
  const isConnectedTo = (v3Url: string): boolean =>
    profile.v3Url !== null && readAddress(profile.v3Url) === v3Url
  /** The connected platform keeps its names; any other has the standard ones. */
  const dialectAt = (v3Url: string): Dialect =>
    isConnectedTo(v3Url) ? ownDialect() : createDialect()

  const hasStore = ({ stores }: TokenView, storeId: string | null): Result<null> =>
    findStore(stores, storeId) === undefined
      ? fail('not-found', undefined, 'other-store')
      : ok(null)

  /** A locked setup file keeps its store; only another file leads away from it. */
  const refuseIfLocked = (): Result<null> | null =>
    profile.setup?.locked === true ? fail('set-by-profile', 'connection') : null

  /** Stores the secrets and opens the store of a setup file, if the token has it. */
  async function take(next: Profile, given: Secrets): Promise<Result<null>> {
    const token = given['platform-token'] ?? ''
    const seen = await readTokenOf(next, token)
    if (!seen.ok) return seen
    const found = hasStore(seen.value, next.storeId)
    return found.ok ? replace(next, given, {}) : found
  }

  async function connect(input: ConnectInput): Promise<Result<null>> {
    const locked = refuseIfLocked()
    if (locked !== null) return locked
    const { allowHttp = false } = input
    for (const name of ['v1Url', 'tabsUrl'] as const) {
      const refused = refuseAddress(name, input[name], allowHttp)
      if (refused !== null) return refused
    }
    const v1Url = input.v1Url === undefined ? null : readAddress(input.v1Url)
    const tabsUrl = input.tabsUrl === undefined ? null : readAddress(input.tabsUrl)
    const seen = await findPlatform(input.v3Url, input.token, { allowHttp, dialectAt })
    if (!seen.ok) return seen
    // An address that is only spelled differently keeps its known form, because it names the
    // database.
    const isSame = isConnectedTo(seen.value.v3Url)
    const isSameChannel = isSame && profile.tabsUrl === tabsUrl
    const missing = missingOfChannel(input, isSameChannel ? profile.salesChannelConfigId : null)
    if (missing !== null) return fail('bad-input', missing)
    const found = hasStore(seen.value, input.storeId)
    if (!found.ok) return found
    const v3Url = isSame ? profile.v3Url : seen.value.v3Url
    const dialect = isSame ? profile.dialect : {}
    const { storeId, salesChannelConfigId = null } = input
    const addresses = { v3Url, v1Url, tabsUrl }
    // Drop a permission for http that isn't needed.
    const needsLeave = Object.values(addresses).some((url) => url !== null && isUnencrypted(url))
    const next: Profile = {
      mode: 'store',
      ...addresses,
      storeId,
      salesChannelConfigId,
      allowHttp: allowHttp && needsLeave,
      dialect,
      // What a setup file set in this store stays.
      setup: isSame && storeId === profile.storeId ? profile.setup : null,
    }
    const given: NewSecrets = {
      'platform-token': input.token,
      'webhook-token': input.webhookToken,
      'channel-token': input.channelToken,
    }
    return replace(next, given, isSame ? overrides : {})
  }

  async function giveToken(token: string): Promise<Result<null>> {
    const { v3Url, storeId, allowHttp } = profile
    // The practice store has its own token.
    if (v3Url === null) return fail('too-late')
    const seen = await readToken({ v3Url, token, allowHttp }, ownDialect())
    if (!seen.ok) return seen
    const found = hasStore(seen.value, storeId)
    if (!found.ok) return found
    const given = { 'platform-token': token }
    const exchanged = await secrets.exchange(given, opensAgain(v3Url, storeId))
    return exchanged.ok ? reopen(exchanged.value) : exchanged
  }

  const storeIsReal = (): boolean => profile.mode === 'store' && profile.v3Url !== null
  /** How a part of the connection reads and stores its secret. */
  const secretOf = (name: SecretName) => ({
    storeIsReal,
    read: () => secrets.read(name),
    keep: (secret: string) =>
      secrets.keep(name, secret, opensAgain(profile.v3Url ?? '', profile.storeId)),
  })
  const bearers = createBearers({ ...secretOf('webhook-token'), onChange: deps.onWebhookTokens })
  const relay = createRelayChoice({
    ...secretOf('relay-file'),
    owns: deps.owns,
    onChange: deps.onRelay,
  })

  const view = (): ConnectionView => ({
    mode: profile.mode,
    v3Url: profile.v3Url,
    v1Url: profile.v1Url,
    tabsUrl: profile.tabsUrl,
    storeId: profile.storeId,
    salesChannelConfigId: profile.salesChannelConfigId,
    practiceControl: deps.practiceControl(),
    allowHttp: profile.allowHttp,
    hasToken: secrets.read('platform-token') !== null,
    hasWebhookToken: secrets.read('webhook-token') !== null,
    hasChannelToken:
      profile.salesChannelConfigId !== null && secrets.read('channel-token') !== null,
    relay: relay.view(),
    webhookPort: provision?.webhookPort ?? null,
    vault: {
      safe: vault.weakness === null,
      reason: vault.weakness,
      place: vault.place,
      file: vault.file,
    },
  })

  const setupFile = createSetupFile({
    profile: () => profile,
    settings: deps.settings,
    secret: secrets.read,
    take,
    inTurn,
    onChanged: deps.onProfiles,
  })

  const handlers: HandlersOf<'connection' | 'profiles'> = {
    ...setupFile.handlers,
    'connection.read': () => ok(view()),
    'connection.tryToken': ({ v3Url, token, allowHttp = false }) =>
      findPlatform(v3Url, token, { allowHttp, dialectAt }),
    'connection.connect': (input) => inTurn(() => connect(input)),
    'connection.giveToken': ({ token }) => inTurn(() => giveToken(token)),
    'connection.addWebhookToken': ({ token }) => inTurn(() => bearers.add(token)),
    'connection.removeWebhookToken': ({ nth }) => inTurn(() => bearers.remove(nth)),
    'connection.useRelay': ({ file }) => inTurn(() => relay.use(file)),
    'connection.leaveRelay': () => inTurn(relay.leave),
    'connection.testEvents': async ({ address }) =>
      ok(await sendTestEvent(address, bearers.first())),
    'connection.practise': () =>
      inTurn(() => {
        const locked = refuseIfLocked()
        return locked === null ? replace(practiceProfile) : Promise.resolve(locked)
      }),
  }

  return {
    /**
     * The store to open: its connection, the name of its folder, the bearers of its events, one
     * per line, or null, the file of its relay, and what only one program on this computer may open.
     * Null for the practice store.
     */
    chosen() {
      if (profile.mode === 'practice' || profile.v3Url === null) return null
      const tokens = {
        token: secrets.read('platform-token'),
        channelToken: secrets.read('channel-token'),
      }
      const found = connectionOf(profile, tokens, overrides)
      for (const name of secrets.unusable()) log.warn('secret is no token', { name })
      if (found.connection !== null && isBlockedUnencrypted(found.connection))
        log.warn('http is not allowed: nothing is sent there')
      if (found.unknownNames.length > 0)
        log.warn('no names of the dialect', { names: found.unknownNames.join(' ') })
      for (const { sentence } of found.wrongValues)
        log.warn('no value of the dialect: the default holds', { sentence })
      const folder = folders.folderOf(profile.v3Url, profile.storeId)
      const webhookToken = secrets.read('webhook-token')
      const { v3Url, storeId } = profile
      // Without a store the whole website counts, and the token names it.
      const ids = storeId === null ? [tokens.token ?? ''] : [storeId, ...folders.idsOf(folder)]
      return {
        ...found,
        claimed: { v3Url, ids },
        folder,
        setup: profile.setup,
        webhookToken,
        relayFile: relay.stored(),
      }
    },
    offer: setupFile.offer,
    /** Nobody has connected a store yet. */
    isNew: () => provision?.profile == null && readProfile(dataDir) === null,
    learn: folders.learn,
    wasOpened: folders.wasOpened,
    /** Opens the current store again, in turn. Rejects if that fails. */
    openAgain: (replacement?: FileReplacement) =>
      inTurn(async () => {
        try {
          await deps.reopen(replacement)
        } finally {
          deps.onReplaced()
        }
      }),
    handlers,
  }
}
