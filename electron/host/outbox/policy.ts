import type { CallFailure } from '#platform/call/failure.ts'
import { jitter } from '../clock.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxRules } from './rules.ts'

/** What the rules of a kind say about a lost answer. */
type Retrying = Pick<OutboxRules, 'reconcile' | 'ownAuthorization'> & { repeatable: boolean }

/** Up to 5 repeats within 10 minutes of what may be repeated at all (README.md). */
export const mostRepeats = 5
const repeatWithinMs = 10 * 60_000

const unknownWaits = [3_000, 10_000, 30_000, 90_000, 180_000]
/** How long the pauses before so many repeats take together: less than the ten minutes, however many there were. */
export const pausesOf = (repeats: number): number =>
  unknownWaits.slice(0, repeats).reduce((sum, wait) => sum + wait, 0)
const longestQueueWait = 15_000

/** The pause after attempt `n` (from 1) of something that certainly had no effect: 1 s doubling to the longest. */
export const queueWait = (n: number, longestMs = longestQueueWait): number =>
  Math.min(1_000 * 2 ** Math.min(n - 1, 10), longestMs)

/** What becomes of an entry of which the platform certainly did nothing: it goes again, for as long as it takes. */
export const nothingHappened = (
  { attempts }: Pick<OutboxEntry, 'attempts'>,
  chance: number,
): Pick<Next, 'state' | 'needsDecision' | 'waitMs'> => ({
  state: 'queued',
  needsDecision: false,
  waitMs: jitter(queueWait(attempts), chance),
})

export interface Next {
  state: OutboxEntry['state']
  needsDecision: boolean
  waitMs: number
  message: string | null
  /** The token is in doubt: whether it is good is asked of the platform before anything else is sent. */
  doubtsToken: boolean
}

const said = (failure: CallFailure): string =>
  failure.status === null ? failure.words : `${String(failure.status)} ${failure.words}`

/**
 * What becomes of an entry after a failed attempt. `entry` is as it was while sending; `sinceMs` is how long ago it was
 * sent first (time.ts).
 * - Not sent, and 429: the platform did nothing; back to the queue, for as long as it takes.
 * - 401: the same, and the token is in doubt; of a kind with a token of its own it is a no.
 *   Both only while no earlier attempt was lost: one that may have happened stays unknown.
 * - Lost, any 5xx, or an answer that cannot be read: unknown, within the rules for repeats, or until reading has settled
 *   it. A 503, too, may come after the effect, from something before the platform that gave up waiting.
 * - Any other answer is a no, 403 among them, and so is what we would not send ourselves: for a person.
 */
export function afterFailure(
  entry: Pick<OutboxEntry, 'attempts' | 'repeats'>,
  rules: Retrying,
  failure: CallFailure,
  sinceMs: number,
  chance: number,
): Next {
  const message = said(failure)
  const { status } = failure
  // Without any token nothing is sent, by whichever it goes.
  const isOwn = rules.ownAuthorization === true && failure.reason !== 'no-token'
  const doubtsToken = failure.kind === 'answered' && status === 401 && !isOwn
  const untouched = doubtsToken || failure.kind === 'not-sent' || status === 429
  const asked = failure.retryAfterMs ?? 0
  if (untouched && entry.repeats === 0) {
    const next = nothingHappened(entry, chance)
    return { ...next, waitMs: Math.max(asked, next.waitMs), message, doubtsToken }
  }
  if (failure.kind === 'invalid') return refusal(message)
  const isNo = failure.kind === 'answered' && status !== null && status < 500
  if (isNo && !untouched) return refusal(message)
  const next = afterLoss(entry, rules, message, sinceMs, chance)
  return { ...next, waitMs: Math.max(next.waitMs, asked), doubtsToken }
}

const refusal = (message: string): Next => ({
  state: 'refused',
  needsDecision: true,
  waitMs: 0,
  message,
  doubtsToken: false,
})

/** What becomes of an entry whose answer was lost, by the line or by a crash of ours. */
export function afterLoss(
  entry: Pick<OutboxEntry, 'repeats'>,
  rules: Retrying,
  message: string | null,
  sinceMs: number,
  chance: number,
): Next {
  const wait = unknownWaits[entry.repeats]
  const canRetry = rules.repeatable || rules.reconcile !== undefined
  if (!canRetry || wait === undefined || sinceMs + wait > repeatWithinMs)
    return { state: 'unknown', needsDecision: true, waitMs: 0, message, doubtsToken: false }
  const waitMs = jitter(wait, chance)
  return { state: 'unknown', needsDecision: false, waitMs, message, doubtsToken: false }
}
