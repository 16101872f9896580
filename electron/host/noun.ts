import type { BackOff } from '#contract/back-off.ts'
import type { WrongValueFinding } from '#contract/doctor.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Contract } from '#contract/operation.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Damage, Status, StoreSeen } from '#contract/status/status.ts'
import type { Message } from '#domain/tickets/order-facts.ts'
import type { SealKey } from '#domain/shifts/seal.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { StockProcess } from '#platform/stock.ts'
import type { AgreedTime } from './clock-skew.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/open.ts'
import type { Rows } from './db/rows.ts'
import type { DeclaredTable, RowFormat, SummedFormat } from './db/table.ts'
import type { Values } from './db/values.ts'
import type { HandlersOf } from './dispatch.ts'
import type { Log } from './log.ts'
import type { LaneRules, Outbox, OutboxRules } from './outbox/rules.ts'

/** What an event, or the order list, says of one order. */
export interface ReceivedOrder {
  orderId: string
  message: Message
  /** ISO. */
  receivedAt: string
  /** Nobody here knew of the order before. */
  isNew: boolean
}

/** How far the platform is with a change of stock, its own or ours. Instants are ISO. */
export interface ReceivedProcess {
  process: StockProcess
  /** By the platform's clock. */
  date: string
  receivedAt: string
  /** Which part of what it lists this is: a long list comes in several, and begins anew after a crash. */
  part: { isFirst: boolean; isLast: boolean }
}

/** What nouns tell each other. A noun that others need tells; those that need it hear. */
export interface News {
  /** From the platform, within the reader's transaction. */
  'order.received': ReceivedOrder
  /** From the platform, within the reader's transaction. */
  'process.received': ReceivedProcess
  /** Within the transaction. What a noun throws undoes the change. */
  'settings.changing': null
  /** After the commit. Awaited before the change is answered. */
  'settings.changed': { before: Settings; after: Settings }
  /** Who the store is has become known. Within the transaction. */
  'store.learned': null
  /** Whether the token sees the store has become known, or is otherwise than before. */
  'store.seen': null
  /** A person wants to try again: a paused outbox and the poller go on. */
  'connection.resumed': null
  /** The host's clock has become another one. */
  'clock.corrected': null
  /** After a reading of the menu, whatever came of it; `renamed` where things have other keys or names than before. */
  'menu.read': { renamed: boolean }
  /** What is noted of guests has changed. */
  'guests.noted': null
  /** A person had all guests forgotten. */
  'guests.forgotten': null
  /** The file came back with less than it had, and the outbox says what it can. Within the transaction. */
  'file.restored': null
}

/** What a host is built from: the shell's side of it. */
export interface HostDeps {
  db: Database
  /** What was found wrong with the file; null where nothing was. */
  damage: Damage | null
  /** The file of the database, where copies of it are to be made; default none are. */
  backedUp?: { path: string; folder: string }
  /** Seals close-outs; default none does, as where the system keeps no secrets. */
  sealKey?: SealKey | null
  /** A statement met damage in the file: it is to be opened again (mend.ts). Default: it is only thrown. */
  onDamage?(cause: Error): void
  clock: Clock
  log: Log
  /** From 0 up to 1, for jitter. */
  chance: () => number
  mode: Status['mode']
  /** Null where there is no token: nothing is lost, and nothing can be sent. */
  connection: Connection | null
  storeId: string | null
  /** Overrides of the profile that are no name of the dialect; default none. */
  unknownNames?: readonly string[]
  /** Overrides with a value that their names cannot have; default none. */
  wrongValues?: readonly WrongValueFinding[]
  /** Hashes of the bearers that the webhook listener accepts. */
  webhookTokens: readonly Buffer[]
  /** Overrides the setting, for provisioning and for the practice store. */
  webhookPort?: number
  /** Whether the token sees the store has become known, with every id of it that is. */
  onSeen?(reported: { state: StoreSeen['state']; ids: string[] }): void
  /** Where what a browser fetches lies until it is forgotten. */
  exportsDir: string
  /** Whether a person has chosen this file in a dialog of this machine; default none was. */
  isChosen?(path: string): boolean
  /** Tells the screens; what it throws is logged. */
  notify(event: HostEvent): void
}

/** What a noun offers to others, once it is built. */
export type Use = <Api>(noun: AnyNoun & { create(context: Context): { readonly api?: Api } }) => Api

