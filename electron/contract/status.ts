import type { AppError } from './result.ts'

/** The webhook listener. `failed` carries what the system said (a port in use, say). */
export interface WebhookStatus {
  state: 'off' | 'listening' | 'failed'
  address: string | null
  lastEventAt: string | null
  words: string | null
}

/**
 * The order list. `unsupported`: the platform has none (404), orders arrive by webhook only.
 * `waiting` before the first answer.
 */
export interface PollerStatus {
  state: 'off' | 'waiting' | 'fresh' | 'failing' | 'unsupported'
  lastOkAt: string | null
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

/** The database was damaged when the app started: it was put aside under `keptAs`, and a new one begun. */
export interface Damage {
  keptAs: string
  /** How much of what waited to be sent could be taken over. */
  salvaged: number
}

export interface StoreIdentity {
  id: string
  name: string
  brand: string
  timeZone: string
  /** ISO 3166 alpha-2, for money. */
  countryCode: string
}

/** The truth of the status strip, sent on every change and at least every 10 seconds. */
export interface Status {
  now: string
  mode: 'practice' | 'store'
  store: StoreIdentity | null
  webhook: WebhookStatus
  poller: PollerStatus
  outbox: OutboxStatus
  inbox: InboxStatus
  damage: Damage | null
  /** Rows that could not be read, and were set aside with their reason so that the others go on. */
  setAside: number
}

/** An event that could not be read, for a person to look at. No personal data: its type, reason and size only. */
export interface UnreadEvent {
  id: number
  receivedAt: string
  type: string | null
  reason: string
  bytes: number
}
