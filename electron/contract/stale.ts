import type { HostEvent, Input, OperationName } from './index.ts'
import type { Job } from './jobs/jobs.ts'

/** These make everything stale: `renderer/state/host-query.ts` refreshes all queries by itself. */
type EndsAll = 'host.replaced' | 'events.missed'

/** The query that shows what a list job has read, by the operation that starts the job. */
const queryOf = {
  'payments.read': 'payments.list',
  'waste.read': 'waste.list',
  'guests.export': 'guests.exportState',
  'shifts.find': 'shifts.search',
  'shifts.show': 'shifts.show',
} as const satisfies Record<Job['startedBy'], OperationName>

/**
 * The queries that each event makes stale; a page that shows an answer to one of them refreshes it.
 * `renderer/state` follows tickets, stations, stock, status, settings, screens and drafts itself; this lists
 * what else follows from their events.
 */
export const staleBy: Readonly<
  Record<Exclude<HostEvent['type'], EndsAll>, readonly OperationName[]>
> = {
  'tickets.changed': [
    'tickets.recent',
    'tickets.search',
    'tickets.get',
    'tickets.allDay',
    'tickets.pace',
    'tickets.waiting',
    'preparationTime.suggestion',
  ],
  'orderStatus.changed': ['orderStatus.get'],
  // The hours of the days and the names of items come with the menu.
  'stock.replaced': [
    'reservations.list',
    'menu.product',
    'coupons.names',
    'stock.history',
    'deliveries.pending',
    'stock.proposeIngredients',
    'stations.plan',
    'stations.propose',
    'stations.times',
  ],
  'stock.changed': ['stock.history'],
  'instructions.changed': ['instructions.list'],
  'stations.changed': ['stations.plan', 'stations.propose', 'stations.times'],
  'deliveries.changed': ['deliveries.pending'],
  // The list of reservations contains the limit of covers, a report has written times, and a
  // suggestion has limits.
  'settings.changed': [
    'reservations.list',
    'printers.closeOutReport',
    'preparationTime.get',
    'preparationTime.suggestion',
  ],
  'screens.changed': ['printers.get', 'deliveries.pending'],
  'network.changed': ['network.get'],
  'drafts.changed': [],
  'reservations.changed': [
    'reservations.list',
    'reservations.check',
    'reservations.search',
    'reservations.table',
    'reservations.estimate',
    'reservations.guestTexts',
    'deliveries.pending',
  ],
  'reservations.ahead': ['reservations.ahead'],
  'printers.changed': ['printers.get'],
  'coupons.changed': ['coupons.stored', 'coupons.get', 'coupons.verdicts'],
  'shifts.changed': [
    'shifts.show',
    'shifts.search',
    'shifts.closeOuts',
    'shifts.closeOut',
    'shifts.checklist',
    'shifts.names',
  ],
  'jobs.changed': Object.values(queryOf),
  'channelOrders.changed': ['channelOrders.list'],
  'preparationTime.changed': [
    'preparationTime.get',
    'preparationTime.history',
    'deliveries.pending',
  ],
  'storeHours.changed': ['storeHours.get', 'storeHours.history', 'deliveries.pending'],
  'doctor.changed': ['doctor.get'],
  'backups.changed': ['backups.list', 'backupFiles.get'],
  'connection.changed': ['connection.get'],
  'profiles.changed': ['profiles.get', 'profiles.offered'],
  'updates.changed': ['updates.get'],
  'status.changed': [],
}

export function isAbout(event: HostEvent, name: OperationName, input: unknown): boolean {
  if (event.type === 'jobs.changed') return queryOf[event.job.startedBy] === name
  if (event.type === 'tickets.changed' && name === 'tickets.get') {
    const { ticketId } = input as Input<typeof name>
    return event.gone.includes(ticketId) || event.tickets.some(({ id }) => id === ticketId)
  }
  if (event.type === 'reservations.changed' && name === 'reservations.list') {
    const { from, to } = input as Input<typeof name>
    return event.days.length === 0 || event.days.some((day) => day >= from && day <= to)
  }
  if (event.type === 'shifts.changed' && name === 'shifts.show')
    return event.shiftId === null || event.shiftId === (input as Input<typeof name>).shiftId
  return true
}

/** Answers that contain guests: a page drops them when the host has forgotten its guests. */
export const ofGuests: readonly OperationName[] = [
  'guests.list',
  'guests.get',
  'guests.movements',
  'guests.exportState',
  'reservations.list',
  'reservations.search',
  'deliveries.pending',
]
