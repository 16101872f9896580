import type { z } from 'zod'
import type { StoreIdentity, StoreSeen } from '#contract/status/status.ts'
import type { tokenInfoSchema } from '#platform/me.ts'

/** A store with both its ids and its website (brand). */
export type KnownStore = StoreIdentity & { externalId: string | null; websiteId: string }

/** Names that fit in one sentence. */
const maxNames = 20

/** The stores that a token gives access to (platform/README.md, Token info). */
export const storesOfToken = ({ website, stores }: z.infer<typeof tokenInfoSchema>): KnownStore[] =>
  stores.map((store) => ({
    id: store._id,
    externalId: store.externalId ?? null,
    name: store.name ?? store._id,
    brand: website.name ?? '',
    timeZone: store.timezone ?? website.timezone ?? 'UTC',
    countryCode: website.countryCode ?? '',
    websiteId: website._id,
  }))

/**
 * Whether the token gives access to our store, and to which stores it does. Our id may be the
 * shop's own, and the platform need not list those: then nobody knows, unless the store was among
 * them before.
 */
export function storeAccess(
  stores: readonly KnownStore[],
  storeId: string | null,
  wasAmong = false,
): StoreSeen {
  const isAmong = findStore(stores, storeId) !== undefined
  const isHidden = !wasAmong && stores.some(({ externalId }) => externalId === null)
  return {
    state: isAmong ? 'seen' : isHidden ? 'unknown' : 'not-seen',
    stores: stores.length,
    names: stores.slice(0, maxNames).map(({ name }) => name),
  }
}

interface NamedStore {
  id: string
  externalId: string | null
}

/**
 * Finds a store by the platform's id, or else by the shop's own (platform/README.md, Token info).
 * Never by name.
 */
export const findStore = <Store extends NamedStore>(
  stores: readonly Store[],
  storeId: string | null,
): Store | undefined =>
  stores.find(({ id }) => id === storeId) ??
  stores.find(({ externalId }) => externalId !== null && externalId === storeId)
