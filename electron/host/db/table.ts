import type { z } from 'zod'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'

/** A row as stored in the file. */
export type Raw = Record<string, unknown>

/**
 * Outbox entries whose delivery a table's rows show: all of a row, or the newest of each kind. The
 * row's key is their subject.
 */
export interface ShownEntries {
  readonly kinds: readonly DeliveryKind[]
  readonly entries: 'all' | 'newest'
}

/**
 * A noun's declaration of a table. File care, retention and the handling of personal data depend
 * only on it.
 */
export interface DeclaredTable {
  readonly table: string
  /** The key column; default `id`. */
  readonly key?: string
  /** Only for rows of `createRows`. */
  readonly columns?: readonly string[]
  readonly version?: number | undefined
  readonly sums?: readonly Checksum[] | undefined
  /**
   * It grows with every order, so a large file opens before this table is checked (soundness.ts).
   */
  readonly grows?: boolean
  /**
   * Its rows are derived from other rows or read from the platform. A damaged row is deleted; if
   * its pages can't be read, the table is recreated empty. Rows from the platform aren't taken over
   * from a lost file.
   */
  readonly derivedFrom?: 'rows' | 'platform'
  /** The full-text index (FTS5) of its rows. */
  readonly search?: string
  /**
   * Its rows have their own hash chain. A fault is only reported: no row is set aside, and the
   * newer row counts.
   */
  readonly isChained?: boolean
  /**
   * Its rows are personal data. When guests are forgotten, rows of it that were set aside are
   * emptied, and so are the entries that it shows. Keys that start with one of `except` stay.
   */
  readonly ofPeople?: true | { readonly except: readonly string[] }
  /**
   * The outbox entries whose delivery its rows show. An entry is kept as long as its row, and the
   * row as long as one of its entries is open.
   */
  readonly shows?: ShownEntries
  /**
   * Deletes rows whose column `since` (ISO) is older than the retention setting, if `when` (SQL) is
   * also true. By default rows stay, or their noun deletes them.
   */
  readonly old?: { readonly since: string; readonly when?: string }
  /**
   * Converts a row of a lost file before it is added to another file. The other file already has
   * the rows of the tables before this one. Default: unchanged.
   */
  readonly takeOver?: (row: Raw, taking: RestoreContext) => Raw
}

export interface RestoreContext {
  /** Whether a table already has a row with this key. */
  has(table: Pick<DeclaredTable, 'table' | 'key'>, name: unknown): boolean
  /** Inbox messages received since this ISO instant are read again. */
  readonly readAgainFrom: string
}

interface Format<Row> extends DeclaredTable {
  readonly key: keyof Row & string
  /** Parses a whole row, its JSON already parsed. A row that fails is damaged. */
  readonly schema: z.ZodType<Row>
  /** Every column except version, hash and checksums, in hash order. */
  readonly columns: readonly (keyof Row & string)[]
  /** Called for a damaged row, to rebuild its content if possible. */
  rebuild?(key: string): void
}

/**
 * Rows with a version and a hash. The table has a column for each field of the schema, plus
 * `version` and `hash`.
 */
export interface RowFormat<Row> extends Format<Row> {
  readonly json: readonly (keyof Row & string)[]
  /**
   * The schema version; raise it when the schema changes. It starts at 2: 1 is from before there
   * were hashes.
   */
  readonly version: number
  /** Converts a row of an older version. */
  readonly upgrade?: (row: Raw, version: number) => Raw
  readonly sums?: undefined
  readonly stays?: undefined
}

/**
 * A checksum over some columns, in its own column. Rows from before there were checksums have none
 * and are trusted.
 */
export interface Checksum<Name extends string = string> {
  readonly column: string
  readonly over: readonly Name[]
  /** Columns added later: not included if null, as in older rows. */
  readonly later?: readonly Name[]
  /** Rows without this checksum. */
  unless?(raw: Raw): boolean
}

/** Rows that are too long, or written too often, for a hash. */
export interface SummedFormat<Row> extends Format<Row> {
  readonly sums: readonly Checksum<keyof Row & string>[]
  /**
   * The replacement for a damaged row, which then stays in its table. By default the row is set
   * aside, or deleted if it is derived.
   */
  readonly stays?: (raw: Raw) => Row
  readonly json?: undefined
  readonly version?: undefined
  readonly upgrade?: undefined
}
