import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import { logThrown, type Log } from '../log.ts'
import type { Noun } from '../noun.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for what is over; the first time some while after the start. */
const lookEveryMs = 3_600_000
const firstLookMs = 60_000
/** Between two turns of some milliseconds each. */
const restMs = 250
/** A ticket is parsed and written anew: some 0.4 ms. */
const ticketsATurn = 12
/** Commits of others between two looks that mean that the kitchen is busy. */
const fewCommits = 5
/**
 * So much of the log at most, 4 MB, is not in the file. SQLite would write 16 MB there within one commit, which keeps the loop for
 * 100 ms, and what was not copied before makes a whole copy due (db/backup.ts).
 */
const mostFrames = 1_000

const placeSchema = z.object({ leftAt: z.string(), id: z.string() })
type Place = z.infer<typeof placeSchema>

interface PackingDeps {
  db: Database
  values: Values
  clock: Clock
  log: Log
  /** Has what was committed copied and written into the file itself. */
  settle(): Promise<unknown>
  /** Packs the next texts of arrivals from before an ISO instant; answers whether there may be more (inbox/packed.ts). */
  packArrivals(before: string): boolean
  /** Packs the next tickets that left before an ISO instant; answers where it came to, null at the end (orders.ts). */
  packTickets(after: Place, before: string, limit: number): Place | null
}

/**
 * The noun of what is over since a day: keeps it in a fraction of the room, some milliseconds a turn, while nothing else is
 * going on. What the orders of a day took is free then, and holds those of the next.
 */
export function createPacking({
  db,
  values,
  clock,
  log,
  settle,
  packArrivals,
  packTickets,
}: PackingDeps): Noun {
  const place = values('ticketsPacked', placeSchema)
  let lookAt = clock.monotonic() + firstLookMs
  let commits = db.commits
  let isRunning = false
  let stopped = false

  function packSomeTickets(before: string): boolean {
    const last = packTickets(place.read() ?? { leftAt: '', id: '' }, before, ticketsATurn)
    if (last !== null) place.write(last)
    return last !== null
  }

  /** Answers whether there may be more. */
  function packSome(): boolean {
    const before = new Date(clock.now() - dayMs).toISOString()
    // What people said is overwritten where it stood, as if it had been deleted.
    db.get('PRAGMA secure_delete = ON')
    try {
      return db.transact(() => packArrivals(before)) || db.transact(() => packSomeTickets(before))
    } finally {
      db.get('PRAGMA secure_delete = FAST')
    }
  }

  function fail(cause: unknown): void {
    isRunning = false
    lookAt = clock.monotonic() + lookEveryMs
    if (!stopped) logThrown(log, 'packing', cause)
  }

  const rest = (): unknown => clock.after(restMs, turn)

  function turn(): void {
    isRunning = false
    if (stopped) return
    // The kitchen has something to do: the next beat looks again.
    const isBusy = db.commits - commits >= fewCommits
    commits = db.commits
    if (isBusy) return
    try {
      isRunning = packSome()
      if (!isRunning) lookAt = clock.monotonic() + lookEveryMs
      else if (db.waitingFrames() < mostFrames) rest()
      else void settle().then(rest, fail)
    } catch (cause) {
      fail(cause)
    }
    commits = db.commits
  }

  return {
    handlers: {},
    catchUp() {
      if (!isRunning && clock.monotonic() >= lookAt) turn()
      else if (!isRunning) commits = db.commits
    },
    close() {
      stopped = true
    },
  }
}
