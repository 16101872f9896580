import type { z } from 'zod'
import { roles, type Role } from './caller.ts'
import type { Examination } from './doctor.ts'
import { channelOrdersOperations } from './operations/channel-orders.ts'
import { connectionOperations } from './operations/connection.ts'
import { couponsOperations } from './operations/coupons.ts'
import { deliveriesOperations } from './operations/deliveries.ts'
import { doctorOperations } from './operations/doctor.ts'
import { guestsOperations } from './operations/guests.ts'
import { kitchenFiguresOperations } from './operations/kitchen-figures.ts'
import { menuOperations } from './operations/menu.ts'
import { printersOperations } from './operations/printers.ts'
import { paymentsOperations } from './operations/payments.ts'
import { reservationsOperations } from './operations/reservations.ts'
import { screensOperations } from './operations/screens.ts'
import { settingsOperations } from './operations/settings.ts'
import { shiftsOperations } from './operations/shifts.ts'
import { statusOperations } from './operations/status.ts'
import { stockOperations } from './operations/stock.ts'
import { ticketsOperations } from './operations/tickets.ts'
import { wasteOperations } from './operations/waste.ts'
import type { GuestExport } from './guests.ts'
import type { ListReading } from './reading.ts'
import type { PartyAhead } from './reservations.ts'
import type { Settings } from './settings.ts'
import type { ShiftReading } from './shifts.ts'
import type { Status } from './status.ts'
import type { StockKey, StockState } from './stock.ts'
import type { Ticket } from './ticket.ts'

/**
 * Everything a screen may ask of the host: the one list from which both bridges are derived, a file a noun.
 * Commands change something and answer `null` or what they made; queries only read.
 */
export const operations = {
  ...ticketsOperations,
  ...stockOperations,
  ...menuOperations,
  ...deliveriesOperations,
  ...settingsOperations,
  ...screensOperations,
  ...reservationsOperations,
  ...guestsOperations,
  ...printersOperations,
  ...couponsOperations,
  ...shiftsOperations,
  ...channelOrdersOperations,
  ...paymentsOperations,
  ...wasteOperations,
  ...kitchenFiguresOperations,
  ...connectionOperations,
  ...doctorOperations,
  ...statusOperations,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations
export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>
export type Output<Name extends OperationName> =
  | NonNullable<Operations[Name]['output']>
  | (null extends Operations[Name]['output'] ? null : never)

/** What the host tells the screens, identical over both transports. */
export type HostEvent =
  | { type: 'tickets.changed'; revision: number; now: string; tickets: Ticket[]; gone: string[] }
  | { type: 'status.changed'; status: Status }
  /** What people have to decide has changed: ask for it again. */
  | { type: 'deliveries.changed' }
  | { type: 'settings.changed'; settings: Settings }
  /** A screen, its role or the PIN changed, or an unlocking ended: ask what it is for this screen. */
  | { type: 'screens.changed' }
  /** States that changed; `gone` are plainly on sale now. */
  | { type: 'stock.changed'; revision: number; now: string; states: StockState[]; gone: StockKey[] }
  /** Items, ingredients or the question of the opening changed: ask for the board again. */
  | { type: 'stock.replaced' }
  /** Large parties and allergies of the next hour. */
  | { type: 'reservations.ahead'; parties: PartyAhead[] }
  /** The book changed on these days: ask for them again; where none is named, all of it did, and drafts may be gone. */
  | { type: 'reservations.changed'; revision: number; days: string[] }
  | { type: 'guests.exported'; export: GuestExport }
  /** Something became of an order of the sales channel: ask for them again. */
  | { type: 'channelOrders.changed' }
  /** How far a list is read that a room has asked for. */
  | { type: 'reading.changed'; reading: ListReading }
  /** Coupons of which something here changed: ask for them again. */
  | { type: 'coupons.changed'; couponIds: string[] }
  /**
   * How far a reading is, `shiftId` null for the search; or something of this shift changed, `reading` null: ask for it again,
   * for all of them where no shift is named.
   */
  | {
      type: 'shifts.changed'
      revision: number
      shiftId: string | null
      reading: ShiftReading | null
    }
  /** Printers or what they print changed: ask again. */
  | { type: 'printers.changed' }
  | { type: 'doctor.changed'; examination: Examination }
  /** Another store is behind the glass now: ask for everything again. */
  | { type: 'host.replaced' }
  /** This screen has not heard all that was said, as after its link was down: ask for everything again. */
  | { type: 'events.missed' }

/** Which roles hear of what. */
export const audiences: Record<HostEvent['type'], readonly Role[]> = {
  'tickets.changed': roles,
  'status.changed': roles,
  'deliveries.changed': roles,
  'settings.changed': roles,
  'screens.changed': roles,
  'stock.changed': roles,
  'stock.replaced': roles,
  'reservations.ahead': roles,
  'reservations.changed': ['counter', 'manager'],
  'guests.exported': ['manager'],
  'coupons.changed': ['counter', 'manager'],
  'shifts.changed': ['manager'],
  'printers.changed': roles,
  'channelOrders.changed': ['counter', 'manager'],
  'reading.changed': ['manager'],
  'doctor.changed': ['manager'],
  'host.replaced': roles,
  'events.missed': roles,
}
