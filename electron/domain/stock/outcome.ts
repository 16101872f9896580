import { requestOf, type Desired, type Requested, type StockRow } from './row.ts'
import { isBehind, type StockStep } from './step.ts'

/** How far a request about an item has come; `desired` is what it says. */
export type StockOutcome =
  | { kind: 'sending'; desired: Desired }
  | { kind: 'queued' | 'unknown' | 'refused' | 'unconfirmed'; words: string | null }
  /** The platform took it as this process; `finished` once that has ended, with when it listed the item, if it did. */
  | { kind: 'accepted'; processId: string | null; finished: { listedAt: string | null } | null }

const stages: Record<Exclude<StockOutcome['kind'], 'sending' | 'accepted'>, Requested['stage']> = {
  queued: 'queued',
  // Without an answer it may still be on its way.
  unknown: 'sending',
  refused: 'refused',
  unconfirmed: 'unconfirmed',
}

function changeOf(
  outcome: Exclude<StockOutcome, { kind: 'sending' }>,
): Partial<Requested> & Pick<Requested, 'stage'> {
  if (outcome.kind !== 'accepted') return { stage: stages[outcome.kind], words: outcome.words }
  const { processId, finished } = outcome
  if (finished === null) return { stage: 'accepted', processId }
  return finished.listedAt === null
    ? { stage: 'unconfirmed', processId }
    : { stage: 'confirmed', processId, listedAt: finished.listedAt, words: null }
}

/** What a request has come to, at an ISO instant; where something newer is desired by then, that is sent next. */
export function follow(row: StockRow, outcome: StockOutcome, at: string): StockStep {
  const nextAt = Infinity
  // A person let go of it meanwhile.
  if (row.desired === null) return { row, effects: [], nextAt }
  if (outcome.kind === 'sending') {
    const requested = requestOf(outcome.desired, 'sending', at)
    return { row: { ...row, requested }, effects: [], nextAt }
  }
  if (row.requested === null) return { row, effects: [], nextAt }
  const change = changeOf(outcome)
  const next: StockRow = { ...row, requested: { ...row.requested, at, ...change } }
  const isOver = change.stage !== 'sending' && change.stage !== 'accepted'
  return { row: next, effects: isOver && isBehind(next) ? [{ kind: 'enqueue' }] : [], nextAt }
}
