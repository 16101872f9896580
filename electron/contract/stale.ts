import type { HostEvent, OperationName } from './index.ts'

/** What makes everything stale: `renderer/state/host-query.ts` asks all of it again by itself. */
type EndsAll = 'host.replaced' | 'events.missed'

/**
 * Which queries each event makes stale: a page that shows an answer to one of them asks again. Tickets, stock, status,
 * settings, screens and drafts are followed by hand (`renderer/state`); here stands what else follows from their events.
 */
export const staleBy: Readonly<
  Record<Exclude<HostEvent['type'], EndsAll>, readonly OperationName[]>
> = {
  'tickets.changed': [
    'tickets.recent',
    'tickets.find',
    'tickets.detail',
    'tickets.allDay',
    'tickets.pace',
  ],
  // The hours of the days and the names of items come with the menu.
  'stock.replaced': [
    'reservations.book',
    'menu.product',
    'menu.read',
    'stock.history',
    'deliveries.pending',
    'stock.proposeIngredients',
  ],
  'stock.changed': ['stock.history'],
  'deliveries.changed': ['deliveries.pending'],
  // The limit of covers stands in the book.
  'settings.changed': ['reservations.book'],
  'screens.changed': ['printers.read', 'deliveries.pending'],
  'drafts.changed': [],
  'reservations.changed': [
    'reservations.book',
    'reservations.check',
    'reservations.find',
    'reservations.table',
    'deliveries.pending',
  ],
  'reservations.ahead': ['reservations.ahead'],
  'printers.changed': ['printers.read'],
  'coupons.changed': ['coupons.list', 'coupons.read', 'coupons.verdicts'],
  'shifts.changed': [
    'shifts.show',
    'shifts.search',
    'shifts.closeOuts',
    'shifts.closeOut',
    'shifts.checklist',
    'shifts.names',
  ],
  'jobs.changed': [
    'payments.list',
    'waste.list',
    'guests.exportState',
    'shifts.search',
    'shifts.show',
  ],
  'channelOrders.changed': ['channelOrders.list'],
  'doctor.changed': ['doctor.read'],
  'status.changed': [],
}

/** Answers with guests in them: a page drops them when the host has forgotten its guests. */
export const ofGuests: readonly OperationName[] = [
  'guests.list',
  'guests.read',
  'guests.movements',
  'guests.exportState',
  'reservations.book',
  'reservations.find',
  'deliveries.pending',
]
