import { z } from 'zod'
import { roles, type Role } from './caller.ts'
import { connectInput, tryTokenInput, type ConnectionView, type TokenView } from './connection.ts'
import type { Examination } from './doctor.ts'
import {
  assignScreenInput,
  forgetScreenInput,
  pinInput,
  renameScreenInput,
  type Screens,
} from './screens.ts'
import { settingsSchema, type Settings } from './settings.ts'
import type { Status, UnreadEvent } from './status.ts'
import {
  decideStockInput,
  historyInput,
  ingredientInput,
  setIngredientInput,
  setStockInput,
  type Ingredient,
  type ProductDetail,
  type StockBoard,
  type StockHistoryEntry,
  type StockKey,
  type StockState,
} from './stock.ts'
import { orderTypes, type AllDayCount, type Ticket, type TicketsSnapshot } from './ticket.ts'

const id = z.string().min(1).max(100)
const none = z.strictObject({})
const ticket = z.strictObject({ ticketId: id })

/** An operation: who may ask it, what is asked, and the type of the answer, which comes from our own host and is not parsed again. */
interface Operation<Input extends z.ZodType, Output> {
  input: Input
  roles: readonly Role[]
  output?: Output
}

const askedBy =
  (...who: readonly Role[]) =>
  <Output>() =>
  <Input extends z.ZodType>(input: Input): Operation<Input, Output> => ({ input, roles: who })

const answers = askedBy(...roles)
/** Setup, and what reaches beyond this restaurant's screens. */
const answersManager = askedBy('manager')

/**
 * Everything a screen may ask of the host: the one list from which both bridges are derived.
 * Commands change something and answer `null` or what they made; queries only read.
 */
export const operations = {
  /** Every ticket on the glass and those not settled with the platform. */
  'tickets.snapshot': answers<TicketsSnapshot>()(none),
  /** The last 50 that left the queue, newest first. */
  'tickets.recent': answers<Ticket[]>()(none),
  'tickets.allDay': answers<AllDayCount[]>()(
    z.strictObject({ types: z.array(z.enum(orderTypes)) }),
  ),
  /** Bumps. `tapId` makes a repeated message harmless. */
  'tickets.markReady': answers<null>()(z.strictObject({ ticketId: id, tapId: id })),
  /** Takes a bump back before it is sent; `too-late` afterwards. */
  'tickets.undo': answers<null>()(ticket),
  /** Brings a ticket that left back to the queue; the platform is not told, for it knows no way back from prepared. */
  'tickets.recall': answers<null>()(ticket),
  'tickets.strikeItem': answers<null>()(
    z.strictObject({ ticketId: id, itemKey: id, struck: z.boolean() }),
  ),
  /** Acknowledges what changed, or a cancellation. */
  'tickets.acknowledge': answers<null>()(ticket),
  /** A person's word on a bump that was refused or stayed unconfirmed. */
  'tickets.decide': answers<null>()(
    z.strictObject({ ticketId: id, choice: z.enum(['send-again', 'settle']) }),
  ),
  'status.read': answers<Status>()(none),
  'inbox.unread': answersManager<UnreadEvent[]>()(none),
  'settings.read': answers<Settings>()(none),
  'settings.change': answersManager<Settings>()(settingsSchema.partial()),
  'screens.read': answers<Screens>()(none),
  /** Names the screen that asks. */
  'screens.rename': answers<null>()(renameScreenInput),
  'screens.assign': answersManager<null>()(assignScreenInput),
  /** Takes a screen off the list; where it asks again, it is a new one. */
  'screens.forget': answersManager<null>()(forgetScreenInput),
  /** The manager's PIN, the first or another; the screen that sets it is unlocked, and every other one locked. */
  'screens.setPin': answersManager<null>()(pinInput),
  /** Without a PIN every screen is a manager's. */
  'screens.removePin': answersManager<null>()(none),
  /** Makes the screen that asks a manager's for five minutes; `wrong-pin`, or `locked` after too many. */
  'screens.unlock': answers<null>()(pinInput),
  'screens.lock': answers<null>()(none),
  'connection.read': answers<ConnectionView>()(none),
  /** Asks the platform what a token sees, before anything is kept. */
  'connection.tryToken': answersManager<TokenView>()(tryTokenInput),
  /** Leaves the practice store, or changes the store or its token. */
  'connection.connect': answersManager<null>()(connectInput),
  /** Goes back to the practice store; what the real one is to hear stays in its own database. */
  'connection.practise': answersManager<null>()(none),
  /** Lets a paused outbox and the poller try again. */
  'connection.resume': answers<null>()(none),
  'stock.board': answers<StockBoard>()(none),
  /** Sells out, counts, or brings back some items together. */
  'stock.set': answers<null>()(setStockInput),
  'stock.setIngredient': answers<null>()(setIngredientInput),
  /** A person's word on a change that was refused or stayed unconfirmed. */
  'stock.decide': answers<null>()(decideStockInput),
  /** Reads the menu at once; what is new comes as `stock.replaced`. */
  'menu.read': answers<null>()(none),
  /** A product as the platform tells it now. */
  'menu.product': answers<ProductDetail>()(z.strictObject({ key: z.string().max(320) })),
  /** Puts the question of the opening aside; bringing back is `stock.set`. */
  'stock.answerOpening': answers<null>()(none),
  'stock.saveIngredient': answers<Ingredient>()(ingredientInput),
  'stock.removeIngredient': answers<null>()(z.strictObject({ ingredientId: id })),
  /** Newest first. */
  'stock.history': answers<StockHistoryEntry[]>()(historyInput),
  /** The same as a table for a spreadsheet (CSV). */
  'stock.historyTable': answers<string>()(historyInput),
  'doctor.read': answersManager<Examination>()(none),
  /** Starts an examination of the platform, read-only; what it finds comes as `doctor.changed`. One at a time. */
  'doctor.examine': answersManager<null>()(none),
  /** What the last examination found, as text without secrets for a shop to send; `not-found` before the first. */
  'doctor.report': answersManager<string>()(none),
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
}
