import type { AppError } from '../result.ts'
import type { MenuChoice } from '../stock.ts'

/** The webhook listener. `failed` carries what the system said (a port in use, say). */
export interface WebhookStatus {
  state: 'off' | 'listening' | 'failed'
  address: string | null
  lastEventAt: string | null
  message: string | null
}

/**
 * The order list. `unsupported`: the platform has none (404), orders arrive by webhook only.
 * `waiting` before the first answer.
 */
export interface PollerStatus {
  state: 'off' | 'waiting' | 'fresh' | 'failing' | 'unsupported'
  lastOkAt: string | null
  /** Entries of the last list that were no orders, and were left out; absent where there were none. */
  leftOut?: number
  error: AppError | null
}

/** What the platform is to hear. `paused`: the token was refused; everything is kept. */
export interface OutboxStatus {
  /** To be sent, on the wire, or without an answer. */
  pending: number
  sending: number
  unknown: number
  needsPerson: number
  paused: AppError | null
}

export interface InboxStatus {
  /** Arrived events that could not be read; kept, with their reason. */
  unread: number
  /** Events of other stores or websites: acknowledged, not shown. */
  elsewhere: number
  /** True while the database does not accept writes, so that senders get 503. */
  refusing: boolean
}

/**
 * What the app found of its database when it started. `damaged`: it was put aside. `missing`: it was gone or empty. `older`: it
 * was sound, and had lost what was acknowledged last. In place of the first two is a backup, or a new one.
 */
export interface Damage {
  kind: 'damaged' | 'missing' | 'older'
  /** What it is kept as; null where nothing had to be put aside. */
  keptAs: string | null
  /** How much of what waited to be sent could be taken over. */
  salvaged: number
  /** When the backup was made that took its place, ISO; null where none did. */
  restoredFrom: string | null
}

/** The copies of the database that are made while the app runs. */
export interface BackupStatus {
  /** When the last good one was made, ISO; null where there is none yet. */
  lastAt: string | null
  /** The last try came to nothing: it is tried again. */
  failing: boolean
}

export interface StoreIdentity {
  id: string
  name: string
  brand: string
  timeZone: string
  /** ISO 3166 alpha-2, for money. */
  countryCode: string
}

/** Whether the token sees the store that is set; `unknown` until the platform has answered since the start. */
export interface StoreSeen {
  state: 'unknown' | 'seen' | 'not-seen'
  /** How many stores the token sees; null while nobody knows. */
  stores: number | null
  /** Their names, the first twenty of them, so that a person recognises the right one. */
  names: string[]
}

/** So far the host corrects the machine's clock by the platform's: further apart, nobody knows which of them is wrong. */
export const mostCorrectionMs = 24 * 3_600_000

/** The truth of the status strip, sent on every change and at least every 10 seconds. */
export interface Status {
  now: string
  /**
   * How far the platform's clock is ahead of the machine's, in milliseconds; null until the platform has told. Above two
   * minutes `now` and all that is reckoned with it go by the platform's, and above a day by the machine's again.
   */
  skewMs: number | null
  mode: 'practice' | 'store'
  store: StoreIdentity | null
  storeSeen: StoreSeen
  webhook: WebhookStatus
  poller: PollerStatus
  outbox: OutboxStatus
  inbox: InboxStatus
  damage: Damage | null
  /** Null of the practice store, which is begun anew each time. */
  backup: BackupStatus | null
  /** Rows that could not be read, and were set aside with their reason so that the others go on. */
  setAside: number
  /** How the store's menus were chosen among its website's; null while none was read. */
  menus: MenuChoice | null
  /** When a person had all guests forgotten last, ISO: no screen keeps what it has of them from before; null where nobody had. */
  guestsForgottenAt: string | null
}

/** An event that could not be read, for a person to look at. No personal data: its type, reason and size only. */
export interface UnreadEvent {
  id: number
  receivedAt: string
  type: string | null
  reason: string
  bytes: number
}
