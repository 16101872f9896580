import type {
  Examination,
  OperationFinding,
  Proof,
  WrongValueFinding,
} from '#contract/doctor/doctor.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import type { MenuGaps } from '#contract/stock/stock.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { ObjectCheck } from '#platform/check.ts'
import type { Connection } from '#platform/connection.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { isoNow, systemClock, type Clock } from '../clock/clock.ts'
import { findingOf, type What } from './finding.ts'
import { Mask } from './mask.ts'
import { nameFindings, type EventSeen } from './names.ts'
import { objectsAt, observed, unclaimedFields } from './observed-names.ts'
import type { Verdicts } from './proof.ts'

export interface ExamineOptions {
  /** The store to examine; null for the first one of the token. */
  storeId: string | null
  /** Events of the inbox, read at the end; none by default. */
  events?: () => readonly EventSeen[]
  /** Overrides of the profile that aren't names of the dialect; none by default. */
  unknownNames?: readonly string[]
  /** Overrides of the profile with a value that their name can't have; none by default. */
  wrongValues?: readonly WrongValueFinding[]
  /** How long an answer may take; 15 s by default. */
  answerWithinMs?: number
  /** Stops the examination, which then rejects. */
  signal?: AbortSignal
  clock?: Clock
  /** Called after each operation, with a copy. */
  onProgress?: (soFar: Examination) => void
}

export const operationNames = Object.keys(platformOperations) as PlatformOperationName[]

/** Before the first examination. */
export const neverExamined = ({
  unknownNames = [],
  wrongValues = [],
}: Pick<ExamineOptions, 'unknownNames' | 'wrongValues'>): Examination => ({
  state: 'never',
  startedAt: null,
  endedAt: null,
  done: 0,
  total: operationNames.length,
  store: { state: 'unknown', stores: null, names: [] },
  operations: [],
  names: [],
  unknownNames: [...unknownNames],
  // The values in the profile are left out: they stay on this computer.
  wrongValues: wrongValues.map(({ name, values, default: byDefault }) => ({
    name,
    values,
    default: byDefault,
  })),
  menu: null,
})

/** A proof stays: one clear sight of a name is enough. */
function addVerdicts(verdicts: Verdicts, seen: Verdicts): void {
  for (const [name, proof] of Object.entries(seen) as [DialectName, Proof][]) {
    const before = verdicts[name]
    if (before === undefined || (before !== 'proven' && proof !== 'unclear')) verdicts[name] = proof
  }
}

/** The findings of an examination. Reports its progress. */
export class Findings {
  readonly #options: ExamineOptions
  readonly #dialect: Connection['dialect']
  readonly #clock: Clock
  readonly #startedAt: string
  readonly #operations = new Map<PlatformOperationName, OperationFinding>()
  readonly #verdicts: Verdicts = {}
  /** Fields without a known name, by the thing they belong to. */
  readonly #unclaimed = new Map<string, string[]>()
  /** Requested ids: the platform may repeat them in its messages. */
  readonly #ids: Set<string>
  readonly #mask: Mask
  #store: StoreSeen
  #menu: MenuGaps | null

  constructor({ dialect, token, channelToken }: Connection, options: ExamineOptions) {
    const { storeId, clock = systemClock } = options
    const { store, menu } = neverExamined(options)
    this.#options = options
    this.#dialect = dialect
    this.#clock = clock
    this.#startedAt = isoNow(clock)
    this.#store = store
    this.#menu = menu
    this.#ids = new Set(storeId === null ? [] : [storeId])
    this.#mask = new Mask([token, channelToken], this.#ids)
  }

  examination(state: 'running' | 'done'): Examination {
    const isDone = state === 'done'
    const operations = operationNames.flatMap((name) => this.#operations.get(name) ?? [])
    return {
      ...neverExamined(this.#options),
      state,
      startedAt: this.#startedAt,
      endedAt: isDone ? isoNow(this.#clock) : null,
      done: this.#operations.size,
      store: this.#store,
      operations,
      names: isDone ? nameFindings(this.#dialect, this.#verdicts, operations, this.#unclaimed) : [],
      menu: this.#menu,
    }
  }

  prove(seen: Verdicts): void {
    addVerdicts(this.#verdicts, seen)
  }

  note(name: PlatformOperationName, what: What): void {
    const message = what.message === null ? null : this.#mask.hide(what.message)
    this.#operations.set(name, findingOf(name, this.#dialect, { ...what, message }))
    this.#options.onProgress?.(this.examination('running'))
  }

  look(checks: readonly ObjectCheck[], raw: unknown): void {
    for (const each of checks) {
      const path = each.at.map((place) =>
        typeof place === 'string' ? place : this.#dialect[place.named],
      )
      const objects = objectsAt(raw, ...path)
      this.prove(observed(each, this.#dialect, objects))
      if (each.how !== 'fields') continue
      const fields = unclaimedFields(this.#dialect, each.kind, objects, each.specified ?? [])
      if (fields.length > 0)
        this.#unclaimed.set(
          each.kind,
          fields.map((field) => this.#mask.hide(field)),
        )
    }
  }

  /** Hides ids and names in the shown results. */
  hide(words: readonly string[]): void {
    for (const word of words) this.#ids.add(word)
  }

  noteStore(store: StoreSeen): void {
    this.#store = store
  }

  noteMenu(gaps: MenuGaps | null): void {
    this.#menu = gaps
  }
}