/** What every noun gets: the services that all share. */
export interface Context extends Omit<HostDeps, 'notify' | 'db'> {
  /** The store's file. Every commit is told to the screens, and has the outbox look. */
  db: Database
  /** The same file: screens have nothing to hear of what is written here, and nothing in memory rests on it. */
  file: Database
  /** Rows of a table, held against damage. */
  rows<Row extends Record<string, unknown>>(format: RowFormat<Row> | SummedFormat<Row>): Rows<Row>
  /** Single things by name. */
  values: Values
  newId(): string
  backOff: BackOff
  dialect: Dialect
  outbox: Outbox
  settings(): Settings
  /** Of the store; null until it is known. */
  storeZone(): string | null
  /** The same, and UTC until it is known. */
  timeZone(): string
  /** Of the store, ISO 3166 alpha-2; empty until it is known. */
  countryCode(): string
  isOurs(storeId: string): boolean
  /** The time by which things end and are deleted. */
  agreed: AgreedTime
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
  /** What the platform's clock says of ours (clock-skew.ts). */
  skew: { readonly ms: number | null; readonly refusedMs: number }
  /** Work of many transactions: the outbox looks at what it owes once, at the end. */
  gradually<Value>(work: () => Promise<Value>): Promise<Value>
  /**
   * Tells the screens, in a turn of its own after the commit; what a transaction told that failed is not told. The same event
   * is told once a turn.
   */
  notify(event: HostEvent): void
  /** `changes` has something for the screens that came with no commit. */
  changed(): void
  /** Something of the status changed: screens hear it soon. */
  statusChanged(): void
  /** What another noun offers, which is declared in `needs`. */
  use: Use
  /** Every noun, for what is done alike by each. */
  allNouns(): readonly Pick<AnyParts, 'forgetPeople' | 'dropOld' | 'pack'>[]
  /** Tells those nouns that hear it, in the order of their list. Resolves once all have done what they do. */
  announce<Name extends keyof News>(name: Name, news: News[Name]): Promise<unknown>
}

/** What any noun brings once it is built. */
export interface AnyParts {
  readonly handlers: object
  readonly api?: unknown
  readonly outbox?: Readonly<Partial<Record<DeliveryKind, OutboxRules | LaneRules>>>
  readonly listens?: { readonly [Name in keyof News]?: (news: News[Name]) => unknown }
  /** What the screens have not been told yet, of nouns whose events have revisions. What it answers counts as told. */
  changes?(): HostEvent[]
  /** Does what time has made due, also where no timer noticed: the machine slept, or its clock was set. */
  catchUp?(): void
  /** Housekeeping, every ten seconds. */
  everyBeat?(): void
  /** A transaction failed: what it wrote is not in the database, and must not stay in memory. */
  rolledBack?(): void
  /**
   * Forgets whose data this is, of before an ISO instant, some at a time; answers whether there may be more. Within a
   * transaction that overwrites what was there.
   */
  forgetPeople?(before: string): boolean
  /** Deletes what is old by a rule of its own, some at a time; answers whether there may be more. Within a transaction. */
  dropOld?(now: number): boolean
  /** Keeps in a fraction of its room what is over since before an ISO instant, in the same way as `forgetPeople`. */
  pack?(before: string): boolean
  start?(): unknown
  close?(): unknown
}

/** What a noun of a contract brings. */
export interface NounParts<
  C extends Contract,
  Api = unknown,
  Kind extends DeliveryKind = never,
> extends AnyParts {
  readonly handlers: HandlersOf<C['name']>
  /** What other nouns may use. */
  readonly api?: Api
  /** How what it sends is sent, by kind. */
  readonly outbox?: Readonly<Record<Kind, OutboxRules | LaneRules>>
}

/** Any noun of the restaurant: everything that it brings stands in its folder. */
export interface AnyNoun {
  readonly contract: Contract
  /** Nouns that it asks (`use`). No noun needs one that needs it. */
  readonly needs: readonly AnyNoun[]
  readonly tables: readonly DeclaredTable[]
  create(context: Context): AnyParts
}

export interface Noun<C extends Contract, Api, Kind extends DeliveryKind> extends AnyNoun {
  readonly contract: C
  create(context: Context): NounParts<C, Api, Kind>
}

/** Declares a noun. `create` builds it; what it needs is built before. */
export const defineNoun = <
  const C extends Contract,
  Api = undefined,
  Kind extends DeliveryKind = never,
>(
  contract: C,
  definition: {
    needs?: readonly AnyNoun[]
    tables?: readonly DeclaredTable[]
    create(context: Context): NounParts<C, Api, Kind>
  },
): Noun<C, Api, Kind> => ({ contract, needs: [], tables: [], ...definition })

/** A contract of what screens neither ask nor hear. */
export const withoutScreens = <const Name extends string>(name: Name) => ({
  name,
  operations: {},
  events: {},
})
