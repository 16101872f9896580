import type { DialectName } from './assumptions.ts'
import type { CallResult } from './call/failure.ts'

/**
 * How the doctor (host/doctor) tries an operation and proves names with it, as data next to the
 * operation.
 */
export type Check<Parameter extends string = string> = ReadCheck<Parameter> | WriteCheck

/** For reading operations. */
export interface ReadCheck<Parameter extends string = string> {
  /** The input of the first try, or why there is none; empty by default. */
  ask?: (context: CheckContext) => CheckInput | Promise<CheckInput>
  /** Where to look for names in the answer. */
  looks?: readonly ObjectCheck[]
  /** Further questions after the first success, in order. */
  questions?: readonly Question<Parameter>[]
  /**
   * A group of lists with the same parameter names: only the first one with at least two items is
   * asked further.
   */
  alike?: string
}

/** For writing operations, which are never tried. */
export interface WriteCheck {
  /** `by-its-path`: reading at the path shows whether it exists, without writing. */
  writes: true | 'by-its-path'
}

export interface CheckContext {
  storeId: string | null
  /** The answer of another operation, which is tried first if needed; undefined if it failed. */
  answerOf: <Value>(operation: {
    (...input: never): Promise<CallResult<Value>>
    readonly spec: object
  }) => Promise<Value | undefined>
}

/** The input of an operation, or what is missing, as a sentence for the report. */
export type CheckInput =
  | { params?: Record<string, string>; query?: Record<string, string> }
  | { missing: string }

/** Objects in an answer's raw `data`, and what they prove. Lists on the path are flattened. */
export type ObjectCheck = {
  /** Their path; field names may be the dialect's. */
  at: readonly (string | { named: DialectName })[]
} & (
  | {
      /** They are all the same thing of the dialect (`driver`), whose names are their fields. */
      how: 'fields'
      kind: string
      /** Specified fields, which need no name. */
      specified?: readonly string[]
    }
  /** One word of the name is one of their fields. If none is, that proves nothing. */
  | { how: 'has'; name: DialectName }
  /** The words of a name have the same meaning, and the field contains one of them. */
  | { how: 'values'; field: string; names: readonly DialectName[] }
  /** The words of the name have different meanings, and the field contains only them. */
  | { how: 'words'; field: string; name: DialectName }
  /** Their fields have the vendor's prefix. */
  | { how: 'prefix' }
  /** They are schedules, whose periods have the dialect's weekday numbers. */
  | { how: 'weekdays' }
)

/** Further questions to an operation, and how the answers prove its parameter names. */
export type Question<Parameter extends string = string> =
  /** Page size and page number: pages of one and two, and the second page. */
  | { how: 'pages'; size: Parameter; page: Parameter }
  /** A start or end time that leaves nothing in the list. */
  | { how: 'emptied'; of: Parameter; by: 'far-future' | 'long-ago' }
  /** A filter with values that each leave something out. */
  | { how: 'narrowed'; of: Parameter; by: readonly string[] }
  /** A search for an item by name: it must find that one, and not everybody. */
  | { how: 'searched'; of: Parameter }
  /** The client-status filter with each of the dialect's words. */
  | { how: 'statuses'; of: Parameter }
  /** Ascending and descending by a date of the items. */
  | { how: 'sorted'; of: Parameter; date: string }
  /**
   * Only the default value is allowed: the answer doesn't change, but the platform may reject it.
   */
  | { how: 'allowed'; of: Parameter; by: string }
  /** The order of a list without a requested one, by a date of the items. */
  | { how: 'default-order'; name: DialectName; date: string }
  /** The largest page: later questions use it if the page size works. */
  | { how: 'largest'; of: Parameter; size: number; looks: readonly ObjectCheck[] }
  /** A store filter: a store with items, compared with one that doesn't exist. */
  | { how: 'of-store'; of: Parameter }
  /**
   * How a query names two stores: both together, compared with each alone. If that proves nothing,
   * a field of the items may, which names their stores. A list that `grows` meanwhile contradicts
   * nothing.
   */
  | { how: 'of-stores'; of: Parameter; onlyFor?: string; grows?: true }
  /** Page size and cursor of a keyset list: the page after a cursor must not repeat items. */
  | { how: 'cursor-pages'; size: Parameter; cursor: Parameter }
  /** Leaves sold-out things out of a menu, if there are any. */
  | { how: 'leaves-out'; of: Parameter }
