import type { CallFailure } from '#platform/failure.ts'
import { repeatable, type Owed } from './rules.ts'

/**
 * - `queued`: owed, not sent. - `sending`: on the wire, recorded before the socket opened.
 * - `unknown`: sent, no answer; the effect may have happened. - `done`: the platform said yes.
 * - `rejected`: the platform said no; a person decides. - `unconfirmed`: repeated enough; a person decides.
 * - `withdrawn`: taken back before it was sent. - `dropped`: the order was cancelled or handed over.
 * - `settled`: a person decided that it is done.
 */
export type DebtState =
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'done'
  | 'rejected'
  | 'unconfirmed'
  | 'withdrawn'
  | 'dropped'
  | 'settled'

/** One thing that the store owes the platform. Instants are ISO. */
export interface Debt {
  /** The tap that made it. */
  id: string
  operation: Owed
  /** What it is about: the order's id for a preparation-ready. */
  subject: string
  state: DebtState
  createdAt: string
  /** When the next attempt may begin, and how long that was to wait when it was written down. */
  dueAt: string
  waitMs: number
  attempts: number
  /** Attempts made after an answer was lost. */
  repeats: number
  firstSentAt: string | null
  words: string | null
}

/** outbox.md, after *unknown*: up to 5 repeats within 10 minutes of what may be repeated at all. */
export const mostRepeats = 5
const repeatWithinMs = 10 * 60_000

const unknownWaits = [3_000, 10_000, 30_000, 90_000, 180_000]
const longestQueueWait = 15_000

/** The pause before attempt `n` (from 1) of something that certainly had no effect: 1 s doubling to 15 s. */
const queueWait = (n: number): number =>
  Math.min(1_000 * 2 ** Math.min(n - 1, 10), longestQueueWait)

/** Spreads a pause over 75 % to 125 % of itself; `chance` is from 0 up to 1. */
export const jitter = (milliseconds: number, chance: number): number =>
  Math.round(milliseconds * (0.75 + chance / 2))

export interface Next {
  state: DebtState
  waitMs: number
  words: string | null
  /** The token or its rights were refused: nothing more is sent until that is mended. */
  pause: boolean
}

const said = (failure: CallFailure): string =>
  failure.status === null ? failure.words : `${String(failure.status)} ${failure.words}`

/**
 * What becomes of a debt after a failed attempt. `debt` is as it was while sending, `now` epoch milliseconds.
 * - Not sent, 429 and 503: the platform did nothing; back to the queue, for as long as it takes. A 503 may come from
 *   something before the platform that gave up waiting: it does not clear what must not happen twice.
 * - 401 and 403: back to the queue, and all is paused.
 *   Both only while no earlier attempt was lost: one that may have happened stays unknown.
 * - Lost, another 5xx, or an answer that cannot be read: unknown, within the rules for repeats.
 * - Any other answer is a no, and so is what we would not send ourselves: for a person.
 */
export function afterFailure(
  debt: Pick<Debt, 'operation' | 'attempts' | 'repeats' | 'firstSentAt'>,
  failure: CallFailure,
  now: number,
  chance: number,
): Next {
  const words = said(failure)
  const { status } = failure
  const pause = failure.kind === 'answered' && (status === 401 || status === 403)
  const unavailable = status === 503 && repeatable[debt.operation]
  const untouched = pause || failure.kind === 'not-sent' || status === 429 || unavailable
  if (untouched && debt.repeats === 0) {
    const wait = failure.retryAfterMs ?? jitter(queueWait(debt.attempts), chance)
    return { state: 'queued', waitMs: pause ? 0 : wait, words, pause }
  }
  if (failure.kind === 'invalid') return { state: 'rejected', waitMs: 0, words, pause: false }
  const isNo = failure.kind === 'answered' && status !== null && status < 500
  if (isNo && !untouched) return { state: 'rejected', waitMs: 0, words, pause: false }
  const next = afterLoss(debt, words, now, chance)
  return { ...next, waitMs: Math.max(next.waitMs, failure.retryAfterMs ?? 0), pause }
}

/** What becomes of a debt whose answer was lost, by the line or by a crash of ours. */
export function afterLoss(
  debt: Pick<Debt, 'operation' | 'repeats' | 'firstSentAt'>,
  words: string | null,
  now: number,
  chance: number,
): Next {
  const since = debt.firstSentAt === null ? 0 : now - Date.parse(debt.firstSentAt)
  const wait = unknownWaits[debt.repeats]
  // A clock that was set back must not give endless time.
  if (
    !repeatable[debt.operation] ||
    wait === undefined ||
    since < 0 ||
    since + wait > repeatWithinMs
  )
    return { state: 'unconfirmed', waitMs: 0, words, pause: false }
  return { state: 'unknown', waitMs: jitter(wait, chance), words, pause: false }
}
