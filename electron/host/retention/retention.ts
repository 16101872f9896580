import { forgetSetAside } from '../db/rows.ts'
import type { DeclaredTable } from '../db/table.ts'
import { deleteUnshown, hasOpenEntry } from '../outbox/subjects.ts'
import { defineNoun, withoutScreens } from '../noun.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for what is too old; while there is more, with every beat. */
const lookEveryMs = 3_600_000
/** Rows of one beat: a few milliseconds, between two orders. */
const rowsABeat = 500
/**
 * What is free within the file is used again first: a day's orders take the room that those of the day before left
 * (packing.ts). Beyond so many pages (4 MB) it goes back to the disk.
 */
const sparePages = 1_024
const pagesABeat = 200

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
 * The noun of what is old: deletes it a few rows at a time, by what each noun declares of its tables, and gives back to the
 * disk what they held. What is open, is to be sent, or waits for a person stays.
 */
export const retention = defineNoun(withoutScreens('retention'), {
  create({ db, clock, agreed, settings, allNouns }) {
    let lookAt = -Infinity
    let commits = 0
    let statements: string[] | null = null
    const before = (days: number): string =>
      new Date(agreed.toDelete() - days * dayMs).toISOString()

    /** Answers whether there may be more. */
    function forgetPeople(): boolean {
      const until = before(settings().guestDataDays)
      // What they said is overwritten also where that costs writes of its own.
      db.get('PRAGMA secure_delete = ON')
      try {
        return db.transact(() => {
          forgetSetAside(db, until)
          return allNouns().some(({ parts }) => parts.forgetPeople?.(until) ?? false)
        })
      } finally {
        db.get('PRAGMA secure_delete = FAST')
      }
    }

    function deleteRows(): boolean {
      statements ??= deletions(allNouns().flatMap(({ tables }) => tables))
      const instant = before(settings().keepDays)
      return statements.some((sql) => db.run(sql, instant, rowsABeat) > 0)
    }

    const dropOld = (): boolean =>
      db.transact(() => allNouns().some(({ parts }) => parts.dropOld?.(agreed.toDelete()) ?? false))

    return {
      handlers: {},
      catchUp() {
        // Where much is going on, the disk has other things to do.
        const isIdle = db.commits - commits < 5
        if (isIdle) db.giveBack(pagesABeat, sparePages)
        commits = db.commits
        if (clock.monotonic() < lookAt || agreed.toDelete() === 0) return
        const hasMore = forgetPeople() || deleteRows() || dropOld()
        lookAt = clock.monotonic() + (hasMore ? 0 : lookEveryMs)
        commits = db.commits
      },
    }
  },
})
