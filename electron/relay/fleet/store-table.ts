import type { FleetStatus, FleetStore, StoreTrouble } from '#contract/relay/fleet.ts'
import { fleetKey, storeOfFleetKey } from '#contract/relay/subjects.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import type { Clock } from '#host/clock.ts'
import type { NamedStore } from '../chain/folder.ts'
import { silentAfterMs, troublesOf } from './troubles.ts'

interface Entry {
  shown: FleetStore
  /** What the chain calls it; null if the chain's list doesn't have it. */
  listedName: string | null
  /** What the store itself calls it. */
  ownName: string
  /** Null until a status came. */
  last: {
    status: StoreStatus
    /** When it was sent, by the clock that nobody sets. */
    at: number
  } | null
  /** It changed since the last message. */
  isNew: boolean
  /** Pages have it. A store that left the chain is silent for ever, and isn't shown. */
  isShown: boolean
}

/** With times by this server's clock, because the store's own may be wrong. */
function asFleetStatus(
  { lastOrderAge, feedAge, backupAge, version: _version, name: _name, ...same }: StoreStatus,
  sentAt: number,
): FleetStatus {
  const timeOf = (age: number | null): number | null => (age === null ? null : sentAt - age * 1_000)
  return {
    ...same,
    lastOrderAt: timeOf(lastOrderAge),
    feedAt: timeOf(feedAge),
    backupAt: timeOf(backupAge),
  }
}

const isSame = (one: readonly StoreTrouble[], other: readonly StoreTrouble[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** All stores of a chain: those of its list, and those that report. */
export function createStoreTable(clock: Pick<Clock, 'now' | 'monotonic'>) {
  const entries = new Map<string, Entry>()
  /** Silence counts from here on, because this server itself heard nothing before; monotonic. */
  let listensSince = -Infinity
  const now = (): number => clock.now()

  function entryOf(id: string): Entry | null {
    const known = entries.get(id)
    if (known !== undefined) return known
    const store = storeOfFleetKey(id)
    if (store === null) return null
    const entry: Entry = {
      shown: {
        ...{ id, ...store, name: '', state: 'silent', troubles: ['silent'] },
        ...{ since: now(), seenAt: null, status: null },
      },
      listedName: null,
      ownName: '',
      last: null,
      isNew: true,
      isShown: false,
    }
    entries.set(id, entry)
    return entry
  }

  const isSilent = (at: number): boolean =>
    clock.monotonic() - Math.max(at, listensSince) > silentAfterMs

  /** Computes what is wrong with a store. */
  function judge(entry: Entry): void {
    const { shown, last } = entry
    const troubles: readonly StoreTrouble[] =
      last === null || isSilent(last.at) ? ['silent'] : troublesOf(last.status)
    const name =
      entry.listedName === null || entry.listedName === '' ? entry.ownName : entry.listedName
    if (isSame(troubles, shown.troubles) && name === shown.name) return
    const state = troubles[0] ?? 'well'
    const began = state === 'silent' ? (shown.seenAt ?? now()) : now()
    const since = state === shown.state ? shown.since : began
    entry.shown = { ...shown, name, state, troubles, since }
    entry.isNew = true
  }

  return {
    /** The chain's own list of its stores. */
    setNames(stores: readonly NamedStore[]): void {
      for (const entry of entries.values()) entry.listedName = null
      for (const store of stores) {
        const entry = entryOf(fleetKey(store))
        if (entry !== null) entry.listedName = store.name
      }
    },
    /** A store sent its status so many milliseconds ago. */
    noteStatus(id: string, status: StoreStatus, ageMs: number): void {
      const entry = entryOf(id)
      if (entry === null) return
      entry.ownName = status.name
      entry.last = { status, at: clock.monotonic() - ageMs }
      const at = now() - ageMs
      const isFirst = entry.shown.seenAt === null
      entry.shown = {
        ...entry.shown,
        seenAt: at,
        status: asFleetStatus(status, at),
        ...(isFirst && { since: at }),
      }
      entry.isNew = true
    },
    /** This server listens to the stores again, after a time without. */
    listenAgain(): void {
      listensSince = clock.monotonic()
    },
    /** All stores that pages show, as of the last call of `takeChanges`. */
    all: (): FleetStore[] =>
      [...entries.values()].flatMap(({ shown, isShown }) => (isShown ? [shown] : [])),
    has: (id: string): boolean => entries.has(id),
    /** Looks at each store's age, and returns what changed since the last call. */
    takeChanges(): { stores: FleetStore[]; gone: string[] } {
      const stores: FleetStore[] = []
      const gone: string[] = []
      for (const [id, entry] of entries) {
        judge(entry)
        const wasShown = entry.isShown
        entry.isShown = entry.listedName !== null || entry.shown.state !== 'silent'
        if (wasShown && !entry.isShown) gone.push(id)
        if (entry.isShown && (entry.isNew || !wasShown)) stores.push(entry.shown)
        entry.isNew = false
      }
      return { stores, gone }
    },
  }
}

export type StoreTable = ReturnType<typeof createStoreTable>
