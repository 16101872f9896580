import {
  connectionContract,
  type ConnectInput,
  type ConnectionView,
  type TestEventOutcome,
  type TokenView,
} from '#contract/connection/connection.ts'
import type { OfferedProfile } from '#contract/profiles/profiles.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { findStore } from '#domain/connection/store-access.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import type { FileReplacement } from '../noun.ts'
import type { Secrets, Vault } from '../core/vault.ts'
import { Bearers } from './bearers.ts'
import { ChosenStore } from './chosen-store.ts'
import { channelAt, missingOfChannel, refuseAddresses, toNextProfile } from './connect-input.ts'
import { findPlatform, readToken } from './find-platform.ts'
import type { NewSecrets } from './connection-secrets.ts'
import { practiceProfile, readProfile, type Profile, type ProfileConnection } from './profile.ts'
import type { Provision } from './provision.ts'
import { RelayChoice, type RelayChoiceDeps } from './relay-choice.ts'
import { SetupFile, readTokenOf } from './setup-file.ts'
import type { ClaimedStore } from './store-claim.ts'
import { StoreFolders } from './store-folders.ts'
import { StoreOpener, type StoreOpenerDeps } from './store-opener.ts'
import { sendTestEvent } from './test-event.ts'

interface StoreChoiceDeps extends RelayChoiceDeps, StoreOpenerDeps {
  vault: Vault
  provision?: Provision
  /** The settings of the open store. */
  settings(): Settings
  /** Something about setup files changed. */
  onProfiles(): void
  /** The control page of the practice platform; null if it isn't open. */
  practiceControl(): string | null
  /** The bearers of events changed, one per line; the store stays open. */
  onWebhookTokens(secret: string): void
}

/** A store with its connection, as it is to be opened. */
export interface StoreToOpen extends ProfileConnection {
  /** What only one program on this computer may open. */
  claimed: ClaimedStore
  /** The name of its folder in the data folder. */
  folder: string
  setup: Profile['setup']
  /** The bearers of its events, one per line. */
  webhookToken: string | null
  relayFile: RelayFile | null
}

const hasStore = ({ stores }: TokenView, storeId: string | null): Result<null> =>
  findStore(stores, storeId) === undefined ? fail('not-found', undefined, 'other-store') : ok(null)

/** Which store is open, and how a manager chooses another one. */
export class StoreChoice {
  readonly handlers: HandlersOf<'connection' | 'profiles'>
  readonly #deps: StoreChoiceDeps
  readonly #folders: StoreFolders
  readonly #store: ChosenStore
  readonly #opener: StoreOpener
  readonly #bearers: Bearers
  readonly #relay: RelayChoice
  readonly #setupFile: SetupFile

