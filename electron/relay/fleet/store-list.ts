import { compareStores, type FleetStore } from '#contract/relay/fleet.ts'
import { tableOf, type Cell } from '#host/table.ts'

/** Which stores a list has; an absent field doesn't limit it. */
export interface StoreFilter {
  state?: string | undefined
  website?: string | undefined
  version?: string | undefined
  search?: string | undefined
}

/** Without accents and capitals, so that a search finds both. */
const bare = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function fits(store: FleetStore, { state, website, version, search }: StoreFilter): boolean {
  const texts = bare([store.name, store.storeId, store.websiteId].join(' '))
  const words = bare(search ?? '').split(/\s+/)
  return (
    (state === undefined || state === '' || state.split(',').includes(store.state)) &&
    (website === undefined || website === '' || website === store.websiteId) &&
    (version === undefined || version === '' || version === store.status?.app) &&
    words.every((word) => texts.includes(word))
  )
}

const columns = [
  'state',
  'since',
  'store',
  'storeId',
  'websiteId',
  'troubles',
  'lastStatus',
  'version',
  'lastOrder',
  'openTickets',
  'lateTickets',
  'waitingChanges',
  'changesForAPerson',
  'ordersLastHeard',
  'diskFreeMb',
  'lastBackup',
]

const time = (at: number | null | undefined): string =>
  at === null || at === undefined ? '' : new Date(at).toISOString()

const cells = ({ status, ...store }: FleetStore): Cell[] => [
  store.state,
  time(store.since),
  store.name,
  store.storeId,
  store.websiteId,
  store.troubles.join(' '),
  time(store.seenAt),
  status?.app ?? null,
  time(status?.lastOrderAt),
  status?.openTickets ?? null,
  status?.lateTickets ?? null,
  status?.waiting ?? null,
  status?.needsPerson ?? null,
  time(status?.feedAt),
  status?.diskFreeMb ?? null,
  time(status?.backupAt),
]

/** The stores as a CSV table, those in trouble first, as on the page. Times are ISO in UTC. */
export const storeList = (stores: readonly FleetStore[], filter: StoreFilter): Promise<string> =>
  tableOf(columns, stores.filter((store) => fits(store, filter)).toSorted(compareStores), cells)
