import { fold } from '../fold.ts'
import type { FleetStore, StoreState } from './fleet.ts'

/** Which stores of the chain are shown, on the page and in its CSV table. */
export interface StoreFilter {
  /** None for all. */
  states: ReadonlySet<StoreState>
  search: string
  website: string | null
  version: string | null
}

/** What a search looks through. */
export const searchTextOf = ({
  name,
  storeId,
  websiteId,
}: Pick<FleetStore, 'name' | 'storeId' | 'websiteId'>): string =>
  [name, storeId, websiteId].map(fold).join(' ')

/** Whether a store matches all of a filter but its states. */
export function storeMatcher(
  { search, website, version }: StoreFilter,
  textOf: (store: FleetStore) => string = searchTextOf,
): (store: FleetStore) => boolean {
  const words = fold(search)
    .split(' ')
    .filter((word) => word !== '')
  return (store) =>
    (website === null || store.websiteId === website) &&
    (version === null || store.status?.app === version) &&
    words.every((word) => textOf(store).includes(word))
}

export const hasState = ({ states }: StoreFilter, { state }: FleetStore): boolean =>
  states.size === 0 || states.has(state)

/** The filter as the query of an address. */
export function queryOfFilter({ states, search, website, version }: StoreFilter): URLSearchParams {
  const query = new URLSearchParams()
  if (states.size > 0) query.set('state', [...states].join())
  if (website !== null) query.set('website', website)
  if (version !== null) query.set('version', version)
  if (search.trim() !== '') query.set('search', search.trim())
  return query
}

/** The filter of such a query. A state that isn't one matches nothing. */
export function filterOfQuery(query: Readonly<Record<string, string | undefined>>): StoreFilter {
  const { state = '', search = '', website = '', version = '' } = query
  return {
    states: new Set(state === '' ? [] : (state.split(',') as StoreState[])),
    search,
    website: website === '' ? null : website,
    version: version === '' ? null : version,
  }
}
