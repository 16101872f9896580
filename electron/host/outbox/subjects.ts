import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { ShownEntries } from '../db/table.ts'

const conditions = {
  queued: "open = 1 AND needs_decision = 0 AND state = 'queued'",
  undecided: 'open = 1 AND needs_decision = 1',
  /** Not withdrawn, so they say something about what was sent. */
  active: "state <> 'withdrawn'",
  /** Open, or withdrawn by a person. */
  openOrTakenBack: "(outbox.open = 1 OR (state = 'withdrawn' AND reason IS NULL))",
}

type Which = keyof typeof conditions

const named = (kinds: readonly DeliveryKind[]): string =>
  kinds.map((kind) => `'${kind}'`).join(', ')

/**
 * SQL for a noun's table: the subjects of such entries. It reads few rows, however large the table
 * is. All SQL about the outbox is here, so that no noun knows its columns.
 */
export const subjectsOf = (kinds: readonly DeliveryKind[], which: Which): string =>
  `SELECT subject FROM outbox WHERE kind IN (${named(kinds)}) AND ${conditions[which]}`

/** SQL: whether there is such an entry with the subject `key`, a column with its table's name. */
export const hasEntry = (key: string, kinds: readonly DeliveryKind[], which: Which): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${key} AND kind IN (${named(kinds)}) AND ${conditions[which]})`

/** SQL: whether an entry of `key` is open. */
export const hasOpenEntry = (key: string): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${key} AND open = 1)`

const isShown = (table: string, key: string, { kinds, entries }: ShownEntries): string =>
  `(kind IN (${named(kinds)}) AND EXISTS (SELECT 1 FROM ${table} WHERE ${table}.${key} = subject)${
    entries === 'all'
      ? ''
      : ` AND NOT EXISTS (SELECT 1 FROM outbox AS newer WHERE newer.subject = outbox.subject
            AND newer.kind = outbox.kind AND newer.rowid > outbox.rowid)`
  })`

/** SQL with an ISO instant and a limit: deletes finished older entries that no row of these tables shows. */
export const deleteUnshown = (
  tables: readonly { table: string; key: string; shows: ShownEntries }[],
): string =>
  // Oldest first, so that the newest are not read.
  `DELETE FROM outbox WHERE rowid IN (
     SELECT rowid FROM outbox
     WHERE rowid < coalesce((SELECT rowid FROM outbox WHERE created_at >= ? ORDER BY rowid LIMIT 1), 9e15)
       AND open = 0 ${tables.map(({ table, key, shows }) => `AND NOT ${isShown(table, key, shows)}`).join(' ')}
     ORDER BY rowid LIMIT ?)`
