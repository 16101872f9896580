/**
 * How the relays and the fleet's server of a chain name things in NATS. Websites and stores have ids
 * of the platform; a subject takes only some letters, so any other id is encoded.
 */

/** The stream that stores the events. */
export const eventStream = 'ORDERS'

/** The place of a store that an event doesn't name. No store's token is the same word. */
const nowhere = 'unknown'

const plain = /^[\w-]{1,100}$/

/**
 * An id as one token of a subject. Different ids have different tokens: an
 * encoded one begins with a `=`, which no plain one has.
 */
function tokenOf(id: string): string {
  if (plain.test(id) && id !== nowhere) return id
  const binary = Array.from(new TextEncoder().encode(id), (byte) => String.fromCharCode(byte))
  return `=${btoa(binary.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The id of a token; null for what is no token. */
function idOf(token: string): string | null {
  if (plain.test(token) && token !== nowhere) return token
  if (!/^=[\w-]{1,600}$/.test(token)) return null
  try {
    const binary = atob(token.slice(1).replaceAll('-', '+').replaceAll('_', '/'))
    const id = new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
    return tokenOf(id) === token ? id : null
  } catch {
    return null
  }
}

/** A store of a chain, by the platform's ids. */
export interface StoreInChain {
  websiteId: string
  storeId: string
}

const placeOf = ({ websiteId, storeId }: StoreInChain): string =>
  `${tokenOf(websiteId)}.${tokenOf(storeId)}`

/**
 * The subject of a store's events; `storeId` is null if an event names none. Their types are not in
 * it: a consumer with one subject finds its next event at once, and one with a wildcard reads past
 * the events of all other stores.
 */
export const eventSubject = (websiteId: string, storeId: string | null): string =>
  storeId === null
    ? `orders.${tokenOf(websiteId)}.${nowhere}`
    : `orders.${placeOf({ websiteId, storeId })}`

/** The key-value bucket with the last status of each store. Its key for a store is `fleetKey`. */
export const fleetBucket = 'FLEET'

/** The key-value bucket with the lists of the chain: `chainLists` are its keys. */
export const chainBucket = 'CHAIN'

/** The key-value bucket with what the chain sent to its stores. The key is the instruction's id. */
export const instructionBucket = 'INSTRUCTIONS'

/** A store's key in the fleet's bucket; elsewhere its id in the chain. */
export const fleetKey = (store: StoreInChain): string => placeOf(store)

/** Where a store's status is published: its place in the bucket. */
export const statusSubject = (store: StoreInChain): string =>
  `$KV.${fleetBucket}.${fleetKey(store)}`

/** The store of such a key; null for any other text. */
export function storeOfFleetKey(key: string): StoreInChain | null {
  const [website = '', store = '', ...more] = key.split('.')
  const [websiteId, storeId] = [idOf(website), idOf(store)]
  if (websiteId === null || storeId === null || more.length > 0) return null
  return { websiteId, storeId }
}
