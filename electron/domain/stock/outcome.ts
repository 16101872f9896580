import { requestOf, type Desired, type Requested, type StockRow } from './row.ts'
import { isBehind, type StockStep } from './step.ts'

/** How far a request about an item has come. */
export type StockOutcome =
  | { kind: 'sending' }
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

/**
 * What a request that says `asked` has come to, at an ISO instant; where something newer is desired by then, that is sent
 * next.
 */
export function follow(
  row: StockRow,
  asked: Desired,
  outcome: StockOutcome,
  at: string,
): StockStep {
  const nextAt = Infinity
  if (row.desired === null) {
    if (row.requested === null || outcome.kind === 'sending') return { row, effects: [], nextAt }
    // Its time was over while it was on the wire, where nothing could take it back.
    return { row: { ...row, requested: null }, effects: [{ kind: 'withdraw' }], nextAt }
  }
  const marked = requestOf(asked, 'sending', at)
  if (outcome.kind === 'sending') return { row: { ...row, requested: marked }, effects: [], nextAt }
  // While it was on the wire its time may have passed, or a newer count have become too old: the row tells of that.
  const requested = row.requested?.tapId === asked.tapId ? row.requested : marked
  const next: StockRow = { ...row, requested: { ...requested, at, ...changeOf(outcome) } }
  // What may be lost is not sent again where something newer is desired.
  const isOver = outcome.kind !== 'accepted' || outcome.finished !== null
  return { row: next, effects: isOver && isBehind(next) ? [{ kind: 'enqueue' }] : [], nextAt }
}
