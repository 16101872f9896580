import type { FleetStatus, FleetStore } from '#contract/relay/fleet.ts'

/** The columns of the table, by the names of their texts and styles (cells.css). */
const everyColumn = [
  'state',
  'store',
  'region',
  'version',
  'lastOrder',
  'tickets',
  'waiting',
  'feed',
  'disk',
  'backup',
  'sales',
  'covers',
] as const
export type Column = (typeof everyColumn)[number]

const isShared = (status: FleetStatus | null): boolean =>
  status !== null && (status.salesToday !== null || status.coversToday !== null)

/** Regions are a column where a store has one, and sales and covers where a store shares them. */
export function columnsOf(stores: readonly FleetStore[]): readonly Column[] {
  const hasRegions = stores.some(({ region }) => region !== '')
  const areShared = stores.some(({ status }) => isShared(status))
  return everyColumn.filter(
    (column) =>
      (column !== 'region' || hasRegions) &&
      ((column !== 'sales' && column !== 'covers') || areShared),
  )
}
