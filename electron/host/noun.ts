import type { BackOff } from '#contract/shared/back-off.ts'
import type { WrongValueFinding } from '#contract/doctor/doctor.ts'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Contract } from '#contract/shared/operation.ts'
import type { Result } from '#contract/shared/result.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Damage, Status, StoreSeen } from '#contract/status/status.ts'
import type { StampedEvent } from '#domain/tickets/order-facts.ts'
import type { SealKey } from '#domain/shifts/seal.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { StockProcess } from '#platform/stock.ts'
import type { Store } from '#platform/stores.ts'
import type { Archive } from './archive/archive.ts'
import type { AgreedTime } from './clock/clock-skew.ts'
import type { Clock } from './clock/clock.ts'
import type { Database } from './db/open.ts'
import type { Rows } from './db/rows.ts'
import type { DeclaredTable, RowFormat } from './db/table.ts'
import type { Values } from './db/values.ts'
import type { HandlersOf } from './dispatch.ts'
import type { Log } from './core/log.ts'
import type { LogLine } from './log/recent-log.ts'
import type { WebhookTokens } from './feeds/request-guard.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { LaneRules, OutboxRules } from './outbox/rules.ts'
import type { StoreMove } from './db/hand-over.ts'
import type { StoreSetup } from './profile-file/profile-file.ts'
import type { ScryptCosts } from './sealing/scrypt-costs.ts'
import type { NetworkScreens } from './core/network-screens.ts'
import type { Updater } from './core/updater.ts'

/** The progress of a stock change, the platform's or ours. Instants are ISO. */
export interface ReceivedProcess {
  process: StockProcess
  /** By the platform's clock. */
  date: string
  receivedAt: string
  /**
   * A long list arrives in several messages; these mark the first and the last. After a crash it
   * starts again.
   */
  part: { isFirst: boolean; isLast: boolean }
}

/** The store as the platform answered it; `unread` are the paths that could not be read. */
export interface AnsweredStore {
  store: Store
  unread: readonly string[]
}

export interface NounEvents {
  /** An order, from an event or the order list, inside the reader's transaction. */
  'order.received': {
    orderId: string
    event: StampedEvent
    /** ISO. */
    receivedAt: string
    /** The order was unknown before. */
    isNew: boolean
  }
  /** Inside the reader's transaction. */
  'process.received': ReceivedProcess
  /** Inside the transaction. An error undoes the change. */
  'settings.changing': null
  /** After the commit. Awaited before the change is answered. */
  'settings.changed': { before: Settings; after: Settings }
  /** The store is known now. Inside the transaction. */
  'store.learned': null
  /** The platform answered with the store's data. Inside the transaction. */
  'store.answered': AnsweredStore
  /** Whether the token has the store is known now, or has changed. */
  'store.seen': null
  /** A person wants to try again: a paused outbox and the poller continue. */
  'connection.resumed': null
  /** The platform answers again after an outage. */
  'platform.reachable': null
  'clock.corrected': null
  /** It is known what became of an instruction of the chain. */
  'instruction.settled': null
  /** There is a new connection to the chain's relay. */
  'relay.connected': null
  /**
   * After each menu read, successful or not; `renamed` if keys or names have changed, `regrouped` if
   * categories or the platform's stations have.
   */
  'menu.read': { renamed: boolean; regrouped: boolean }
  /** A screen was removed from the list. Inside the transaction. */
  'screen.forgotten': { screenId: string }
  /** A station or a rule has changed. Inside the transaction. */
  'stations.changing': null
  /** A course of an order was fired, or is held again. Inside the transaction. */
  'course.fired': { orderId: string }
  /** An allergy or another note of a guest has changed. */
  'guests.noted': null
  'guests.forgotten': null
  /** The file was replaced by a backup or a new one. Inside the transaction. */
  'file.restored': null
}

