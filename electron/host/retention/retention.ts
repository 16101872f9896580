import { archiveUsed } from '../archive/archive.ts'
import { Mover } from '../archive/mover.ts'
import { firstUse } from '../clock/clock.ts'
import { overwriteDeleted } from '../db/open.ts'
import { forgetSetAside } from '../db/rows.ts'
import type { DeclaredTable } from '../db/table.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun, withoutScreens, type Context } from '../noun.ts'
import { deleteUnshown, hasOpenEntry } from '../outbox/entry-row.ts'
import { tickets } from '../tickets/tickets.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for old data; while there is more, at every beat. */
const lookEveryMs = 3_600_000
/** Rows per beat: a few milliseconds of work. */
const rowsABeat = 500

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
 * Moves what is over into the archive, deletes old rows a few at a time as each noun declares.
 * Everything that is open, waits to be sent or needs a decision stays.
 */
class Retention {
  readonly handlers = {}
  readonly #context: Context
  readonly #mover: Mover
  #lookAt = -Infinity
  #statements: string[] | null = null

  constructor(context: Context) {
    const { use } = context
    this.#context = context
    this.#mover = new Mover({
      ...context,
      live: context.file,
      orders: use(tickets).over,
      messages: use(inboxMessages),
      used: archiveUsed(context.values),
    })
  }

  catchUp(): void {
    this.#dropSome()
    this.#mover.catchUp()
  }

  close(): void {
    this.#mover.stop()
  }

  #dropSome(): void {
    const { clock, agreed } = this.#context
    if (clock.monotonic() < this.#lookAt || agreed.toDelete() === 0) return
    const hasMore = this.#forgetPeople() || this.#deleteRows() || this.#dropOld()
    this.#lookAt = clock.monotonic() + (hasMore ? 0 : lookEveryMs)
  }

  /** Returns whether there may be more. */
  #forgetPeople(): boolean {
    const { db, settings, allNouns } = this.#context
    const until = this.#before(settings().guestDataDays)
    return overwriteDeleted(db, () =>
      db.transact(() => {
        forgetSetAside(db, until)
        return allNouns().some((noun) => noun.forgetPeople?.(until) ?? false)
      }),
    )
  }

  #deleteRows(): boolean {
    const { db, settings } = this.#context
    this.#statements ??= deletions(db.tables)
    const instant = this.#before(settings().keepDays)
    return this.#statements.some((sql) => db.run(sql, instant, rowsABeat) > 0)
  }

  #dropOld(): boolean {
    const { db, agreed, allNouns } = this.#context
    return db.transact(() => allNouns().some((noun) => noun.dropOld?.(agreed.toDelete()) ?? false))
  }

  #before(days: number): string {
    return new Date(this.#context.agreed.toDelete() - days * dayMs).toISOString()
  }
}

/** The noun of retention. */
export const retention = defineNoun(withoutScreens('retention'), {
  needs: [tickets, inboxMessages],
  create: (context) => new Retention(context),
})
