import { hashOfBearer } from '#host/feeds/request-guard.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { StoreAccess, Websites } from '../chain/folder.ts'

const hashOf = (header: string | undefined): string | null =>
  hashOfBearer(header)?.toString('hex') ?? null

/**
 * Which website's bearer, and which store's token, an `Authorization` header has. The time of
 * looking up a hash shows nothing of a bearer, because nobody can choose a hash.
 */
export class Bearers {
  /** Null until the chain's lists are known. */
  #websites: Map<string, string> | null = null
  #stores: Map<string, StoreInChain> | null = null

  replaceWebsites(websites: Websites): void {
    this.#websites = new Map(
      Object.entries(websites).flatMap(([websiteId, bearers]) =>
        bearers.map(({ hash }) => [hash, websiteId] as const),
      ),
    )
  }

  replaceStores(stores: StoreAccess): void {
    this.#stores = new Map(Object.entries(stores))
  }

  /** Whether the lists are known. Until then the relay can accept nobody. */
  get areKnown(): boolean {
    return this.#websites !== null && this.#stores !== null
  }

  /** Null for an unknown bearer. */
  websiteOf(header: string | undefined): string | null {
    return this.#websites?.get(hashOf(header) ?? '') ?? null
  }

  /** Null for an unknown token. */
  storeOf(header: string | undefined): StoreInChain | null {
    return this.#stores?.get(hashOf(header) ?? '') ?? null
  }

  /** For the listener. */
  accepts = (header: string | undefined): boolean => this.websiteOf(header) !== null
}
