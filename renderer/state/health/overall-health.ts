import type { AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import { isSilent, pollerHealth, webhookHealth, type Tone } from './health.ts'
import { wrongClock } from './skew.ts'

/** What is said of everything together, by what matters most. */
export type HealthState =
  | 'cut-off'
  | 'not-saving'
  | 'no-news'
  | 'not-sending'
  | 'wrong-store'
  | 'to-decide'
  | 'unanswered'
  | 'wrong-clock'
  | 'look'
  | 'waiting'
  | 'listening'
  | 'to-send'
  | 'well'

interface Finding {
  state: HealthState
  /** How many, where the words count. */
  n: number
}

/** All that is true at once, the most important first; `tone` is the worst of it. */
export interface Health {
  tone: Tone
  findings: readonly Finding[]
}

interface ToneFinding extends Finding {
  tone: Tone
}

const finding = (tone: Tone, state: HealthState, n = 0): ToneFinding => ({ tone, state, n })

const gravity: readonly Tone[] = ['bad', 'stale', 'quiet', 'good']

const healthOf = (found: readonly ToneFinding[]): Health => ({
  tone: gravity.find((each) => found.some(({ tone }) => tone === each)) ?? 'quiet',
  findings: found.map(({ state, n }) => ({ state, n })),
})

/** The platform itself did not answer. An address that we do not ask, since it is not encrypted, says nothing of it. */
const isAway = (error: AppError | null): boolean =>
  error !== null &&
  ['unreachable', 'not-the-platform'].includes(error.code) &&
  error.reason !== 'unencrypted'

/**
 * True when no feed has heard the platform lately though one should have. Where only a webhook listens, a quiet hour says
 * nothing either way. A platform that answers, and refuses the token or shows another store, is not out of reach.
 */
export function isOutOfReach(status: Status, now: number): boolean {
  const { poller, webhook, outbox, storeSeen } = status
  const shouldReceive = !['unsupported', 'off'].includes(poller.state) || webhook.state === 'failed'
  const isRefused = outbox.paused !== null || storeSeen.state === 'not-seen'
  return isSilent(status, now) && shouldReceive && (!isRefused || isAway(poller.error))
}

/** What is wrong, or may be, by what matters most. */
function troublesOf(status: Status, now: number): ToneFinding[] {
  const { outbox, inbox, poller, storeSeen } = status
  const moment = { now, linkLost: false }
  const hasBadFeed = [webhookHealth(status, moment), pollerHealth(poller, moment)].some(
    ({ tone }) => tone === 'bad',
  )
  const isUnheard = isOutOfReach(status, now)
  // A feed that fails is why nothing is heard, or why the token is known to be refused.
  const isReported = isUnheard || outbox.paused !== null || storeSeen.state === 'not-seen'
  return [
    ...(inbox.refusing ? [finding('bad', 'not-saving')] : []),
    ...(isUnheard ? [finding('stale', 'no-news')] : []),
    ...(outbox.paused === null ? [] : [finding('bad', 'not-sending')]),
    ...(storeSeen.state === 'not-seen' ? [finding('bad', 'wrong-store')] : []),
    ...(outbox.needsPerson > 0 ? [finding('bad', 'to-decide', outbox.needsPerson)] : []),
    ...(outbox.unknown > 0 ? [finding('stale', 'unanswered', outbox.unknown)] : []),
    ...(wrongClock(status)?.isFar === true ? [finding('stale', 'wrong-clock')] : []),
    ...(hasBadFeed && !isReported ? [finding('stale', 'look')] : []),
  ]
}

/** How it is while nothing is wrong. */
function calmOf(status: Status, now: number): ToneFinding {
  const { outbox, poller } = status
  const moment = { now, linkLost: false }
  if (outbox.pending > 0) return finding('quiet', 'to-send', outbox.pending)
  return webhookHealth(status, moment).tone === 'good' ||
    pollerHealth(poller, moment).tone === 'good'
    ? finding('good', 'well')
    : finding('quiet', poller.state === 'waiting' ? 'waiting' : 'listening')
}

/**
 * The health of this screen, its host and the platform in one: `good` only while the host is heard, a feed is fresh and
 * everything that the platform is to hear is confirmed. Of a host that is not heard nothing else is known.
 */
export function overallHealth(status: Status | null, isCutOff: boolean, now: number): Health {
  if (isCutOff) return healthOf([finding('bad', 'cut-off')])
  if (status === null) return healthOf([finding('quiet', 'waiting')])
  const troubles = troublesOf(status, now)
  return healthOf(troubles.length > 0 ? troubles : [calmOf(status, now)])
}
