import type { z } from 'zod'
import type { StoreIdentity, StoreSeen } from '#contract/status/status.ts'
import type { tokenInfoSchema } from '#platform/me.ts'

/** A store with both its ids, and the website (brand) that it belongs to. */
export type KnownStore = StoreIdentity & { externalId: string | null; websiteId: string }

/** As many names as a sentence can hold. */
const mostNames = 20

/** The stores that a token sees (platform/README.md, Token info). */
export const storesIn = ({ website, stores }: z.infer<typeof tokenInfoSchema>): KnownStore[] =>
  stores.map((store) => ({
    id: store._id,
    externalId: store.externalId ?? null,
    name: store.name ?? store._id,
    brand: website.name ?? '',
    timeZone: store.timezone ?? website.timezone ?? 'UTC',
    countryCode: website.countryCode ?? '',
    websiteId: website._id,
  }))

/** Whether ours is among the stores that a token sees, and which those are. */
export const sightOf = (stores: readonly KnownStore[], isAmong: boolean): StoreSeen => ({
  state: isAmong ? 'seen' : 'not-seen',
  stores: stores.length,
  names: stores.slice(0, mostNames).map(({ name }) => name),
})

/** A store as a token sees it. */
interface NamedStore {
  id: string
  externalId: string | null
}

/** The store that is meant by an id: the service's own, else the shop's (platform/README.md, Token info). Never by its name. */
export const findStore = <Store extends NamedStore>(
  stores: readonly Store[],
  storeId: string | null,
): Store | undefined =>
  stores.find(({ id }) => id === storeId) ??
  stores.find(({ externalId }) => externalId !== null && externalId === storeId)
