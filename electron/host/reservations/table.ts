import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
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

/** How far it is sent, in the words that the column has always had. */
function stateOf({ kind, delivery, isHeld, isDiscarded }: Reservation): string {
  if (kind !== 'booked') return 'here'
  if (isDiscarded) return 'discarded'
  if (isHeld) return 'held'
  switch (delivery?.state) {
    case 'sending':
    case 'refused':
    case 'expired':
      return delivery.state
    case 'confirmed':
      return 'booked'
    case 'queued':
    case 'withdrawn':
      return 'not-yet'
    default:
      return 'may-exist'
  }
}

/** Some of the book as CSV with a heading, times by the store's clock; what a spreadsheet would take for a formula is escaped. */
export function tableOf(
  reservations: readonly Reservation[],
  plan: FloorPlan,
  timeZone: string,
): string {
  const rows = reservations.map((each) => ({
    ...each,
    state: stateOf(each),
    time: clockOf(Date.parse(each.startsAt), timeZone),
    sector: plan.sectors.find(({ id }) => id === each.sectorId)?.name ?? '',
    tables: tableNames(plan, each.tableIds).join(', '),
  }))
  return tableHead(columns) + tableLines(rows.map((row) => columns.map((name) => row[name])))
}
