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
 * A noun's declaration of a table. Retention and the handling of personal data depend only on it.
 */
export interface DeclaredTable {
  readonly table: string
  /** The key column; default `id`. */
  readonly key?: string
  /** Only for rows of `createRows`. */
  readonly columns?: readonly string[]
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
}

/** How the rows of a table are stored. The table has a column for each field of the schema. */
export interface RowFormat<Row> extends DeclaredTable {
  readonly key: keyof Row & string
  /** Parses a whole row, its JSON already parsed. A row that fails is set aside. */
  readonly schema: z.ZodType<Row>
  readonly columns: readonly (keyof Row & string)[]
  readonly json: readonly (keyof Row & string)[]
  /**
   * A JSON column whose value is the same object as long as its text is the same, so that what was
   * worked out from it can be found by it. Nobody changes it, and it has nothing that JSON loses.
   * It stays in memory while another column of the row, `needed`, is 1.
   */
  readonly lasting?: { readonly column: keyof Row & string; readonly needed: keyof Row & string }
  /** Called for a row that was set aside, to rebuild it if possible. */
  rebuild?(key: string): void
}
