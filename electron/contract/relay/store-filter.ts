import { fold } from '../shared/fold.ts'
import type { FleetStore, StoreState } from './fleet.ts'

/** Which stores of the chain are shown, on the page and in its CSV table. */
export interface StoreFilter {
  /** None for all. */
  states: ReadonlySet<StoreState>
  search: string
  website: string | null
  version: string | null
  region: string | null
  /** A store must have all of them. */
  tags: ReadonlySet<string>
  /** The ids of a list that somebody pasted; null for all stores. */
  listed: ReadonlySet<string> | null
}

/** What a search looks through. */
export const searchTextOf = ({
  name,
  storeId,
  websiteId,
  region,
  tags,
}: Pick<FleetStore, 'name' | 'storeId' | 'websiteId' | 'region' | 'tags'>): string =>
  [name, storeId, websiteId, region, ...tags].map(fold).join(' ')

/** Whether a store matches all of a filter but its states. */
export function storeMatcher(
  { search, website, version, region, tags, listed }: StoreFilter,
  textOf: (store: FleetStore) => string = searchTextOf,
): (store: FleetStore) => boolean {
  const words = fold(search)
    .split(' ')
    .filter((word) => word !== '')
  return (store) =>
    (website === null || store.websiteId === website) &&
    (version === null || store.status?.app === version) &&
    (region === null || store.region === region) &&
    (listed === null || listed.has(store.id)) &&
    [...tags].every((tag) => store.tags.includes(tag)) &&
    words.every((word) => textOf(store).includes(word))
}

export const hasState = ({ states }: StoreFilter, { state }: FleetStore): boolean =>
  states.size === 0 || states.has(state)

/** Separates tags and ids, which have none. */
const separator = '\n'

/** The filter as the query of an address. */
export function queryOfFilter(filter: StoreFilter): URLSearchParams {
  const { states, search, website, version, region, tags, listed } = filter
  const query = new URLSearchParams()
  if (states.size > 0) query.set('state', [...states].join())
  if (website !== null) query.set('website', website)
  if (version !== null) query.set('version', version)
  if (region !== null) query.set('region', region)
  if (tags.size > 0) query.set('tags', [...tags].join(separator))
  if (listed !== null) query.set('stores', [...listed].join(separator))
  if (search.trim() !== '') query.set('search', search.trim())
  return query
}

const textsOf = (value: string): ReadonlySet<string> =>
  new Set(value.split(separator).filter((text) => text !== ''))

/** The filter of such a query. A state that isn't one matches nothing. */
export function filterOfQuery(query: Readonly<Record<string, string | undefined>>): StoreFilter {
  const { state = '', search = '', website = '', version = '', region = '' } = query
  const { tags = '', stores } = query
  return {
    states: new Set(state === '' ? [] : (state.split(',') as StoreState[])),
    search,
    website: website === '' ? null : website,
    version: version === '' ? null : version,
    region: region === '' ? null : region,
    tags: textsOf(tags),
    listed: stores === undefined ? null : textsOf(stores),
  }
}
