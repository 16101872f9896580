import type { ConnectionView } from '#contract/connection/connection.ts'
import { readRelayFile, type RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ChosenStore } from './chosen-store.ts'

export interface RelayChoiceDeps {
  /** Whether a store of a chain is the open one; null while the platform has not said which it is. */
  owns(store: StoreInChain): boolean | null
  /** The open store uses this file from now on; null for none. The store stays open. */
  onRelay(file: RelayFile | null): Promise<void>
}

/**
 * The relay by which the store fetches its events. Its file is a secret and never comes out. The
 * practice store has none.
 */
export class RelayChoice {
  readonly #store: ChosenStore
  readonly #deps: RelayChoiceDeps

  constructor(store: ChosenStore, deps: RelayChoiceDeps) {
    this.#store = store
    this.#deps = deps
  }

  /** It may be another store's, if another store was connected since. */
  stored(): RelayFile | null {
    const text = this.#store.secrets.read('relay-file')
    const file = text === null ? null : readRelayFile(text)
    return file?.ok === true ? file.value : null
  }

  view(): ConnectionView['relay'] {
    const file = this.stored()
    if (file === null || !this.#store.isReal || this.#deps.owns(file) === false) return null
    const { storeName, websiteId, servers } = file
    return { storeName, websiteId, servers: servers.map((server) => new URL(server).host) }
  }

  async use(text: string): Promise<Result<null>> {
    if (!this.#store.isReal) return fail('too-late')
    const file = readRelayFile(text)
    if (!file.ok) return file
    const isOwn = this.#deps.owns(file.value)
    // Nobody can tell yet, and the events of another store would be lost to it.
    if (isOwn === null) return fail('unreachable')
    if (!isOwn) return fail('not-found', file.value.storeName, 'other-store')
    return this.#save(file.value)
  }

  async leave(): Promise<Result<null>> {
    return this.stored() === null ? ok(null) : this.#save(null)
  }

  async #save(file: RelayFile | null): Promise<Result<null>> {
    const text = file === null ? '' : JSON.stringify(file)
    const saved = await this.#store.saveSecret('relay-file', text)
    if (saved.ok) await this.#deps.onRelay(file)
    return saved
  }
}
