import type { FloorPlan, Reservation } from '#contract/reservations.ts'
import { tableNames } from '#domain/reservations/floor-plan.ts'
import { clockOf } from '#domain/reservations/store-day.ts'
import { tableHead, tableLines } from '../table.ts'

const columns = [
  'day',
  'time',
  'partySize',
  'firstName',
  'lastName',
  'phone',
  'email',
  'sector',
  'tables',
  'occasion',
  'requests',
  'allergies',
  'kind',
  'state',
  'visit',
  'reference',
  'code',
  'takenAt',
  'takenOn',
] as const

/** Some of the book as CSV with a heading, times by the store's clock; what a spreadsheet would take for a formula is escaped. */
export function tableOf(
  reservations: readonly Reservation[],
  plan: FloorPlan,
  timeZone: string,
): string {
  const rows = reservations.map((each) => ({
    ...each,
    time: clockOf(Date.parse(each.startsAt), timeZone),
    sector: plan.sectors.find(({ id }) => id === each.sectorId)?.name ?? '',
    tables: tableNames(plan, each.tableIds).join(', '),
  }))
  return tableHead(columns) + tableLines(rows.map((row) => columns.map((name) => row[name])))
}