  /** Throws a sentence if the profile on disk can't be read. */
  constructor(deps: StoreChoiceDeps) {
    this.#deps = deps
    this.#folders = new StoreFolders(deps.dataDir)
    this.#store = new ChosenStore(deps)
    this.#opener = new StoreOpener(this.#store, deps)
    this.#bearers = new Bearers(this.#store, (joined) => deps.onWebhookTokens(joined))
    this.#relay = new RelayChoice(this.#store, deps)
    this.#setupFile = new SetupFile(this.#store, {
      settings: () => deps.settings(),
      take: (next, secrets) => this.#take(next, secrets),
      inTurn: (work) => this.#opener.inTurn(work),
      onChanged: () => deps.onProfiles(),
    })
    const own: HandlersOf<'connection'> = handlersOf(connectionContract, this)
    this.handlers = { ...this.#setupFile.handlers, ...own }
  }

  // Operations

  get(): Result<ConnectionView> {
    const { vault, provision } = this.#deps
    const { profile, secrets } = this.#store
    const { mode, v3Url, v1Url, tabsUrl, storeId, salesChannelConfigId, allowHttp } = profile
    return ok({
      ...{ mode, v3Url, v1Url, tabsUrl, storeId, salesChannelConfigId, allowHttp },
      practiceControl: this.#deps.practiceControl(),
      hasToken: secrets.read('platform-token') !== null,
      hasWebhookToken: secrets.read('webhook-token') !== null,
      hasChannelToken: salesChannelConfigId !== null && secrets.read('channel-token') !== null,
      relay: this.#relay.view(),
      webhookPort: provision?.webhookPort ?? null,
      vault: {
        safe: vault.weakness === null,
        reason: vault.weakness,
        place: vault.place,
        file: vault.file,
      },
    })
  }

  tryToken(input: Parsed<'connection.tryToken'>): Promise<Result<TokenView>> {
    return this.#find(input)
  }

  connect(input: ConnectInput): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#connect(input))
  }

  saveToken({ token }: Parsed<'connection.saveToken'>): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#saveToken(token))
  }

  addWebhookToken({ token }: Parsed<'connection.addWebhookToken'>): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#bearers.add(token))
  }

  removeWebhookToken({ nth }: Parsed<'connection.removeWebhookToken'>): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#bearers.remove(nth))
  }

  useRelay({ file }: Parsed<'connection.useRelay'>): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#relay.use(file))
  }

  leaveRelay(): Promise<Result<null>> {
    return this.#opener.inTurn(() => this.#relay.leave())
  }

  async testEvents({
    address,
  }: Parsed<'connection.testEvents'>): Promise<Result<TestEventOutcome>> {
    return ok(await sendTestEvent(address, this.#bearers.first()))
  }

  practise(): Promise<Result<null>> {
    return this.#opener.inTurn(
      async () => this.#refuseIfLocked() ?? (await this.#opener.replace(practiceProfile)),
    )
  }

  // For the kitchen

  /** Opens the current store again, in turn. Rejects if that fails. */
  openAgain(replacement?: FileReplacement): Promise<void> {
    return this.#opener.openAgain(replacement)
  }

  /** The store to open; null for the practice store. */
  chosen(): StoreToOpen | null {
    const { profile, secrets } = this.#store
    const { mode, v3Url, storeId, setup } = profile
    if (mode === 'practice' || v3Url === null) return null
    const connection = this.#store.connection()
    const folder = this.#folders.folderOf(v3Url, storeId)
    // Without a store the whole website counts, and the token names it.
    const ids =
      storeId === null
        ? [secrets.read('platform-token') ?? '']
        : [storeId, ...this.#folders.idsOf(folder)]
    return {
      ...connection,
      ...{ folder, setup },
      claimed: { v3Url, ids },
      webhookToken: secrets.read('webhook-token'),
      relayFile: this.#relay.stored(),
    }
  }

  /** Shows a setup file to a manager, who decides. */
  offer(offered: OfferedProfile): void {
    this.#setupFile.offer(offered)
  }

  /** Nobody has connected a store yet. */
  isNew(): boolean {
    const { dataDir, provision } = this.#deps
    return provision?.profile == null && readProfile(dataDir) === null
  }

  /** Stores what the platform said of the store in a folder. */
  learn(folder: string, answer: Parameters<StoreFolders['learn']>[1]): void {
    this.#folders.learn(folder, answer)
  }

  /** Whether the store of a folder was open when the platform confirmed it. */
  wasOpened(folder: string): boolean {
    return this.#folders.wasOpened(folder)
  }

  #find({ v3Url, token, allowHttp = false }: Parsed<'connection.tryToken'>) {
    const dialectAt = (url: string) => this.#store.dialectAt(url)
    return findPlatform(v3Url, token, { allowHttp, dialectAt })
  }

  #refuseIfLocked(): Result<null> | null {
    return this.#store.isLocked ? fail('set-by-profile', 'connection') : null
  }

  async #connect(input: ConnectInput): Promise<Result<null>> {
    const refused = this.#refuseIfLocked() ?? refuseAddresses(input)
    if (refused !== null) return refused
    const seen = await this.#find(input)
    if (!seen.ok) return seen
    const { profile, choice } = this.#store
    const current = this.#store.isConnectedTo(seen.value.v3Url) ? profile : null
    const next = toNextProfile(input, seen.value.v3Url, current)
    const missing = missingOfChannel(input, channelAt(next, current))
    if (missing !== null) return fail('bad-input', missing)
    const access = hasStore(seen.value, input.storeId)
    if (!access.ok) return access
    const secrets: NewSecrets = {
      'platform-token': input.token,
      'webhook-token': input.webhookToken,
      'channel-token': input.channelToken,
    }
    return this.#opener.replace(next, secrets, current === null ? {} : choice.overrides)
  }

  async #saveToken(token: string): Promise<Result<null>> {
    const { profile, secrets } = this.#store
    const { v3Url, storeId, allowHttp } = profile
    // The practice store has its own token.
    if (v3Url === null) return fail('too-late')
    const seen = await readToken({ v3Url, token, allowHttp }, this.#store.dialect)
    if (!seen.ok) return seen
    const access = hasStore(seen.value, storeId)
    if (!access.ok) return access
    const exchanged = await secrets.exchange(
      { 'platform-token': token },
      this.#store.opensAgain(profile),
    )
    return exchanged.ok ? this.#opener.reopen(exchanged.value) : exchanged
  }

  /** Stores the secrets and opens the store of a setup file, if the token has it. */
  async #take(next: Profile, secrets: Secrets): Promise<Result<null>> {
    const seen = await readTokenOf(next, secrets['platform-token'] ?? '')
    if (!seen.ok) return seen
    const access = hasStore(seen.value, next.storeId)
    return access.ok ? this.#opener.replace(next, secrets, {}) : access
  }
}
