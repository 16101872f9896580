import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fleetKey, type StoreInChain } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Chain, ChainFolder, KnownStore } from './folder.ts'
import { newSecret, secretHash } from './secret.ts'
import { signerOf } from './signing-key.ts'

/** A store and its new file. */
export interface StoreWithFile {
  store: KnownStore
  file: RelayFile
}

/** What the chain calls a store, and how it sorts it. */
export type StoreLabels = Pick<KnownStore, 'name' | 'region' | 'tags'>

/** A store of a list, and its labels. */
export interface StoreLine {
  store: StoreInChain
  labels: StoreLabels
}

const isSame = (one: StoreInChain, other: StoreInChain): boolean =>
  one.websiteId === other.websiteId && one.storeId === other.storeId

const noSuchStore = () => fail('not-found', 'There is no such store.')

/** The stores of a chain, in the administrator's folder. `pushLists` makes a change count. */
export class ChainStores {
  readonly #chain: Chain
  readonly #folder: ChainFolder
  readonly #now: () => number

  constructor(chain: Chain, folder: ChainFolder, now = () => Date.now()) {
    this.#chain = chain
    this.#folder = folder
    this.#now = now
  }

  list(): Result<KnownStore[]> {
    return this.#folder.readStores()
  }

  /** The known stores, if this one has no valid file; else fails with `too-late`. */
  listToAdd(store: StoreInChain): Result<KnownStore[]> {
    const stores = this.list()
    if (!stores.ok) return stores
    const existing = stores.value.find((each) => isSame(each, store))
    if (existing !== undefined && existing.hash !== null)
      return fail('too-late', 'That store has a file. Use rotate to replace it.')
    return stores
  }

  /** A new store, or one that was revoked. Fails with `too-late` if it has a valid file. */
  add(store: StoreInChain, labels: StoreLabels): Result<StoreWithFile> {
    const stores = this.listToAdd(store)
    if (!stores.ok) return stores
    return ok(this.#replace(stores.value, store, labels))
  }

  /** Adds those of a list that have no valid file. Their files are returned. */
  addAll(lines: readonly StoreLine[]): Result<StoreWithFile[]> {
    const stores = this.list()
    if (!stores.ok) return stores
    const valid = stores.value.filter(({ hash }) => hash !== null)
    const keys = new Set(valid.map(fleetKey))
    const added: StoreWithFile[] = []
    for (const { store, labels } of lines) {
      if (keys.has(fleetKey(store))) continue
      keys.add(fleetKey(store))
      added.push(this.#makeFile(store, labels))
    }
    const addedKeys = new Set(added.map(({ store }) => fleetKey(store)))
    const others = stores.value.filter((each) => !addedKeys.has(fleetKey(each)))
    this.#folder.writeStores([...others, ...added.map(({ store }) => store)])
    return ok(added)
  }

  /** A new file for a store. The old one counts no longer. */
  rotate(store: StoreInChain): Result<StoreWithFile> {
    const stores = this.list()
    if (!stores.ok) return stores
    const existing = stores.value.find((each) => isSame(each, store))
    if (existing === undefined) return noSuchStore()
    return ok(this.#replace(stores.value, store, existing))
  }

  /** The file of a store counts no longer. */
  revoke(store: StoreInChain): Result<null> {
    return this.#change(store, { hash: null })
  }

  /** Another name, region or tags. */
  label(store: StoreInChain, labels: Partial<StoreLabels>): Result<null> {
    return this.#change(store, labels)
  }

  #change(store: StoreInChain, fields: Partial<KnownStore>): Result<null> {
    const stores = this.list()
    if (!stores.ok) return stores
    if (!stores.value.some((each) => isSame(each, store))) return noSuchStore()
    this.#folder.writeStores(
      stores.value.map((each) => (isSame(each, store) ? { ...each, ...fields } : each)),
    )
    return ok(null)
  }

  #replace(stores: readonly KnownStore[], store: StoreInChain, labels: StoreLabels): StoreWithFile {
    const storeWithFile = this.#makeFile(store, labels)
    const others = stores.filter((each) => !isSame(each, store))
    this.#folder.writeStores([...others, storeWithFile.store])
    return storeWithFile
  }

  #makeFile(
    { websiteId, storeId }: StoreInChain,
    { name, region, tags }: StoreLabels,
  ): StoreWithFile {
    const token = newSecret()
    const changedAt = new Date(this.#now()).toISOString()
    const hash = secretHash(token)
    const store: KnownStore = { websiteId, storeId, name, region, tags, hash, changedAt }
    const file: RelayFile = {
      kind: 'kitchen-pass-relay',
      version: 2,
      servers: this.#chain.addresses,
      websiteId,
      storeId,
      storeName: name,
      token,
      signer: signerOf(this.#chain.signingKey),
    }
    return { store, file }
  }
}
