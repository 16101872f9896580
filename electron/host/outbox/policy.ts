import type { CallFailure } from '#platform/call/failure.ts'
import { pauseAfter } from '#contract/back-off.ts'
import type { Clock } from '../clock.ts'
import type { OutboxEntry, OutboxRules } from './rules.ts'

/** What the rules of a kind say about a lost answer. */
type Retrying = Pick<OutboxRules, 'reconcile' | 'ownAuthorization'> & { repeatable: boolean }

/** Up to 5 repeats within 10 minutes of what may be repeated at all (README.md). */
export const mostRepeats = 5
const repeatWithinMs = 10 * 60_000

/** Before the next attempt at something that certainly had no effect. */
export const queuePatience = { firstMs: 1_000, longestMs: 15_000 }
/** Before a repeat. */
const repeatPatience = { firstMs: 3_000, longestMs: 180_000, factor: 3 }

/** How long the pauses before so many repeats take together: less than the ten minutes, however many there were. */
const pausesOf = (repeats: number): number =>
  Array.from({ length: Math.min(repeats, mostRepeats) }, (_, nth) =>
    pauseAfter(nth + 1, repeatPatience),
  ).reduce((sum, wait) => sum + wait, 0)

/**
 * The next state of an entry if the platform certainly did nothing: it is sent again, however long
 * it takes.
 */
export const afterNoEffect = (
  { attempts }: Pick<OutboxEntry, 'attempts'>,
  chance: number,
  askedMs: number | null = null,
) =>
  ({
    state: 'queued',
    needsDecision: false,
    waitMs: pauseAfter(attempts, queuePatience, chance, askedMs),
  }) satisfies Partial<NextAttempt>

export interface NextAttempt {
  state: OutboxEntry['state']
  needsDecision: boolean
  /** Null: it stays as due as it was. Whom it goes to could not be reached, and is left alone as a whole (worker.ts). */
  waitMs: number | null
  message: string | null
  /** The token is in doubt: whether it is good is asked of the platform before anything else is sent. */
  doubtsToken: boolean
}

const said = (failure: CallFailure): string =>
  failure.status === null ? failure.message : `${String(failure.status)} ${failure.message}`

/**
 * What becomes of an entry after a failed attempt. `entry` is as it was while sending; `sinceMs` is how long ago it was
 * sent first (`createOutboxTime`).
 * - Not sent, and 429: the platform did nothing; back to the queue, for as long as it takes. What was not sent keeps its place.
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
): NextAttempt {
  const message = said(failure)
  const { status } = failure
  // Without any token nothing is sent, by whichever it goes.
  const isOwn = rules.ownAuthorization === true && failure.reason !== 'no-token'
  const doubtsToken = failure.kind === 'answered' && status === 401 && !isOwn
  const untouched = doubtsToken || failure.kind === 'not-sent' || status === 429
  if (untouched && entry.repeats === 0) {
    const next = afterNoEffect(entry, chance, failure.retryAfterMs)
    const waitMs = failure.kind === 'not-sent' ? null : next.waitMs
    return { ...next, waitMs, message, doubtsToken }
  }
  if (failure.kind === 'invalid') return refusal(message)
  const isNo = failure.kind === 'answered' && status !== null && status < 500
  if (isNo && !untouched) return refusal(message)
  const next = afterLoss(entry, rules, message, sinceMs, chance, failure.retryAfterMs)
  return { ...next, doubtsToken }
}

const refusal = (message: string): NextAttempt => ({
  state: 'refused',
  needsDecision: true,
  waitMs: 0,
  message,
  doubtsToken: false,
})

/** What becomes of an entry whose answer was lost, by the line or by a crash of ours. */
export function afterLoss(
  { repeats }: Pick<OutboxEntry, 'repeats'>,
  rules: Retrying,
  message: string | null,
  sinceMs: number,
  chance: number,
  askedMs: number | null = null,
): NextAttempt {
  const failures = repeats + 1
  const isLate = sinceMs + pauseAfter(failures, repeatPatience) > repeatWithinMs
  const canRetry = rules.repeatable || rules.reconcile !== undefined
  if (!canRetry || failures > mostRepeats || isLate)
    return { state: 'unknown', needsDecision: true, waitMs: 0, message, doubtsToken: false }
  const waitMs = pauseAfter(failures, repeatPatience, chance, askedMs)
  return { state: 'unknown', needsDecision: false, waitMs, message, doubtsToken: false }
}

/**
 * The time that the outbox decides by. Nobody can set it: it begins as the wall clock at the start of the process and goes
 * on with the forward-only clock.
 */
export function createOutboxTime(clock: Clock) {
  const ahead = clock.now() - clock.monotonic()
  /** When each entry was first sent, on the forward-only clock. */
  const firstSent = new Map<string, number>()
  return {
    /** When what waits for so many milliseconds is due (ISO). Only this process can compare it with its own time. */
    dueIn: (waitMs: number) => new Date(ahead + clock.monotonic() + waitMs).toISOString(),
    /** The first attempt at an entry begins. */
    begin: (id: string) => void firstSent.set(id, clock.monotonic()),
    /**
     * How many milliseconds ago an entry was first sent. After a restart only the wall clock knows, and somebody may have set
     * it: it is believed as far as the row explains it, by the pauses before its repeats.
     */
    sinceFirstSent({
      id,
      repeats,
      firstSentAt,
    }: Pick<OutboxEntry, 'id' | 'repeats' | 'firstSentAt'>) {
      const known = firstSent.get(id)
      if (known !== undefined) return clock.monotonic() - known
      const sinceSent = firstSentAt === null ? 0 : clock.now() - Date.parse(firstSentAt)
      const since = Math.min(Math.max(sinceSent, 0), pausesOf(repeats))
      firstSent.set(id, clock.monotonic() - since)
      return since
    },
    /** An entry has no lost answer any more. */
    forget: (id: string) => void firstSent.delete(id),
  }
}

export type OutboxTime = ReturnType<typeof createOutboxTime>