/** A file that a browser may download. */
export interface ExportedFile {
  path: string
  /** How much of it is valid. */
  bytes: number
  /** The name under which the browser saves it. */
  name: string
  type: string
  /** The browser has all of it. */
  onSent?(): void
}

/** Puts another database in the place of a closed store's file, and can put that one back. */
export interface FileReplacement {
  replace(): unknown
  undo(): void
}

/** What a host is built from: the shell's side. */
export interface HostDeps {
  db: Database
  damage: Damage | null
  /** The file of the database, if backups are made; none by default. */
  backedUp?: { path: string; folder: string }
  /**
   * Closes the store, lets another database take its place, and opens it again. If that fails, the
   * store opens as it was and the error is thrown. Comes with `backedUp`.
   */
  replaceFile?(replacement: FileReplacement): Promise<void>
  /** Seals close-outs; not by default, as on a system without a key store. */
  sealKey?: SealKey | null
  /**
   * A statement found damage in the file, so the store is opened again (reopen-database.ts). By
   * default it only throws.
   */
  onDamage?(cause: Error): void
  clock: Clock
  log: Log
  /** The last lines of the log, for the support file; none by default. */
  recentLog?(): readonly LogLine[]
  /** From 0 up to 1, for jitter. */
  chance: () => number
  mode: Status['mode']
  /** Null without a token: nothing is lost, and nothing can be sent. */
  connection: Connection | null
  storeId: string | null
  /** What a setup file sets in this store; none by default. */
  setup?: StoreSetup | null
  /** Overrides of the profile that aren't names of the dialect; none by default. */
  unknownNames?: readonly string[]
  /** Overrides with a value that their name can't have; none by default. */
  wrongValues?: readonly WrongValueFinding[]
  /** The bearers that the webhook listener accepts. */
  webhookTokens: WebhookTokens
  /** What lets this store fetch its events from a relay; null or absent without one. */
  relayFile?: RelayFile | null
  /** Overrides the setting, for provisioning and the practice store. */
  webhookPort?: number
  /** Whether the token has the store is known now, with all its ids. */
  onStoreSeen?(reported: { state: StoreSeen['state']; ids: string[] }): void
  /** Where files for browsers are stored until they are deleted. */
  exportsDir: string
  /** How this program gets newer versions; absent if somebody installs them by hand. */
  updater?: Updater
  /** Screens on the local network; absent if this program can't serve them. */
  networkScreens?: NetworkScreens | undefined
  /** The ids of the screens that listen now; none by default. */
  connectedScreens?(): ReadonlySet<string>
  /**
   * Ends the access of a screen: its connections are closed before this returns. Fails with `storage`
   * if that can't be remembered; then its access ends only until the next start.
   */
  endAccess?(screenId: string): Result<null>
  /** Whether a person chose this file in a dialog of this computer; false by default. */
  isChosen?(path: string): boolean
  /** What a PIN or a passphrase costs to try; less in tests. */
  scryptCosts?: ScryptCosts
  /** Sends an event to the screens; errors are logged. */
  notify(event: HostEvent): void
}

/** Gives the object that a needed noun's `create` made. */
export type Use = <Definition extends AnyNounDefinition>(
  noun: AnyNoun & { create(context: Context): Definition },
) => Definition

