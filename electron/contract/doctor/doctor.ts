import { answersManager, defineContract, event, managers, none } from '../shared/operation.ts'
import type { StoreSeen } from '../status/status.ts'
import type { MenuGaps } from '../stock/stock.ts'

/**
 * The result of trying one operation of the platform. The doctor never tries an operation that
 * writes.
 */
export type Finding =
  | 'reached'
  /** The platform rejected it; `message` is its own text. */
  | 'refused'
  /** It exists but is not available at the moment (429, 5xx). The same request may work later. */
  | 'unavailable'
  /** Answered with something unexpected; `message` names the field, or says what it was. */
  | 'something-else'
  | 'unreachable'
  /** It writes, so it was not tried. */
  | 'writes'
  /** It could not be tried: there was no order, client or shift to ask for, or no address. */
  | 'nothing-to-ask'

/**
 * A field that could not be read, and how often. A star stands for a position in a list. It
 * contains no value.
 */
export interface UnreadField {
  path: string
  count: number
}

/** One row of the doctor's report. `path` is a template and contains no id. */
export interface OperationFinding {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  finding: Finding
  /** The HTTP status, if there was an answer. */
  status: number | null
  message: string | null
  /** What could not be read of the answer and was left out. Absent if everything was read. */
  unread?: UnreadField[]
}

/** Whether an assumed name is right for this platform. */
export type Proof =
  /** An answer changed as it should, or an answer contained the name. */
  | 'proven'
  /**
   * The platform ignored or rejected it, or there were records that should have it and none did.
   */
  | 'contradicted'
  /** It was tried, and the data was not enough to tell. */
  | 'unclear'
  /** Only a write would show it. */
  | 'only-by-writing'
  /** Only an event would show it, and none has arrived yet. */
  | 'only-by-event'
  | 'not-reached'

export type NameArea =
  | 'connection'
  | 'orders'
  | 'deliveries'
  | 'events'
  | 'menus'
  | 'stores'
  | 'coupons'
  | 'reservations'
  | 'loyalty'
  | 'tabs'
  | 'channels'

export interface NameFinding {
  name: string
  value: string
  default: string
  area: NameArea
  /** The assumption, in English for the report; no screen shows it. */
  assumes: string
  /** Where the default comes from. */
  sure: 'documented' | 'field' | 'inferred' | 'guess'
  proof: Proof
  /** Unknown fields of records that should have this name, at most a few. */
  seen: string[]
}

/** An override of the profile with a value that isn't allowed. Its default applies. */
export interface WrongValueFinding {
  name: string
  /** All allowed values if the set is closed; else empty. */
  values: string[]
  default: string
}

/** What the doctor has found so far. Instants are ISO. */
export interface Examination {
  state: 'never' | 'running' | 'done'
  startedAt: string | null
  endedAt: string | null
  /** How many operations are done. */
  done: number
  total: number
  /**
   * Whether the token gives access to the store that is set; `unknown` if no store is set or the
   * platform didn't say.
   */
  store: StoreSeen
  operations: OperationFinding[]
  names: NameFinding[]
  unknownNames: string[]
  wrongValues: WrongValueFinding[]
  /** Parts of the store's menus that have no place or were left out; null if no menu was read. */
  menu: MenuGaps | null
}

export const doctorContract = defineContract({
  name: 'doctor',
  operations: {
    'doctor.get': answersManager<Examination>()(none),
    /**
     * Starts a read-only examination of the platform; `doctor.changed` reports the results. Only
     * one runs at a time.
     */
    'doctor.examine': answersManager<null>()(none),
    /**
     * The results of the last examination as text without secrets, for a shop to send; `not-found`
     * before the first.
     */
    'doctor.report': answersManager<string>()(none),
    /**
     * Versions, settings, status, the last report and the log as one text for support: without
     * secrets, guests and what was ordered.
     */
    'doctor.supportFile': answersManager<string>()(none),
  },
  events: {
    'doctor.changed': event<{ examination: Examination }>(managers),
  },
})
