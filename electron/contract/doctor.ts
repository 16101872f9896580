/** What came of trying one operation of the platform. Nothing that writes is ever tried. */
export type Finding =
  /** Answered as it is documented. */
  | 'reached'
  /** The platform said no; `words` are its own. */
  | 'refused'
  /** Answered with something else; `words` names the field, or says what it was. */
  | 'something-else'
  /** No answer. */
  | 'unreachable'
  /** It writes. */
  | 'writes'
  /** There was nothing to try it with: no order, no client, no shift to ask for, or no address. */
  | 'nothing-to-ask'

/** One line of the doctor's report. `path` is a template: no id is in it. */
export interface OperationFinding {
  operation: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  finding: Finding
  /** HTTP status, where there was an answer. */
  status: number | null
  words: string | null
}

/** Whether a name that had to be assumed is right for this platform. */
export type Proof =
  /** An answer changed as it should, or the name was met in an answer. */
  | 'proven'
  /** The platform took no notice of it, or refused it. */
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
}

/** What the doctor knows, while it works and after. Instants are ISO. */
export interface Examination {
  state: 'never' | 'running' | 'done'
  startedAt: string | null
  endedAt: string | null
  /** Of how many operations it knows already. */
  done: number
  total: number
  operations: OperationFinding[]
  names: NameFinding[]
  /** Overrides of the profile that are no name of the dialect. */
  unknownNames: string[]
}
