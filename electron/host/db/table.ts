import type { z } from 'zod'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'

/** A row as the file has it. */
export type Raw = Record<string, unknown>

/** Entries whose delivery the rows of a table show: their subject is the row's key. Of each row all, or the newest of a kind. */
export interface ShownEntries {
  readonly kinds: readonly DeliveryKind[]
  readonly entries: 'all' | 'newest'
}

/** What a noun declares of a table: the care of the file, and of what is old or of people, goes by nothing else. */
export interface DeclaredTable {
  readonly table: string
  /** Names a row; default `id`. */
  readonly key?: string
  /** Of rows that are written and read by `createRows`. */
  readonly columns?: readonly string[]
  readonly version?: number | undefined
  /** It grows with every order: a large file is opened before it is looked at (soundness.ts). */
  readonly grows?: boolean
  /**
   * What its rows say is made of other rows, or read from the platform. A damaged one is deleted, and where its pages cannot be
   * read the table is made anew, empty. What is read again is not taken over from a lost file.
   */
  readonly derivedFrom?: 'rows' | 'platform'
  /** Its full-text index (FTS5), made of its rows. */
  readonly search?: string
  /** Its rows are held by a chain of their own, which is only reported: none is set aside, and the newer one counts. */
  readonly isChained?: boolean
  /**
   * Its rows are of people: what was set aside of them, and of the entries that it shows, is emptied when guests are forgotten.
   * Not of those whose keys begin with one of `except`.
   */
  readonly ofPeople?: true | { readonly except: readonly string[] }
  /**
   * Kinds of the outbox whose delivery its rows show: the key is their subject. Such an entry is kept as long as the row, and
   * the row as long as one is open.
   */
  readonly shows?: ShownEntries
  /**
   * Rows are deleted once the column `since` (ISO) is older than the settings keep data, where `when` (SQL) says so as well.
   * Default they stay, or the noun deletes them.
   */
  readonly old?: { readonly since: string; readonly when?: string }
  /** A row of a lost file as it is taken over into another, which has those of the tables before. Default as it is. */
  readonly takeOver?: (row: Raw, taking: Taking) => Raw
}

/** What a row is taken over into. */
export interface Taking {
  /** Whether a table has a row of this name already. */
  has(table: Pick<DeclaredTable, 'table' | 'key'>, name: unknown): boolean
  /** What arrived from this ISO instant on is read again. */
  readonly readAgainFrom: string
}

interface Format<Row> extends DeclaredTable {
  readonly key: keyof Row & string
  /** A whole row, its JSON read. What it does not let through is damaged. */
  readonly schema: z.ZodType<Row>
  /** Every column but those that hold the row, in the order in which they are hashed. */
  readonly columns: readonly (keyof Row & string)[]
  /** A row was found damaged: what it said is made anew where it can be. */
  rebuild?(key: string): void
}

/** How rows with a version and a hash are written. The table has a column for each field of the schema, `version` and `hash` beside. */
export interface RowFormat<Row> extends Format<Row> {
  /** Columns that hold JSON. */
  readonly json: readonly (keyof Row & string)[]
  /** Of the shape; raise it with a change of the schema. The first is 2: 1 is from before there were hashes. */
  readonly version: number
  /** A row of an older version in the shape of this one. */
  readonly upgrade?: (row: Raw, version: number) => Raw
  readonly sums?: undefined
  readonly stays?: undefined
}

/** A checksum over some columns, in a column of its own. Rows from before there were checksums have none, and are believed. */
export interface Checksum<Name extends string = string> {
  readonly column: string
  readonly over: readonly Name[]
  /** Columns that came later: left out where they are null, as in the rows from before. */
  readonly later?: readonly Name[]
  /** Rows of which it says nothing. */
  unless?(raw: Raw): boolean
}

/** How rows are written that are too long, or written too often, for a hash. */
export interface SummedFormat<Row> extends Format<Row> {
  readonly sums: readonly Checksum<keyof Row & string>[]
  /** A damaged row as it stays in its table, under its key. Default it is set aside, or deleted where it is derived. */
  readonly stays?: (raw: Raw) => Row
  readonly json?: undefined
  readonly version?: undefined
  readonly upgrade?: undefined
}
