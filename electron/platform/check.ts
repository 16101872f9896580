import type { DialectName } from './assumptions.ts'
import type { CallResult } from './call/failure.ts'

/**
 * How the doctor (host/doctor) tries an operation and proves names by it, told as data beside the operation.
 */
export type Check<Parameter extends string = string> = ReadCheck<Parameter> | WriteCheck

/** Of what only reads. */
export interface ReadCheck<Parameter extends string = string> {
  /** What it is asked with when it is first tried, or why it cannot be; default: nothing. */
  ask?: (known: Known) => Asking | Promise<Asking>
  /** What is looked at for names in its answer. */
  looks?: readonly Look[]
  /** What is asked further, one after the other, once it was reached. */
  questions?: readonly Question<Parameter>[]
  /**
   * A name for lists whose parameters are called alike: only one of them is asked further, the first that has two
   * things to tell apart.
   */
  alike?: string
}

/** Of what writes, and is never tried. */
export interface WriteCheck {
  /** `by-its-path`: whether its path is there shows without writing, since to read there changes nothing. */
  writes: true | 'by-its-path'
}

/** What is known when an operation is tried. */
export interface Known {
  /** The store that is examined; null where none is known. */
  storeId: string | null
  /** What another operation answered; undefined where it was not reached. It is tried first where it was not yet. */
  answerOf: <Value>(operation: {
    (...input: never): Promise<CallResult<Value>>
    readonly spec: object
  }) => Promise<Value | undefined>
}

/** The input of an operation, or what is missing for it, as a sentence for the report. */
export type Asking =
  | { params?: Record<string, string>; query?: Record<string, string> }
  | { missing: string }

/** Some objects of an answer's `data` as it came, and what they tell. Lists on the way to them are gone through. */
export type Look = {
  /** Where they lie; a field's name may be the dialect's. */
  at: readonly (string | { named: DialectName })[]
} & (
  | {
      /** They are all of one thing of the dialect (`driver`): its names are their fields. */
      how: 'fields'
      thing: string
      /** Fields that are specified, and need no name. */
      specified?: readonly string[]
    }
  /** One of the words of the name is a field of theirs. That none has it says nothing. */
  | { how: 'has'; name: DialectName }
  /** The words of each name mean the same, and one of them stands in the field. */
  | { how: 'values'; field: string; names: readonly DialectName[] }
  /** The words of the name each mean something else, and nothing but them stands in the field. */
  | { how: 'words'; field: string; name: DialectName }
  /** Their fields carry the vendor's prefix. */
  | { how: 'prefix' }
  /** They are schedules: their periods have the dialect's numbers of weekdays. */
  | { how: 'weekdays' }
)

/** Further questions to an operation, and how their answers prove the names of its parameters. */
export type Question<Parameter extends string = string> =
  /** A page size and a page number: pages of one and of two, and the second page. */
  | { how: 'pages'; size: Parameter; page: Parameter }
  /** From a time on, or up to one, that leaves nothing in the list. */
  | { how: 'emptied'; of: Parameter; by: 'far-future' | 'long-ago' }
  /** A filter, with values that each leave something out. */
  | { how: 'narrowed'; of: Parameter; by: readonly string[] }
  /** A search for one of the items by its name: it must find that one, and not everybody. */
  | { how: 'searched'; of: Parameter }
  /** The filter of a client's status, with each of the dialect's words for one. */
  | { how: 'statuses'; of: Parameter }
  /** Upwards and downwards by a date of the items. */
  | { how: 'sorted'; of: Parameter; date: string }
  /** Only one value is allowed, which is the default: no answer changes, but it may be refused. */
  | { how: 'allowed'; of: Parameter; by: string }
  /** The order of a list that was asked for no order, by a date of the items. */
  | { how: 'default-order'; name: DialectName; date: string }
  /** The largest page: what follows goes by it, where the page size is understood. */
  | { how: 'largest'; of: Parameter; size: number; looks: readonly Look[] }
  /** A filter by store: one that has something, beside one that does not exist. */
  | { how: 'of-store'; of: Parameter }
  /**
   * How a query carries two stores: both together, beside each alone. Where these cannot tell, a field of the items may,
   * which names the stores that they are only for. A list that `grows` meanwhile contradicts nothing.
   */
  | { how: 'of-stores'; of: Parameter; onlyFor?: string; grows?: true }
  /** The page size and the cursor of a keyset list: the stretch after one must have nothing of it. */
  | { how: 'stretches'; size: Parameter; cursor: Parameter }
  /** A wish to leave out of a menu what is sold out, where something is. */
  | { how: 'leaves-out'; of: Parameter }