/** The services that all nouns share. */
export interface Context extends Omit<HostDeps, 'notify' | 'db'> {
  /** The store's database. Every commit notifies the screens and wakes the outbox. */
  db: Database
  /**
   * The same file, for writes that don't concern the screens and that nothing in memory depends on.
   */
  file: Database
  /** The store's folder in the data folder. */
  folder: string
  /** Orders that are over, in a file of their own. */
  archive: Archive
  /** The rows of a table. */
  rows<Row extends Record<string, unknown>>(format: RowFormat<Row>): Rows<Row>
  /** Single values by name. */
  values: Values
  newId(): string
  backOff: BackOff
  dialect: Dialect
  outbox: Outbox
  /** Whether another computer has the store, after a planned hand-over. */
  storeMove: StoreMove
  settings(): Settings
  /** The store's; null until it is known. */
  storeZone(): string | null
  /** The same; UTC until it is known. */
  timeZone(): string
  /** The store's, ISO 3166 alpha-2; empty until it is known. */
  countryCode(): string
  isOurs(storeId: string): boolean
  /** The time for ending and deleting things. */
  agreed: AgreedTime
  /** The date to use for a message that claims `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
  /** What the platform's clock says about ours (clock-skew.ts). */
  skew: { readonly ms: number | null; readonly refusedMs: number }
  /** Runs many transactions; the outbox looks for work once, at the end. */
  gradually<Value>(work: () => Promise<Value>): Promise<Value>
  /**
   * Sends an event to the screens in a turn after the commit, and not if the transaction fails. The
   * same event is sent once per turn.
   */
  notify(event: HostEvent): void
  /** `changes` has something for the screens without a commit. */
  changed(): void
  /** The status changed: screens get it soon. */
  statusChanged(): void
  /** What another noun offers; it must be in `needs`. */
  use: Use
  /** Every noun, for work that is the same for each. */
  allNouns(): readonly Pick<AnyNounDefinition, 'forgetPeople' | 'dropOld'>[]
  /** Notifies the nouns that listen, in the order of their list. Resolves once all are done. */
  announce<Name extends keyof NounEvents>(name: Name, news: NounEvents[Name]): Promise<unknown>
}

export interface AnyNounDefinition {
  readonly handlers: object
  readonly outbox?: Readonly<Partial<Record<DeliveryKind, OutboxRules | LaneRules>>>
  readonly listens?: { readonly [Name in keyof NounEvents]?: (news: NounEvents[Name]) => unknown }
  /**
   * Changes that the screens don't have yet, for nouns whose events have revisions. Returned
   * changes count as sent.
   */
  changes?(): HostEvent[]
  /**
   * Does what is due by time, even if a timer missed it because the computer slept or its clock was
   * set.
   */
  catchUp?(): void
  /** Housekeeping, every ten seconds. */
  everyBeat?(): void
  /** A transaction failed, so what it wrote must be removed from memory too. */
  rolledBack?(): void
  /**
   * Deletes personal data from before an ISO instant, a batch at a time; returns whether there may
   * be more. Inside a transaction that overwrites the old content.
   */
  forgetPeople?(before: string): boolean
  /**
   * Deletes old data by the noun's own rule, a batch at a time; returns whether there may be more.
   * Inside a transaction.
   */
  dropOld?(now: number): boolean
  start?(): unknown
  close?(): unknown
}

/** The parts of a noun with a contract. */
export interface NounDefinition<C extends Contract> extends AnyNounDefinition {
  readonly handlers: HandlersOf<C['name']>
}

/** A noun: everything that belongs to it is in its folder. */
export interface AnyNoun {
  readonly contract: Contract
  readonly needs: readonly AnyNoun[]
  readonly tables: readonly DeclaredTable[]
  create(context: Context): AnyNounDefinition
}

export interface Noun<C extends Contract, Definition extends NounDefinition<C>> extends AnyNoun {
  readonly contract: C
  create(context: Context): Definition
}

/**
 * Declares a noun. `create` makes its object after those of the nouns that it needs: usually an
 * instance of the class that is named like the noun.
 */
export const defineNoun = <const C extends Contract, Definition extends NounDefinition<C>>(
  contract: C,
  definition: {
    needs?: readonly AnyNoun[]
    tables?: readonly DeclaredTable[]
    create(context: Context): Definition
  },
): Noun<C, Definition> => ({ contract, needs: [], tables: [], ...definition })

/** A contract without operations and events. */
export const withoutScreens = <const Name extends string>(name: Name) => ({
  name,
  operations: {},
  events: {},
})
