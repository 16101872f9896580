import {
  isQuiet,
  type FleetStatus,
  type FleetStore,
  type StoreTrouble,
} from '#contract/relay/fleet.ts'
import { fleetKey, storeOfFleetKey } from '#contract/relay/subjects.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import type { Clock } from '#host/clock/clock.ts'
import type { NamedStore } from '../chain/folder.ts'
import { openingAt, type Opening } from './opening.ts'

/** A store sends its status every 30 seconds: two in a row are missing. */
const silentAfterMs = 90_000

/** Less than this on the disk, and other programs of the computer get into trouble too. */
const minDiskMb = 1_000

/** A backup is made every day, also where the computer is off at night. */
const oldBackupSeconds = 48 * 3_600

/** What is wrong with a store that isn't silent, the worst first. */
function troublesOf(status: StoreStatus): StoreTrouble[] {
  const troubles: [StoreTrouble, boolean][] = [
    ['not-saving', !status.isSaving],
    ['refused', status.platform === 'refused'],
    ['offline', status.platform === 'not-reached'],
    ['late', status.lateTickets > 0],
    ['needs-person', status.needsPerson > 0],
    ['disk', status.diskFreeMb !== null && status.diskFreeMb < minDiskMb],
    [
      'backup',
      status.isBackupFailing || (status.backupAge !== null && status.backupAge > oldBackupSeconds),
    ],
  ]
  return troubles.flatMap(([trouble, isSo]) => (isSo ? [trouble] : []))
}

interface Entry {
  shown: FleetStore
  /** What the chain's list says of it; null if it isn't in the list. */
  listed: NamedStore | null
  /** What the store itself calls it. */
  ownName: string
  /** Null until a status came. */
  last: {
    status: StoreStatus
    /** When it was sent, by the clock that nobody sets. */
    at: number
    /** By its hours, as last worked out at an instant; null before it was silent. */
    opening: { at: number; known: Opening | null } | null
  } | null
  /** It changed since the last message. */
  isNew: boolean
  /** Pages have it. A store that left the chain is silent for ever, and isn't shown. */
  isShown: boolean
}

type Last = NonNullable<Entry['last']>
/** What is judged of a store: its state, everything that is wrong, and since when it may be so. */
type Judgement = Pick<FleetStore, 'state' | 'troubles'> & { from: number | null }

