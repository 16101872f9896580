import { z } from 'zod'
import { roles } from '#contract/shared/caller.ts'
import type { ListedScreen, Screen } from '#contract/screens/screens.ts'
import { newScreensRole } from '#domain/screens/role.ts'
import { firstUse } from '../clock/clock.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { StoredValue } from '../db/values.ts'
import { isOnNetwork } from '../core/network-screens.ts'
import type { Context } from '../noun.ts'

const screenRow = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

type ScreenRow = z.output<typeof screenRow>

export const screenRows: RowFormat<ScreenRow> = {
  table: 'screens',
  key: 'id',
  schema: screenRow,
  columns: ['id', 'name', 'role'],
  json: [],
}

/**
 * A browser that is cleaned every night is a new screen every morning, so above this number the
 * oldest are removed.
 */
const maxStored = 200
const maxSeen = 100
/** A screen without a role from a manager is forgotten if it was not seen for so long. */
const forgottenAfterMs = 30 * 24 * 3_600_000
/** How often the times at which screens were seen are stored. */
const storeSeenEveryMs = 10 * 60_000

const isNew = ({ name, role }: Screen): boolean => name === '' && role === newScreensRole

/** An instant that the machine's clock can't have had is from a wrong clock. */
const isLongAgo = (at: number | undefined, now: number): boolean =>
  at !== undefined && at >= Date.parse(firstUse) && now - at > forgottenAfterMs

/**
 * The known screens: those with a name or role, and those that asked since the start. Read from
 * memory.
 */
export class ScreenStore {
  readonly #clock: Context['clock']
  readonly #db: Context['db']
  readonly #networkScreens: Context['networkScreens']
  readonly #rows: Rows<ScreenRow>
  readonly #storedTimes: StoredValue<Record<string, string>>
  /** When each screen was last connected, in epoch milliseconds. */
  readonly #times: Map<string, number>
  #timesStoredAt: number
  readonly #seen = new Set<string>()
  #stored = new Map<string, Screen>()

  constructor(context: Pick<Context, 'rows' | 'values' | 'clock' | 'db' | 'networkScreens'>) {
    this.#clock = context.clock
    this.#db = context.db
    this.#networkScreens = context.networkScreens
    this.#rows = context.rows(screenRows)
    this.#storedTimes = context.values('screensSeen', z.record(z.string(), z.string()))
    this.#times = new Map(
      Object.entries(this.#storedTimes.read() ?? {}).map(([id, at]) => [id, Date.parse(at)]),
    )
    this.#timesStoredAt = this.#clock.monotonic()
    this.reload()
  }

  reload(): void {
    this.#stored = new Map(this.#rows.all().map((row) => [row.id, row]))
  }

  /** A screen on the network keeps its name and role when another store opens. */
  get(id: string): Screen {
    return (
      this.#stored.get(id) ?? {
        ...{ id, name: '', role: newScreensRole },
        ...this.#networkScreens?.placeOf(id),
      }
    )
  }

  isKnown(id: string): boolean {
    return this.#stored.has(id) || this.#seen.has(id)
  }

  namesOfOthers(id: string): string[] {
    return this.#knownIds()
      .filter((other) => other !== id)
      .map((other) => this.get(other).name)
  }

  /** The known ones, and others that are known elsewhere. */
  all(others: readonly string[] = []): (Screen & Pick<ListedScreen, 'lastSeenAt'>)[] {
    return [...this.#knownIds(), ...others].map((id) => {
      const at = this.#times.get(id)
      return { ...this.get(id), lastSeenAt: at === undefined ? null : new Date(at).toISOString() }
    })
  }

  /** The screen is connected. Only in memory, because it is called for each event and screen. */
  noteConnected(id: string): void {
    if (id !== '') this.#times.set(id, this.#clock.now())
  }

  /** Stores when the known screens were seen, from time to time. */
  storeTimes(): void {
    const now = this.#clock.monotonic()
    if (now < this.#timesStoredAt + storeSeenEveryMs) return
    this.#timesStoredAt = now
    for (const id of this.#times.keys()) if (!this.isKnown(id)) this.#times.delete(id)
    const times = [...this.#times].map(([id, at]) => [id, new Date(at).toISOString()] as const)
    this.#db.transact(() => this.#storedTimes.write(Object.fromEntries(times)))
  }

  /**
   * Inside a transaction; returns which. A screen that nobody has seen since the times are stored
   * stays, and so does one that was seen by a wrong clock.
   */
  forgetStrangers(now: number): string[] {
    const strangers = [...this.#stored.values()].flatMap(({ id, role }) =>
      role === newScreensRole && isLongAgo(this.#times.get(id), now) ? [id] : [],
    )
    for (const id of strangers) this.#remove(id)
    return strangers
  }

  /** A screen made a request; returns whether it is new. One without an id isn't stored. */
  see(id: string): boolean {
    if (id === '') return false
    const wasKnown = this.isKnown(id)
    const seen = this.#seen
    // Moves it to the end: the last one to ask is removed last.
    seen.delete(id)
    seen.add(id)
    for (const oldest of seen) if (seen.size > maxSeen) seen.delete(oldest)
    return !wasKnown
  }

  /** Inside a transaction. */
  put(screen: Screen): void {
    const { id, name, role } = screen
    if (isOnNetwork(id)) this.#networkScreens?.savePlace(id, { name, role })
    if (isNew(screen)) {
      this.#remove(id)
      return
    }
    this.#rows.put({ ...screen })
    this.#stored.set(id, screen)
    this.#makeRoom()
  }

  /** Inside a transaction. */
  forget(id: string): void {
    this.#remove(id)
    this.#seen.delete(id)
  }

  #knownIds(): string[] {
    return [...new Set([...this.#stored.keys(), ...this.#seen])]
  }

  #remove(id: string): void {
    this.#rows.remove(id)
    this.#stored.delete(id)
  }

  /** A screen with a role from a manager stays, and so does one in use. */
  #makeRoom(): void {
    for (const { id, role } of this.#stored.values()) {
      if (this.#stored.size <= maxStored) return
      if (role === newScreensRole && !this.#seen.has(id)) this.#remove(id)
    }
  }
}

/** The named screens of a closed store, as a setup file has them; one for each name. */
export function storedScreens(rowsOf: Context['rows']): Pick<Screen, 'name' | 'role'>[] {
  const named = rowsOf(screenRows)
    .all()
    .filter(({ name }) => name !== '')
  return [...new Map(named.map(({ name, role }) => [name.toLowerCase(), { name, role }])).values()]
}
