import type { FleetStatus, FleetStore } from '#contract/relay/fleet.ts'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import {
  isSettled,
  maxOutcomes,
  type InstructionOutcome,
  type InstructionState,
} from '#contract/relay/instruction-outcome.ts'

/**
 * What became of an instruction in a store, the worst first. `waiting` is everything that may still
 * happen; `past` is what the store no longer reports, because newer ones took its place.
 */
export const outcomeGroups = [
  'not-sent',
  'refused',
  'failed',
  'not-found',
  'partly',
  'waiting',
  'past',
  'done',
] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

/** The words for it. `no-answer`: it was sent, and the store has not reported it. */
export type OutcomeWord = InstructionState | 'not-sent' | 'no-answer' | 'past'

const groupOf: Readonly<Record<OutcomeWord, OutcomeGroup>> = {
  'not-sent': 'not-sent',
  refused: 'refused',
  failed: 'failed',
  'too-old': 'failed',
  'not-found': 'not-found',
  partly: 'partly',
  waiting: 'waiting',
  'no-answer': 'waiting',
  past: 'past',
  done: 'done',
}

/** One store of an instruction. */
export interface StoreOutcome {
  /** `fleetKey` of the store. */
  id: string
  /** Null if the store is no longer in the chain. */
  store: FleetStore | null
  group: OutcomeGroup
  word: OutcomeWord
  /** What the store reported; null if it didn't. */
  report: InstructionOutcome | null
}

/** When each instruction that the server knows was sent, by its id. */
export type SentTimes = ReadonlyMap<string, number>

export const sentTimesOf = (instructions: readonly FleetInstruction[]): SentTimes =>
  new Map(instructions.map(({ id, sentAt }) => [id, sentAt]))

/** A store reports its newest ones. When all of them were sent later, an older one has left its list. */
function isPast({ sentAt }: FleetInstruction, status: FleetStatus, times: SentTimes): boolean {
  if (status.instructions.length < maxOutcomes) return false
  return status.instructions.every(({ id }) => (times.get(id) ?? 0) > sentAt)
}

function wordOf(
  instruction: FleetInstruction,
  store: FleetStore | null,
  isUnsent: boolean,
  times: SentTimes,
): { word: OutcomeWord; report: InstructionOutcome | null } {
  const status = store?.status ?? null
  // A store that reported it has it, even if the server believes that it was not sent.
  const report = status?.instructions.find(({ id }) => id === instruction.id) ?? null
  if (report !== null) return { word: report.state, report }
  if (isUnsent) return { word: 'not-sent', report }
  return { word: status && isPast(instruction, status, times) ? 'past' : 'no-answer', report }
}

/** What became of an instruction in each of its stores, in the order of its stores. */
export function outcomesOf(
  instruction: FleetInstruction,
  stores: ReadonlyMap<string, FleetStore>,
  times: SentTimes,
): StoreOutcome[] {
  const unsent = new Set(instruction.unsent)
  return instruction.stores.map((id) => {
    const store = stores.get(id) ?? null
    const { word, report } = wordOf(instruction, store, unsent.has(id), times)
    return { id, store, word, report, group: groupOf[word] }
  })
}

export type OutcomeCounts = Readonly<Record<OutcomeGroup, number>>

export function countOutcomes(outcomes: readonly StoreOutcome[]): OutcomeCounts {
  const counts = Object.fromEntries(outcomeGroups.map((group) => [group, 0])) as Record<
    OutcomeGroup,
    number
  >
  for (const { group } of outcomes) counts[group] += 1
  return counts
}

/** What `again` sends it to: stores of the chain that have not carried it out. */
export const notSettled = (outcomes: readonly StoreOutcome[]): StoreOutcome[] =>
  outcomes.filter(
    ({ store, report }) => store !== null && (report === null || !isSettled(report.state)),
  )

/**
 * The worst first. Within a group they have the order of `places`, the ids of all stores; those that
 * left the chain come first.
 */
export function worstFirst(
  outcomes: readonly StoreOutcome[],
  places: ReadonlyMap<string, number>,
): StoreOutcome[] {
  const groups = new Map(outcomeGroups.map((group, nth) => [group, nth]))
  // One number each: there are thousands to compare.
  const ranked = outcomes.map((outcome) => ({
    outcome,
    rank: (groups.get(outcome.group) ?? 0) * (places.size + 1) + (places.get(outcome.id) ?? -1),
  }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ outcome }) => outcome)
}
