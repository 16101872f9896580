import type { StoreIdentity } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'

/** Who the store is, by its token (api.md, GET /api/me); null where the platform cannot be asked or has no such store. */
export async function identify(
  connection: Connection,
  storeId: string | null,
): Promise<(StoreIdentity & { websiteId: string }) | null> {
  const me = await readMe(connection)
  if (!me.ok) return null
  const { website, stores } = me.value
  const store = stores.find((each) => each._id === storeId)
  if (store === undefined) return null
  return {
    id: store._id,
    name: store.name ?? store._id,
    brand: website.name ?? '',
    timeZone: store.timezone ?? website.timezone ?? 'UTC',
    countryCode: website.countryCode ?? '',
    websiteId: website._id,
  }
}
