import type { Examination, OperationFinding, Proof, WrongValueFinding } from '#contract/doctor.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import type { MenuGaps } from '#contract/stock.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { ObjectCheck } from '#platform/check.ts'
import type { Connection } from '#platform/connection.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { isoNow, systemClock, type Clock } from '../clock.ts'
import { findingOf, type What } from './finding.ts'
import { createMask } from './mask.ts'
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

/** Records the findings of an examination, and reports its progress. */
export function createExamination(
  { dialect, token, channelToken }: Connection,
  options: ExamineOptions,
) {
  const { storeId, clock = systemClock, onProgress } = options
  const startedAt = isoNow(clock)
  const found = new Map<PlatformOperationName, OperationFinding>()
  const verdicts: Verdicts = {}
  /** Fields without a known name, by the thing they belong to. */
  const unclaimed = new Map<string, string[]>()
  let { store, menu } = neverExamined(options)
  /** Requested ids: the platform may repeat them in its messages. */
  const ids = new Set(storeId === null ? [] : [storeId])
  const mask = createMask([token, channelToken], () => ids)

  function read(state: 'running' | 'done'): Examination {
    const isDone = state === 'done'
    const operations = operationNames.flatMap((name) => found.get(name) ?? [])
    return {
      ...neverExamined(options),
      state,
      startedAt,
      endedAt: isDone ? isoNow(clock) : null,
      done: found.size,
      store,
      operations,
      names: isDone ? nameFindings(dialect, verdicts, operations, unclaimed) : [],
      menu,
    }
  }

  const prove = (seen: Verdicts): void => addVerdicts(verdicts, seen)

  return {
    read,
    prove,
    note(name: PlatformOperationName, what: What): void {
      const text = what.message === null ? null : mask(what.message)
      found.set(name, findingOf(name, dialect, { ...what, message: text }))
      onProgress?.(read('running'))
    },
    look(looks: readonly ObjectCheck[], raw: unknown): void {
      for (const each of looks) {
        const path = each.at.map((place) =>
          typeof place === 'string' ? place : dialect[place.named],
        )
        const objects = objectsAt(raw, ...path)
        prove(observed(each, dialect, objects))
        if (each.how !== 'fields') continue
        const fields = unclaimedFields(dialect, each.thing, objects, each.specified ?? [])
        if (fields.length > 0) unclaimed.set(each.thing, fields.map(mask))
      }
    },
    /** Hides ids and names in the shown results. */
    hide(text: readonly string[]): void {
      for (const word of text) ids.add(word)
    },
    noteStore: (seen: StoreSeen) => void (store = seen),
    noteMenu: (gaps: MenuGaps | null) => void (menu = gaps),
  }
}
