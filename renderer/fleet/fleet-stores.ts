import {
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
import { fold } from '#contract/fold.ts'

export type Stores = ReadonlyMap<string, FleetStore>

export function applyMessage(known: Stores, message: FleetMessage): Stores {
  if (message.type === 'all') return new Map(message.stores.map((store) => [store.id, store]))
  const next = new Map(known)
  for (const id of message.gone) next.delete(id)
  for (const store of message.stores) next.set(store.id, store)
  return next
}

export const nameOf = ({ name, storeId }: Pick<FleetStore, 'name' | 'storeId'>): string =>
  name === '' ? storeId : name

interface Texts {
  name: string
  /** By website, then by name, with numbers by their size. */
  order: string
  search: string
}
/** A store that didn't change is the same object. */
const texts = new WeakMap<FleetStore, Texts>()
/** The latest of each store. */
const made = new Map<string, Texts>()

function textsOf(store: FleetStore): Texts {
  const known = texts.get(store)
  if (known !== undefined) return known
  const before = made.get(store.id)
  // Only its figures changed.
  if (before?.name === store.name) {
    texts.set(store, before)
    return before
  }
  const name = fold(nameOf(store))
  const padded = name.replaceAll(/\d+/g, (digits) => digits.padStart(9, '0'))
  const own = {
    name: store.name,
    order: `${store.websiteId}\n${padded}\n${store.id}`,
    search: searchTextOf(store),
  }
  texts.set(store, own)
  made.set(store.id, own)
  return own
}

/** The order of the map, in which a store has its place whatever its state. */
export const inPlaceOrder = (stores: Stores): FleetStore[] =>
  [...stores.values()].sort((one, other) => {
    const [first, second] = [textsOf(one).order, textsOf(other).order]
    return first < second ? -1 : Number(first > second)
  })

export const noFilter = (): StoreFilter => ({
  states: new Set(),
  search: '',
  website: null,
  version: null,
})

export const isFiltering = ({ states, search, website, version }: StoreFilter): boolean =>
  states.size > 0 || search.trim() !== '' || website !== null || version !== null

export type StateCounts = Record<StoreState, number>

interface Filtered {
  stores: FleetStore[]
  /** How many stores of each state match all that is chosen but the state. */
  counts: StateCounts
}

export const countStates = (stores: Iterable<FleetStore>): StateCounts => {
  const counts = Object.fromEntries(storeStates.map((state) => [state, 0])) as StateCounts
  for (const { state } of stores) counts[state] += 1
  return counts
}

export function filterStores(stores: readonly FleetStore[], filter: StoreFilter): Filtered {
  const others = stores.filter(storeMatcher(filter, (store) => textsOf(store).search))
  return {
    stores: others.filter((store) => hasState(filter, store)),
    counts: countStates(others),
  }
}

/** The websites or versions of the stores, each once. */
export const distinct = (values: Iterable<string | undefined>): string[] =>
  [...new Set(values)].filter((value) => value !== undefined).sort()

/** The address of the table as a file, with the same filter. */
export function csvAddress(filter: StoreFilter): string {
  const query = queryOfFilter(filter)
  return query.size === 0 ? 'stores.csv' : `stores.csv?${query.toString()}`
}
