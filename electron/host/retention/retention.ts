import { firstUse } from '../clock.ts'
import { overwriteDeleted } from '../db/open.ts'
import { forgetSetAside } from '../db/rows.ts'
import type { DeclaredTable } from '../db/table.ts'
import { logThrown } from '../log.ts'
import { defineNoun, withoutScreens, type Context } from '../noun.ts'
import { deleteUnshown, hasOpenEntry } from '../outbox/subjects.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for old data; while there is more, at every beat. */
const lookEveryMs = 3_600_000
/** Rows per beat: a few milliseconds of work. */
const rowsABeat = 500
/** Packing runs this long after the start, and then at this interval. */
const firstPackMs = 60_000
/** Between two turns. */
const restMs = 250
/** This many commits by others between two checks mean that the kitchen is busy. */
const fewCommits = 5
/**
 * Deletes old rows of a table, except rows with open outbox entries. Null if nothing of it is ever
 * deleted.
 */
function deleteOld({ table, key = 'id', old, shows }: DeclaredTable): string | null {
  if (old === undefined) return null
  const conditions = [
    // A wrong clock makes nothing old.
    `${old.since} IS NOT NULL AND ${old.since} >= '${firstUse}' AND ${old.since} < ?`,
    ...(old.when === undefined ? [] : [old.when]),
    ...(shows === undefined ? [] : [`NOT ${hasOpenEntry(`${table}.${key}`)}`]),
  ]
  return `DELETE FROM ${table} WHERE ${key} IN (
    SELECT ${key} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${old.since} LIMIT ?)`
}

/**
 * The statements that delete old rows of all tables, and then outbox entries that no row shows.
 * Each takes an instant and a limit.
 */
const deletions = (tables: readonly DeclaredTable[]): string[] => [
  ...tables.flatMap((each) => deleteOld(each) ?? []),
  deleteUnshown(
    tables.flatMap(({ table, key = 'id', shows }) =>
      shows === undefined ? [] : [{ table, key, shows }],
    ),
  ),
]

/**
 * Packs what has been over for a day into a fraction of its space, some milliseconds per turn,
 * while the kitchen is calm. The freed space takes the orders of the next day.
 */
function createPacking({
  file: db,
  clock,
  log,
  allNouns,
}: Pick<Context, 'file' | 'clock' | 'log' | 'allNouns'>) {
  let lookAt = clock.monotonic() + firstPackMs
  let commits = db.commits
  let isRunning = false
  let stopped = false

  /** Returns whether there may be more. */
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
    // The kitchen is busy: the next beat tries again.
    const isBusy = db.commits - commits >= fewCommits
    commits = db.commits
    if (isBusy) return
    try {
      isRunning = packSome()
      if (!isRunning) lookAt = clock.monotonic() + lookEveryMs
      else rest()
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
 * The noun of retention: packs what is over, deletes old rows a few at a time as each noun
 * declares. Everything that is open, waits to be sent or needs a
 * decision stays.
 */
export const retention = defineNoun(withoutScreens('retention'), {
  create(context) {
    const { db, clock, agreed, settings, allNouns } = context
    const packing = createPacking(context)
    let lookAt = -Infinity
    let statements: string[] | null = null
    const before = (days: number): string =>
      new Date(agreed.toDelete() - days * dayMs).toISOString()

    /** Returns whether there may be more. */
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
      if (clock.monotonic() < lookAt || agreed.toDelete() === 0) return
      const hasMore = forgetPeople() || deleteRows() || dropOld()
      lookAt = clock.monotonic() + (hasMore ? 0 : lookEveryMs)
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
