import type { CallFailure } from '#platform/failure.ts'
import { jitter } from '../clock.ts'
import type { EntryState, OutboxEntry } from './entry.ts'
import type { OutboxRules } from './rules.ts'

/** What the rules of a kind say about a lost answer. */
type Retrying = Pick<OutboxRules, 'repeatable' | 'reconcile'>

/** Up to 5 repeats within 10 minutes of what may be repeated at all (README.md). */
export const mostRepeats = 5
const repeatWithinMs = 10 * 60_000

const unknownWaits = [3_000, 10_000, 30_000, 90_000, 180_000]
const longestQueueWait = 15_000

/** The pause before attempt `n` (from 1) of something that certainly had no effect: 1 s doubling to 15 s. */
const queueWait = (n: number): number =>
  Math.min(1_000 * 2 ** Math.min(n - 1, 10), longestQueueWait)

export interface Next {
  state: EntryState
  waitMs: number
  words: string | null
  /** The token or its rights were refused: nothing more is sent until that is mended. */
  pause: boolean
}

const said = (failure: CallFailure): string =>
  failure.status === null ? failure.words : `${String(failure.status)} ${failure.words}`

/**
 * What becomes of an entry after a failed attempt. `entry` is as it was while sending, `now` epoch milliseconds.
 * - Not sent, 429 and 503: the platform did nothing; back to the queue, for as long as it takes. A 503 may come from
 *   something before the platform that gave up waiting: it does not clear what must not happen twice.
 * - 401 and 403: back to the queue, and all is paused.
 *   Both only while no earlier attempt was lost: one that may have happened stays unknown.
 * - Lost, another 5xx, or an answer that cannot be read: unknown, within the rules for repeats, or until reading has settled it.
 * - Any other answer is a no, and so is what we would not send ourselves: for a person.
 */
export function afterFailure(
  entry: Pick<OutboxEntry, 'attempts' | 'repeats' | 'firstSentAt'>,
  rules: Retrying,
  failure: CallFailure,
  now: number,
  chance: number,
): Next {
  const words = said(failure)
  const { status } = failure
  const pause = failure.kind === 'answered' && (status === 401 || status === 403)
  const unavailable = status === 503 && rules.repeatable
  const untouched = pause || failure.kind === 'not-sent' || status === 429 || unavailable
  if (untouched && entry.repeats === 0) {
    const wait = failure.retryAfterMs ?? jitter(queueWait(entry.attempts), chance)
    return { state: 'queued', waitMs: pause ? 0 : wait, words, pause }
  }
  if (failure.kind === 'invalid') return { state: 'rejected', waitMs: 0, words, pause: false }
  const isNo = failure.kind === 'answered' && status !== null && status < 500
  if (isNo && !untouched) return { state: 'rejected', waitMs: 0, words, pause: false }
  const next = afterLoss(entry, rules, words, now, chance)
  return { ...next, waitMs: Math.max(next.waitMs, failure.retryAfterMs ?? 0), pause }
}

/** What becomes of an entry whose answer was lost, by the line or by a crash of ours. */
export function afterLoss(
  entry: Pick<OutboxEntry, 'repeats' | 'firstSentAt'>,
  rules: Retrying,
  words: string | null,
  now: number,
  chance: number,
): Next {
  const since = entry.firstSentAt === null ? 0 : now - Date.parse(entry.firstSentAt)
  const wait = unknownWaits[entry.repeats]
  const canRetry = rules.repeatable || rules.reconcile !== undefined
  // A clock that was set back must not give endless time.
  if (!canRetry || wait === undefined || since < 0 || since + wait > repeatWithinMs)
    return { state: 'unconfirmed', waitMs: 0, words, pause: false }
  return { state: 'unknown', waitMs: jitter(wait, chance), words, pause: false }
}
