import { overwriteDeleted } from '../db/open.ts'
import { forgetSetAside } from '../db/rows.ts'
import type { DeclaredTable } from '../db/table.ts'
import { fileCare } from '../file-care/file-care.ts'
import { logThrown } from '../log.ts'
import { defineNoun, withoutScreens, type Context } from '../noun.ts'
import { deleteUnshown, hasOpenEntry } from '../outbox/subjects.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for what is too old; while there is more, with every beat. */
const lookEveryMs = 3_600_000
/** Rows of one beat: a few milliseconds, between two orders. */
const rowsABeat = 500
/**
 * What is free within the file is used again first: a day's orders take the room that those of the day before left
 * (createPacking). Beyond so many pages (4 MB) it goes back to the disk.
 */
const sparePages = 1_024
const pagesABeat = 200

/** What is over is packed a while after the start, and then as often. */
const firstPackMs = 60_000
/** Between two turns of some milliseconds each. */
const restMs = 250
/** Commits of others between two looks that mean that the kitchen is busy. */
const fewCommits = 5
/**
 * So much of the log at most, 4 MB, is not in the file. SQLite would write 16 MB there within one commit, which keeps the loop for
 * 100 ms, and what was not copied before makes a whole copy due (recovery/backup.ts).
 */
const mostFrames = 1_000

/** Deletes what is old of a table: never while the outbox has something of it open. Null where nothing is to be deleted. */
function deleteOld({ table, key = 'id', old, shows }: DeclaredTable): string | null {
  if (old === undefined) return null
  const conditions = [
    `${old.since} IS NOT NULL AND ${old.since} < ?`,
    ...(old.when === undefined ? [] : [old.when]),
    ...(shows === undefined ? [] : [`NOT ${hasOpenEntry(`${table}.${key}`)}`]),
  ]
  return `DELETE FROM ${table} WHERE ${key} IN (
    SELECT ${key} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${old.since} LIMIT ?)`
}

/** What deletes old rows of all tables, and then entries of the outbox that no row shows. Each takes an instant and a limit. */
const deletions = (tables: readonly DeclaredTable[]): string[] => [
  ...tables.flatMap((each) => deleteOld(each) ?? []),
  deleteUnshown(
    tables.flatMap(({ table, key = 'id', shows }) =>
      shows === undefined ? [] : [{ table, key, shows }],
    ),
  ),
]

/**
 * Keeps what is over since a day in a fraction of the room, some milliseconds a turn, while nothing else is going on. What the
 * orders of a day took is free then, and holds those of the next. `settle` has the log copied and written into the file.
 */
export function createPacking(
  { file: db, clock, log, allNouns }: Pick<Context, 'file' | 'clock' | 'log' | 'allNouns'>,
  settle: () => Promise<boolean>,
) {
  let lookAt = clock.monotonic() + firstPackMs
  let commits = db.commits
  let isRunning = false
  let stopped = false

  /** Answers whether there may be more. */
  function packSome(): boolean {
    const before = new Date(clock.now() - dayMs).toISOString()
    // Personal texts are overwritten where they were, as if they had been deleted.
    return overwriteDeleted(db, () =>
      allNouns().some(({ pack }) => pack !== undefined && db.transact(() => pack(before))),
    )
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
    catchUp() {
      if (!isRunning && clock.monotonic() >= lookAt) turn()
      else if (!isRunning) commits = db.commits
    },
    close() {
      stopped = true
    },
  }
}

/**
 * The noun of what is over and old: packs what is over, and deletes what is old a few rows
 * at a time, by what each noun declares of its tables, and gives back to the disk what they held. What is open, is to be sent, or waits for a person stays.
 */
export const retention = defineNoun(withoutScreens('retention'), {
  needs: [fileCare],
  create(context) {
    const { db, clock, agreed, settings, allNouns, use } = context
    const packing = createPacking(context, use(fileCare).settle)
    let lookAt = -Infinity
    let commits = 0
    let statements: string[] | null = null
    const before = (days: number): string =>
      new Date(agreed.toDelete() - days * dayMs).toISOString()

    /** Answers whether there may be more. */
    function forgetPeople(): boolean {
      const until = before(settings().guestDataDays)
      return overwriteDeleted(db, () =>
        db.transact(() => {
          forgetSetAside(db, until)
          return allNouns().some((parts) => parts.forgetPeople?.(until) ?? false)
        }),
      )
    }

    function deleteRows(): boolean {
      statements ??= deletions(db.tables)
      const instant = before(settings().keepDays)
      return statements.some((sql) => db.run(sql, instant, rowsABeat) > 0)
    }

    const dropOld = (): boolean =>
      db.transact(() => allNouns().some((parts) => parts.dropOld?.(agreed.toDelete()) ?? false))

    function dropSome(): void {
      // Where much is going on, the disk has other things to do.
      if (db.commits - commits < fewCommits) db.giveBack(pagesABeat, sparePages)
      commits = db.commits
      if (clock.monotonic() < lookAt || agreed.toDelete() === 0) return
      const hasMore = forgetPeople() || deleteRows() || dropOld()
      lookAt = clock.monotonic() + (hasMore ? 0 : lookEveryMs)
      commits = db.commits
    }

    return {
      handlers: {},
      catchUp() {
        dropSome()
        packing.catchUp()
      },
      close: packing.close,
    }
  },
})
