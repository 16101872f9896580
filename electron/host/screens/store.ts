import { z } from 'zod'
import { roles } from '#contract/caller.ts'
import type { Screen } from '#contract/screens.ts'
import { newScreensRole } from '#domain/screens/role.ts'
import { firstUse } from '../clock.ts'
import type { RowFormat } from '../db/table.ts'
import { isOnNetwork } from '../network-screens.ts'
import type { Context } from '../noun.ts'

const screenRow = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

export const screenRows: RowFormat<z.output<typeof screenRow>> = {
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
const mostStored = 200
const mostSeen = 100
/** A screen without a role from a manager is forgotten if it was not seen for so long. */
const forgottenAfterMs = 30 * 24 * 3_600_000
/** How often the times at which screens were seen are stored. */
const storeSeenEveryMs = 10 * 60_000

export type ScreenStore = ReturnType<typeof createScreenStore>

/**
 * The known screens: those with a name or role, and those that asked since the start. Read from
 * memory.
 */
export function createScreenStore(
  context: Pick<Context, 'rows' | 'values' | 'clock' | 'db' | 'networkScreens'>,
) {
  const { clock, db, networkScreens } = context
  const rows = context.rows(screenRows)
  const storedTimes = context.values('screensSeen', z.record(z.string(), z.string()))
  /** When each screen was last connected, in epoch milliseconds. */
  const times = new Map(
    Object.entries(storedTimes.read() ?? {}).map(([id, at]) => [id, Date.parse(at)]),
  )
  let timesStoredAt = clock.monotonic()
  const seen = new Set<string>()
  let stored = new Map<string, Screen>()
  reload()

  function reload(): void {
    stored = new Map(rows.all().map((row) => [row.id, row]))
  }

  const isNew = ({ name, role }: Screen): boolean => name === '' && role === newScreensRole
  const isKnown = (id: string): boolean => stored.has(id) || seen.has(id)
  /** A screen on the network keeps its name and role when another store opens. */
  const get = (id: string): Screen =>
    stored.get(id) ?? { id, name: '', role: newScreensRole, ...networkScreens?.placeOf(id) }

  function remove(id: string): void {
    rows.remove(id)
    stored.delete(id)
  }

  /** A screen with a role from a manager stays, and so does one in use. */
  function makeRoom(): void {
    for (const { id, role } of stored.values()) {
      if (stored.size <= mostStored) return
      if (role === newScreensRole && !seen.has(id)) remove(id)
    }
  }

  const knownIds = () => [...new Set([...stored.keys(), ...seen])]

  return {
    get,
    isKnown,
    namesOfOthers: (id: string) =>
      knownIds()
        .filter((other) => other !== id)
        .map((other) => get(other).name),
    /** The known ones, and others that are known elsewhere. */
    all: (others: readonly string[] = []) =>
      [...knownIds(), ...others].map((id) => {
        const at = times.get(id)
        return { ...get(id), lastSeenAt: at === undefined ? null : new Date(at).toISOString() }
      }),
    /** The screen is connected. Only in memory, because it is called for each event and screen. */
    noteConnected(id: string): void {
      if (id !== '') times.set(id, clock.now())
    },
    /** Stores when the known screens were seen, from time to time. */
    storeTimes(): void {
      if (clock.monotonic() < timesStoredAt + storeSeenEveryMs) return
      timesStoredAt = clock.monotonic()
      for (const id of times.keys()) if (!isKnown(id)) times.delete(id)
      const kept = [...times].map(([id, at]) => [id, new Date(at).toISOString()])
      db.transact(() => storedTimes.write(Object.fromEntries(kept) as Record<string, string>))
    },
    /**
     * Inside a transaction; returns which. A screen that nobody has seen since the times are stored
     * stays, and so does one that was seen by a wrong clock.
     */
    forgetStrangers(now: number): string[] {
      const isOld = (at = now): boolean => at >= Date.parse(firstUse) && now - at > forgottenAfterMs
      const strangers = [...stored.values()].flatMap(({ id, role }) =>
        role === newScreensRole && isOld(times.get(id)) ? [id] : [],
      )
      strangers.forEach(remove)
      return strangers
    },
    /** A screen made a request; returns whether it is new. One without an id isn't stored. */
    see(id: string): boolean {
      if (id === '') return false
      const wasKnown = isKnown(id)
      // Moves it to the end: the last one to ask is removed last.
      seen.delete(id)
      seen.add(id)
      for (const oldest of seen) if (seen.size > mostSeen) seen.delete(oldest)
      return !wasKnown
    },
    /** Inside a transaction. */
    put(screen: Screen): void {
      const { id, name, role } = screen
      if (isOnNetwork(id)) networkScreens?.keepPlace(id, { name, role })
      if (isNew(screen)) {
        remove(screen.id)
        return
      }
      rows.put({ ...screen })
      stored.set(screen.id, screen)
      makeRoom()
    },
    /** Inside a transaction. */
    forget(id: string): void {
      remove(id)
      seen.delete(id)
    },
    reload,
  }
}

/** The named screens of a closed store, as a setup file has them; one for each name. */
export function storedScreens(rowsOf: Context['rows']): Pick<Screen, 'name' | 'role'>[] {
  const named = rowsOf(screenRows)
    .all()
    .filter(({ name }) => name !== '')
  return [...new Map(named.map(({ name, role }) => [name.toLowerCase(), { name, role }])).values()]
}
