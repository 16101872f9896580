import { decimalsOf } from '#contract/shared/currency.ts'
import { compareStores, type FleetStatus, type FleetStore } from '#contract/relay/fleet.ts'
import { hasState, storeMatcher, type StoreFilter } from '#contract/relay/store-filter.ts'
import type { Cell } from '#host/core/table.ts'
import { longTable } from '#host/worker/long-table.ts'

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
  'region',
  'tags',
  'salesToday',
  'currency',
  'coversToday',
]

/** In major units. */
function salesOf(sales: FleetStatus['salesToday'] | undefined): Cell {
  if (sales == null) return null
  return (sales.amount / 10 ** decimalsOf(sales.currency)).toFixed(decimalsOf(sales.currency))
}

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
  store.region,
  store.tags.join(', '),
  salesOf(status?.salesToday),
  status?.salesToday?.currency ?? null,
  status?.coversToday ?? null,
]

/** The stores as a CSV table, those in trouble first, as on the page. Times are ISO in UTC. */
export function storeList(stores: readonly FleetStore[], filter: StoreFilter): Promise<string> {
  const fits = storeMatcher(filter)
  const shown = stores.filter((store) => hasState(filter, store) && fits(store))
  return longTable(columns, shown.toSorted(compareStores), cells)
}
