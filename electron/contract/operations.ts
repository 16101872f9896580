import type { z } from 'zod'
import { roles, type Role } from './caller.ts'
import type { Examination } from './doctor.ts'
import { connectionOperations } from './operations/connection.ts'
import { doctorOperations } from './operations/doctor.ts'
import { menuOperations } from './operations/menu.ts'
import { screensOperations } from './operations/screens.ts'
import { settingsOperations } from './operations/settings.ts'
import { statusOperations } from './operations/status.ts'
import { stockOperations } from './operations/stock.ts'
import { ticketsOperations } from './operations/tickets.ts'
import type { Settings } from './settings.ts'
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
  ...settingsOperations,
  ...screensOperations,
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
  | { type: 'settings.changed'; settings: Settings }
  /** A screen, its role or the PIN changed, or an unlocking ended: ask what it is for this screen. */
  | { type: 'screens.changed' }
  /** States that changed; `gone` are plainly on sale now. */
  | { type: 'stock.changed'; revision: number; now: string; states: StockState[]; gone: StockKey[] }
  /** Items, ingredients or the question of the opening changed: ask for the board again. */
  | { type: 'stock.replaced' }
  | { type: 'doctor.changed'; examination: Examination }
  /** Another store is behind the glass now: ask for everything again. */
  | { type: 'host.replaced' }
  /** This screen has not heard all that was said, as after its link was down: ask for everything again. */
  | { type: 'events.missed' }

/** Which roles hear of what. */
export const audiences: Record<HostEvent['type'], readonly Role[]> = {
  'tickets.changed': roles,
  'status.changed': roles,
  'settings.changed': roles,
  'screens.changed': roles,
  'stock.changed': roles,
  'stock.replaced': roles,
  'doctor.changed': ['manager'],
  'host.replaced': roles,
  'events.missed': roles,
}
