import type { StoreStatus } from './store-status.ts'

/**
 * What can be wrong with a store, the worst first.
 *
 * - `silent`: no status for 90 seconds, or none ever, although it may be open.
 * - `not-saving`: its database accepts nothing, so no order gets in.
 * - `refused`: the platform rejects its access key.
 * - `offline`: it doesn't reach the platform.
 * - `late`: an open ticket is past its promised time.
 * - `needs-person`: a change waits for a person's decision.
 * - `disk`: its disk is nearly full.
 * - `backup`: its backups fail, or the last good one is old.
 */
export const storeTroubles = [
  'silent',
  'not-saving',
  'refused',
  'offline',
  'late',
  'needs-person',
  'disk',
  'backup',
] as const
export type StoreTrouble = (typeof storeTroubles)[number]

/** The worst trouble of a store. `closed`: it sends nothing, and by its own hours it is closed. */
export type StoreState = StoreTrouble | 'well' | 'closed'

/** All states, the worst first. */
export const storeStates: readonly StoreState[] = [...storeTroubles, 'well', 'closed']

const ranks = new Map(storeStates.map((state, rank) => [state, rank]))
/** The place of a state in `storeStates`. */
const rankOf = (state: StoreState): number => ranks.get(state) ?? 0

/** Whether the store sends nothing now, so what it said last is old. */
export const isQuiet = (state: StoreState): boolean => state === 'silent' || state === 'closed'

/** The last status, with times by the clock of the fleet's server (epoch ms). */
export interface FleetStatus extends Pick<
  StoreStatus,
  | 'app'
  | 'platform'
  | 'openTickets'
  | 'lateTickets'
  | 'waiting'
  | 'needsPerson'
  | 'isSaving'
  | 'diskFreeMb'
  | 'isBackupFailing'
  | 'acceptsInstructions'
  | 'salesToday'
  | 'coversToday'
  | 'instructions'
> {
  lastOrderAt: number | null
  feedAt: number | null
  backupAt: number | null
}

/** A store as the fleet page shows it. */
export interface FleetStore {
  /** `fleetKey` of the store. */
  id: string
  websiteId: string
  storeId: string
  /** As the chain calls it, else as the platform does; empty if nobody named it. */
  name: string
  /** As the chain's list has it; empty for none. */
  region: string
  tags: readonly string[]
  state: StoreState
  /** Everything that is wrong, the worst first. */
  troubles: readonly StoreTrouble[]
  /** Since when it is in this state, as far as this server knows (epoch ms). */
  since: number
  /** When its last status came (epoch ms); null for never. */
  seenAt: number | null
  /** Its last status; null if there is none. */
  status: FleetStatus | null
}

/** The order of the fleet page: the worst state first, and of the same state the oldest first. */
export const compareStores = (one: FleetStore, other: FleetStore): number =>
  rankOf(one.state) - rankOf(other.state) ||
  one.since - other.since ||
  (one.name < other.name ? -1 : Number(one.name > other.name)) ||
  (one.id < other.id ? -1 : 1)

/** Who may do what on the fleet page: an admin also changes the stores. */
export const fleetRoles = ['viewer', 'admin'] as const
export type FleetRole = (typeof fleetRoles)[number]

/** The person at the fleet page. */
export interface FleetUser {
  name: string
  role: FleetRole
}

/** The longest pause between two messages. After twice that the stream counts as broken. */
export const fleetBeatMs = 5_000

/**
 * The messages of `GET events`, an event stream: first `all`, then at most one `changed` per second
 * and at least one per `fleetBeatMs`, while the server itself hears the stores. After a gap `all`
 * comes again. It has the worst stores, as many as a screen shows; if there are `left` more,
 * `GET stores` has all of them, in lines of JSON with an array of `FleetStore` each.
 */
export type FleetMessage =
  | { type: 'all'; now: number; stores: FleetStore[]; left: number }
  | { type: 'changed'; now: number; stores: FleetStore[]; gone: string[] }

/** The day of a store is summed up in spans of this length. */
export const daySlotMs = 5 * 60_000
/** How many spans a day has. */
export const daySlots = 288

/** A store's last day, by span, the oldest first: the worst of each span. Null where nobody looked. */
export interface FleetDay {
  /** The start of the first span (epoch ms). */
  from: number
  spans: ({ state: StoreState; open: number; late: number; waiting: number } | null)[]
}
