import type { WrongValueFinding } from '#contract/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Damage, Status, StoreSeen } from '#contract/status/status.ts'
import type { SealKey } from '#domain/shifts/seal.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { AgreedTime } from './agreed-time.ts'
import type { BackOff } from './back-off.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/open.ts'
import type { Values } from './db/values.ts'
import type { Log } from './log.ts'
import type { Outbox } from './outbox/outbox.ts'

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
  onSeen?(told: { state: StoreSeen['state']; ids: string[] }): void
  /** Where what a browser fetches lies until it is forgotten. */
  exportsDir: string
  /** Whether a person has chosen this file in a dialog of this machine; default none was. */
  isChosen?(path: string): boolean
  /** Tells the screens; what it throws is logged. */
  notify(event: HostEvent): void
}

/** What every noun may use. */
export interface NounDeps extends HostDeps {
  backOff: BackOff
  values: Values
  newId: () => string
  dialect: Dialect
  outbox: Outbox
  settings(): Settings
  /** Work of many transactions: the outbox looks at what it owes once, at the end. */
  gradually<Value>(work: () => Promise<Value>): Promise<Value>
  /** Something is there for the screens that came with no commit. */
  changed(): void
  /** Of the store; null until it is known. */
  storeZone(): string | null
  /** The same, and UTC until it is known. */
  timeZone(): string
  isOurs(storeId: string): boolean
  /** The time by which things end and are deleted. */
  agreed: AgreedTime
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
}
