import { z } from 'zod'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { KnownStore } from '#domain/connection/store-access.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'

const identitySchema = z.object({
  id: z.string(),
  externalId: z.string().nullable().default(null),
  name: z.string(),
  brand: z.string(),
  timeZone: z.string(),
  countryCode: z.string(),
  websiteId: z.string(),
})
/** What is known of the store and its website, across restarts. */
export class StoreIdentity {
  readonly #context: Context
  readonly #storedStore: StoredValue<KnownStore>
  readonly #storedWebsite: StoredValue<string>
  #store: KnownStore | null
  #ids: ReadonlySet<string>
  #websiteId: string | null

  constructor(context: Context) {
    this.#context = context
    this.#storedStore = context.values<KnownStore>('store', identitySchema)
    this.#storedWebsite = context.values('website', z.string())
    this.#store = this.#storedStore.read()
    this.#ids = this.#idsOf(this.#store)
    this.#websiteId = this.#store?.websiteId ?? this.#storedWebsite.read()
  }

  get store(): KnownStore | null {
    return this.#store
  }

  get ids(): ReadonlySet<string> {
    return this.#ids
  }

  get websiteId(): string | null {
    return this.#websiteId
  }

  owns({ storeId, websiteId }: StoreInChain): boolean {
    return this.#ids.has(storeId) && (this.#websiteId ?? websiteId) === websiteId
  }

  /** `store` is null if none is set: then the whole website counts. */
  learn(websiteId: string, store: KnownStore | null): void {
    const before = { store: this.#store, ids: this.#ids, websiteId: this.#websiteId }
    this.#store = store
    this.#ids = this.#idsOf(store)
    this.#websiteId = websiteId
    try {
      this.#save(websiteId, store)
    } catch (cause) {
      this.#store = before.store
      this.#ids = before.ids
      this.#websiteId = before.websiteId
      throw cause
    }
  }

  #save(websiteId: string, store: KnownStore | null): void {
    this.#context.db.transact(() => {
      if (store === null) this.#storedWebsite.write(websiteId)
      else this.#storedStore.write(store)
      void this.#context.announce('store.learned', null)
    })
  }

  #idsOf(store: KnownStore | null): ReadonlySet<string> {
    const all = [this.#context.storeId, store?.id ?? null, store?.externalId ?? null]
    return new Set(all.filter((id) => id !== null))
  }
}
