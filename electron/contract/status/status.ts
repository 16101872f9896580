import type { NotAllowed } from '../connection/key-access.ts'
import type { AppError } from '../shared/result.ts'
import type { MenuChoice } from '../stock/stock.ts'
import type { Pause } from '../store-hours/store-hours.ts'
import type { ArchiveTrouble } from './archive.ts'
import type { RelayStatus } from './relay.ts'

/**
 * The webhook listener. `failed` comes with the system's text, for example that the port is in use.
 */
export interface WebhookStatus {
  state: 'off' | 'listening' | 'failed'
  address: string | null
  lastEventAt: string | null
  message: string | null
  /** The setting that kept it from starting, if the system said so. */
  failedAt?: 'address' | 'port'
  /** When each token of the senders was last used, ISO; null if not since the start. */
  tokensUsedAt: readonly (string | null)[]
}

/**
 * The order list. `unsupported`: the platform has no list (404), so orders only arrive by webhook;
 * it is still asked, to see that it can be reached. `waiting`: before the first answer.
 */
export interface PollerStatus {
  state: 'off' | 'waiting' | 'fresh' | 'failing' | 'unsupported'
  /** When the platform last gave the list, or said that it has none, ISO. */
  lastOkAt: string | null
  /** The pause between that answer and the next request, in ms; absent before the first answer. */
  pauseMs?: number
  /** Entries of the last list that were not orders and were left out; absent if there were none. */
  leftOut?: number
  error: AppError | null
}

/** What waits to be sent. `paused`: the platform rejected the token; everything is kept. */
export interface OutboxStatus {
  /** Entries to be sent, being sent, or without an answer. */
  pending: number
  sending: number
  unknown: number
  needsPerson: number
  paused: AppError | null
}

export interface InboxStatus {
  /** Events that arrived and could not be read. They are kept with the reason. */
  unread: number
  /** Events of other stores or websites: acknowledged but not shown. */
  elsewhere: number
  /** True while the database accepts no writes, so that senders get 503. */
  refusing: boolean
}

/**
 * Why a backup or a new database replaced the store's file. `missing`: it was gone or empty.
 * `newer`: a newer version of Kitchen Pass had written it. `chosen`: a person restored a backup.
 */
export interface Damage {
  kind: 'damaged' | 'missing' | 'newer' | 'chosen'
  /** Where the file that was replaced is now, in the data folder; null if nothing was moved aside. */
  keptAs: string | null
  /** When the backup that replaced it was made, ISO; null if there was no backup. */
  restoredFrom: string | null
}

export interface BackupStatus {
  /** When the last good backup was made, ISO; null if there is none yet. */
  lastAt: string | null
  /** The last attempt failed; it will be tried again. */
  failing: boolean
  /** When the last test of a restore failed, ISO; absent if it succeeded. */
  testFailedAt?: string
}

export interface StoreIdentity {
  id: string
  name: string
  brand: string
  timeZone: string
  /** ISO 3166 alpha-2, for money. */
  countryCode: string
}

/**
 * Whether the token gives access to the store that is set; `unknown` until the platform has
 * answered since the start.
 */
export interface StoreSeen {
  state: 'unknown' | 'seen' | 'not-seen'
  /** How many stores the token gives access to; null until the platform said so. */
  stores: number | null
  /** The first twenty names, so that a person recognizes the right store. */
  names: string[]
}

/**
 * The largest difference by which the host corrects the machine's clock with the platform's. Above
 * it, nobody knows which clock is wrong.
 */
export const maxCorrectionMs = 24 * 3_600_000

/** What Kitchen Pass runs on. `electron` and `chromium` are null outside the desktop app. */
export interface Versions {
  app: string
  node: string
  electron: string | null
  chromium: string | null
}

/** The status of the host, sent on every change and at least every 10 seconds. */
export interface Status {
  now: string
  /**
   * How far the platform's clock is ahead of the machine's, in milliseconds; null if unknown. Above
   * two minutes `now` and everything computed from it follow the platform's clock, and above a day
   * the machine's again.
   */
  skewMs: number | null
  mode: 'practice' | 'store'
  store: StoreIdentity | null
  storeSeen: StoreSeen
  /** What the access key may not do, as far as it is known. */
  notAllowed: readonly NotAllowed[]
  /** The key's permissions as the platform names them; null until it did. */
  permissions?: readonly string[] | null
  webhook: WebhookStatus
  poller: PollerStatus
  relay: RelayStatus
  outbox: OutboxStatus
  inbox: InboxStatus
  damage: Damage | null
  /** Absent if the file of past orders is well. */
  archive?: ArchiveTrouble
  /** When the kitchen moved to another computer, ISO; absent if it is here. */
  movedAt?: string
  /** Null for the practice store, which starts anew each time. */
  backup: BackupStatus | null
  /**
   * Rows that could not be read. They are moved aside with the reason, so that the others keep
   * working.
   */
  setAside: number
  /** How the store's menus were chosen among its website's; null if none was read. */
  menus: MenuChoice | null
  /** Null while the store takes orders. */
  pause: Pause | null
  /**
   * When a person last deleted all guest data, ISO; null if never. A screen drops older guest data.
   */
  guestsForgottenAt: string | null
}

/**
 * An event that could not be read, for a person to check: its type, reason and size only, because
 * they contain no personal data.
 */
export interface UnreadEvent {
  id: number
  receivedAt: string
  type: string | null
  reason: string
  bytes: number
}
