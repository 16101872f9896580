import { answersManager, defineContract, event, managers, none } from './operation.ts'
import type { StoreSeen } from './status/status.ts'
import type { MenuGaps } from './stock.ts'

/** What came of trying one operation of the platform. Nothing that writes is ever tried. */
export type Finding =
  /** Answered as it is documented. */
  | 'reached'
  /** The platform said no; `words` are its own. */
  | 'refused'
  /** It is there, and takes nothing at the moment (429, 5xx): the same question may do later. */
  | 'unavailable'
  /** Answered with something else; `words` names the field, or says what it was. */
  | 'something-else'
  /** No answer. */
  | 'unreachable'
  /** It writes. */
  | 'writes'
  /** There was nothing to try it with: no order, no client, no shift to ask for, or no address. */
  | 'nothing-to-ask'

/** A field that could not be read, and how often; a star stands for a place in a list. No value is in it. */
export interface UnreadField {
  path: string
  count: number
}

/** One line of the doctor's report. `path` is a template: no id is in it. */
export interface OperationFinding {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  finding: Finding
  /** HTTP status, where there was an answer. */
  status: number | null
  message: string | null
  /** Of an answer: what of it could not be read, and was left out. Absent where all of it was. */
  unread?: UnreadField[]
}

/** Whether a name that had to be assumed is right for this platform. */
export type Proof =
  /** An answer changed as it should, or the name was met in an answer. */
  | 'proven'
  /** The platform took no notice of it, or refused it; or there were things to have it, and none had. */
  | 'contradicted'
  /** Tried, and the data could not tell. */
  | 'unclear'
  /** Only a write would show it. */
  | 'only-by-writing'
  /** Only an event would show it, and none came yet. */
  | 'only-by-event'
  /** Its operation was not reached. */
  | 'not-reached'

/** What a name of the dialect is about. */
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

/** A name of the dialect in force, and what the doctor found. */
export interface NameFinding {
  name: string
  value: string
  default: string
  area: NameArea
  /** What is assumed, in English for the report: no screen shows it. */
  assumes: string
  /** Where the default comes from. */
  sure: 'documented' | 'field' | 'inferred' | 'guess'
  proof: Proof
  /** Where no record had it: fields that were met there and that no name is known for, at most a few. */
  seen: string[]
}

/** An override of the profile with a value that its name cannot have: its default holds. */
export interface WrongValueFinding {
  name: string
  /** All that it may be, where the set is closed; else empty. */
  values: string[]
  default: string
}

/** What the doctor knows, while it works and after. Instants are ISO. */
export interface Examination {
  state: 'never' | 'running' | 'done'
  startedAt: string | null
  endedAt: string | null
  /** Of how many operations it knows already. */
  done: number
  total: number
  /** Whether the token sees the store that is set; `unknown` where none is set, or nobody could say. */
  store: StoreSeen
  operations: OperationFinding[]
  names: NameFinding[]
  /** Overrides of the profile that are no name of the dialect. */
  unknownNames: string[]
  wrongValues: WrongValueFinding[]
  /** What of the store's menus stands in no place, or was left out; null where none was read. */
  menu: MenuGaps | null
}

export const doctorContract = defineContract({
  name: 'doctor',
  operations: {
    'doctor.read': answersManager<Examination>()(none),
    /** Starts an examination of the platform, read-only; what it finds comes as `doctor.changed`. One at a time. */
    'doctor.examine': answersManager<null>()(none),
    /** What the last examination found, as text without secrets for a shop to send; `not-found` before the first. */
    'doctor.report': answersManager<string>()(none),
  },
  events: {
    'doctor.changed': event<{ examination: Examination }>(managers),
  },
})