/** With times by this server's clock, because the store's own may be wrong. */
function asFleetStatus(
  { lastOrderAge, feedAge, backupAge, version: _version, name: _name, ...other }: StoreStatus,
  sentAt: number,
): FleetStatus {
  const { hours: _hours, ...same } = other
  const timeOf = (age: number | null): number | null => (age === null ? null : sentAt - age * 1_000)
  return {
    ...same,
    lastOrderAt: timeOf(lastOrderAge),
    feedAt: timeOf(feedAge),
    backupAt: timeOf(backupAge),
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

const silent: readonly StoreTrouble[] = ['silent']

function newEntry(id: string, store: { websiteId: string; storeId: string }, since: number): Entry {
  return {
    shown: {
      ...{ id, ...store, name: '', region: '', tags: [], state: 'silent', troubles: silent },
      ...{ since, seenAt: null, status: null },
    },
    listed: null,
    ownName: '',
    last: null,
    isNew: true,
    isShown: false,
  }
}

/** By the store's own hours. Worked out again only once it may be another. */
function openingOf(last: Last, now: number): Opening | null {
  const { hours } = last.status
  if (hours === null) return null
  const before = last.opening
  const isKnown =
    before !== null && before.at <= now && (before.known === null || now < before.known.until)
  if (isKnown) return before.known
  const opening = openingAt(hours, now)
  last.opening = { at: now, known: opening }
  return opening
}

/** All stores of a chain: those of its list, and those that report. */
export class StoreTable {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #entries = new Map<string, Entry>()
  /** Silence counts from here on, because this server itself heard nothing before; monotonic. */
  #listensSince = -Infinity

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock
  }

  #entryOf(id: string): Entry | null {
    const existing = this.#entries.get(id)
    if (existing !== undefined) return existing
    const store = storeOfFleetKey(id)
    if (store === null) return null
    const entry = newEntry(id, store, this.#clock.now())
    this.#entries.set(id, entry)
    return entry
  }

  #isSilent(at: number): boolean {
    return this.#clock.monotonic() - Math.max(at, this.#listensSince) > silentAfterMs
  }

  #stateOf({ last, shown: { seenAt } }: Entry): Judgement {
    const now = this.#clock.now()
    if (last === null) return { state: 'silent', troubles: silent, from: seenAt }
    if (!this.#isSilent(last.at)) {
      const troubles = troublesOf(last.status)
      return { state: troubles[0] ?? 'well', troubles, from: now }
    }
    const opening = openingOf(last, now)
    if (opening?.isOpen === false) return { state: 'closed', troubles: [], from: seenAt }
    // Before it opened nobody expected to hear of it.
    const from = Math.max(seenAt ?? now, opening?.from ?? -Infinity)
    return { state: 'silent', troubles: silent, from }
  }

  /** Works out what is wrong with a store. */
  #judge(entry: Entry): void {
    const { shown, listed, ownName } = entry
    const { state, troubles, from } = this.#stateOf(entry)
    const name = listed === null || listed.name === '' ? ownName : listed.name
    const [region, tags] = [listed?.region ?? '', listed?.tags ?? []]
    const isAsBefore =
      state === shown.state &&
      isSame(troubles, shown.troubles) &&
      name === shown.name &&
      region === shown.region &&
      isSame(tags, shown.tags)
    if (isAsBefore) return
    const since = state === shown.state ? shown.since : (from ?? this.#clock.now())
    entry.shown = { ...shown, name, region, tags, state, troubles, since }
    entry.isNew = true
  }

  /** The chain's own list of its stores. */
  setNames = (stores: readonly NamedStore[]): void => {
    for (const entry of this.#entries.values()) entry.listed = null
    for (const store of stores) {
      const entry = this.#entryOf(fleetKey(store))
      if (entry !== null) entry.listed = store
    }
  }

  /** A store sent its status so many milliseconds ago. */
  noteStatus(id: string, status: StoreStatus, ageMs: number): void {
    const entry = this.#entryOf(id)
    if (entry === null) return
    entry.ownName = status.name
    entry.last = { status, at: this.#clock.monotonic() - ageMs, opening: null }
    const at = this.#clock.now() - ageMs
    const isFirst = entry.shown.seenAt === null
    entry.shown = {
      ...entry.shown,
      seenAt: at,
      status: asFleetStatus(status, at),
      ...(isFirst && { since: at }),
    }
    entry.isNew = true
  }

  /** This server listens to the stores again, after a time without. */
  listenAgain(): void {
    this.#listensSince = this.#clock.monotonic()
  }

  /** All stores that pages show, as of the last call of `takeChanges`. */
  all = (): FleetStore[] =>
    [...this.#entries.values()].flatMap(({ shown, isShown }) => (isShown ? [shown] : []))

  /** A store as pages show it; null if they don't. */
  shown(id: string): FleetStore | null {
    const entry = this.#entries.get(id)
    return entry?.isShown === true ? entry.shown : null
  }

  has = (id: string): boolean => this.#entries.has(id)

  /** Looks at each store's age, and returns what changed since the last call. */
  takeChanges(): { stores: FleetStore[]; gone: string[] } {
    const stores: FleetStore[] = []
    const gone: string[] = []
    for (const [id, entry] of this.#entries) {
      this.#judge(entry)
      const wasShown = entry.isShown
      entry.isShown = entry.listed !== null || !isQuiet(entry.shown.state)
      if (wasShown && !entry.isShown) gone.push(id)
      if (entry.isShown && (entry.isNew || !wasShown)) stores.push(entry.shown)
      entry.isNew = false
    }
    return { stores, gone }
  }
}
