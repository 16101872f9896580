import {
  compareStores,
  storeStates,
  type FleetMessage,
  type FleetStore,
  type StoreState,
} from '#contract/relay/fleet.ts'
import {
  hasState,
  queryOfFilter,
  searchTextOf,
  storeMatcher,
  type StoreFilter,
} from '#contract/relay/store-filter.ts'
import { fold } from '#contract/shared/fold.ts'

export type Stores = ReadonlyMap<string, FleetStore>

export function applyMessage(stores: Stores, message: FleetMessage): Stores {
  const next = new Map(message.type === 'all' ? [] : stores)
  if (message.type === 'changed') for (const id of message.gone) next.delete(id)
  for (const store of message.stores) next.set(store.id, store)
  return next
}

export const nameOf = ({ name, storeId }: Pick<FleetStore, 'name' | 'storeId'>): string =>
  name === '' ? storeId : name

interface Texts {
  /** What they were made of. */
  source: string
  /** By website, then by name, with numbers by their size. */
  order: string
  search: string
}
/** A store that didn't change is the same object. */
const texts = new WeakMap<FleetStore, Texts>()
/** The latest of each store. */
const latestTexts = new Map<string, Texts>()

function textsOf(store: FleetStore): Texts {
  const cached = texts.get(store)
  if (cached !== undefined) return cached
  const before = latestTexts.get(store.id)
  const source = JSON.stringify([store.name, store.region, store.tags])
  // Only its figures changed.
  if (before?.source === source) {
    texts.set(store, before)
    return before
  }
  const name = fold(nameOf(store))
  const padded = name.replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'))
  const own = {
    source,
    order: `${store.websiteId}\n${padded}\n${store.id}`,
    search: searchTextOf(store),
  }
  texts.set(store, own)
  latestTexts.set(store.id, own)
  return own
}

export type Compare = (one: FleetStore, other: FleetStore) => number

/** The order of the map, in which a store has its place whatever its state. */
export const comparePlaces: Compare = (one, other) => {
  const [first, second] = [textsOf(one).order, textsOf(other).order]
  return first < second ? -1 : Number(first > second)
}

/** Two lists in the same order as one. */
function merged(
  one: readonly FleetStore[],
  other: readonly FleetStore[],
  compare: Compare,
): FleetStore[] {
  const all: FleetStore[] = []
  let at = 0
  for (const store of one) {
    for (let next = other[at]; next !== undefined && compare(next, store) < 0; next = other[++at])
      all.push(next)
    all.push(store)
  }
  return [...all, ...other.slice(at)]
}

/**
 * The stores in an order, made of the list before: only those that changed since find their place
 * anew. A store that didn't change is the same object.
 */
export function followOrder(
  before: readonly FleetStore[],
  stores: Stores,
  compare: Compare,
): readonly FleetStore[] {
  const kept = before.filter((store) => stores.get(store.id) === store)
  if (kept.length === stores.size && kept.length === before.length) return before
  const unchanged = new Set(kept)
  const changed = [...stores.values()].filter((store) => !unchanged.has(store)).sort(compare)
  return merged(kept, changed, compare)
}

/** What the page knows of the chain's stores. */
export interface Fleet {
  byId: Stores
  /** In the order of the map. */
  inPlace: readonly FleetStore[]
  /** Those in trouble first. */
  byTrouble: readonly FleetStore[]
  /** How many are still on their way. */
  left: number
}

export const noFleet: Fleet = { byId: new Map(), inPlace: [], byTrouble: [], left: 0 }

export const followFleet = (before: Fleet, byId: Stores, left = 0): Fleet => ({
  ...{ byId, left },
  inPlace: followOrder(before.inPlace, byId, comparePlaces),
  byTrouble: followOrder(before.byTrouble, byId, compareStores),
})

export const noFilter = (): StoreFilter => ({
  states: new Set(),
  search: '',
  website: null,
  version: null,
  region: null,
  tags: new Set(),
  listed: null,
})

export const isFiltering = ({ states, search, tags, ...others }: StoreFilter): boolean =>
  states.size > 0 ||
  search.trim() !== '' ||
  tags.size > 0 ||
  Object.values(others).some((chosen) => chosen !== null)

export type StateCounts = Record<StoreState, number>

interface Filtered {
  stores: readonly FleetStore[]
  /** How many stores of each state match all that is chosen but the state. */
  counts: StateCounts
}

export const countStates = (stores: Iterable<FleetStore>): StateCounts => {
  const counts = Object.fromEntries(storeStates.map((state) => [state, 0])) as StateCounts
  for (const { state } of stores) counts[state] += 1
  return counts
}

export function filterStores(stores: readonly FleetStore[], filter: StoreFilter): Filtered {
  if (!isFiltering(filter)) return { stores, counts: countStates(stores) }
  const others = stores.filter(storeMatcher(filter, (store) => textsOf(store).search))
  return {
    stores: others.filter((store) => hasState(filter, store)),
    counts: countStates(others),
  }
}

/** The websites or versions of the stores, each once. */
export const distinct = (values: Iterable<string | undefined>): string[] =>
  [...new Set(values)].filter((value) => value !== undefined).sort()

/** The same as choices. */
export const choicesOf = (values: Iterable<string | undefined>) =>
  distinct(values).map((value) => ({ value, label: value }))

/** The address of the table as a file, with the same filter. */
export function csvAddress(filter: StoreFilter): string {
  const query = queryOfFilter(filter)
  return query.size === 0 ? 'stores.csv' : `stores.csv?${query.toString()}`
}
