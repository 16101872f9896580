import type { AppError } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'
import {
  hasAnswered,
  hasRelayed,
  isRelayBad,
  isSilent,
  pollerHealth,
  webhookHealth,
  type Tone,
} from './health.ts'
import { wrongClock } from './skew.ts'

/** The overall state, by what matters most. */
export type HealthState =
  | 'cut-off'
  | 'not-saving'
  | 'no-news'
  | 'not-sending'
  | 'wrong-store'
  | 'to-decide'
  | 'unanswered'
  | 'wrong-clock'
  | 'attention'
  | 'waiting'
  | 'listening'
  | 'to-send'
  | 'well'

interface Finding {
  state: HealthState
  /** The number in the text, if it has one. */
  n: number
}

export interface Health {
  tone: Tone
  findings: readonly Finding[]
}

interface ToneFinding extends Finding {
  tone: Tone
}

const finding = (tone: Tone, state: HealthState, n = 0): ToneFinding => ({ tone, state, n })

const gravity: readonly Tone[] = ['bad', 'stale', 'quiet', 'good']

const isWorse = (one: Tone, other: Tone): boolean => gravity.indexOf(one) < gravity.indexOf(other)

const healthOf = (findings: readonly ToneFinding[]): Health => ({
  tone: gravity.find((each) => findings.some(({ tone }) => tone === each)) ?? 'quiet',
  findings: findings.map(({ state, n }) => ({ state, n })),
})

/**
 * The platform itself did not answer. An address that isn't called because it is unencrypted proves
 * nothing.
 */
const isAway = (error: AppError | null): boolean =>
  error !== null &&
  ['unreachable', 'not-the-platform'].includes(error.code) &&
  error.reason !== 'unencrypted'

/** Something should have come from the platform. A quiet hour without events proves nothing. */
function shouldReceive({ poller, webhook }: Status, now: number): boolean {
  if (webhook.state === 'failed') return true
  if (poller.state === 'unsupported') return poller.lastOkAt !== null && !hasAnswered(poller, now)
  return poller.state !== 'off'
}

/**
 * True if no feed has had contact with the platform lately although one should have. A platform that
 * answers, even with a rejected token or another store, is not out of reach.
 */
export function isOutOfReach(status: Status, now: number): boolean {
  const { poller, outbox, storeSeen } = status
  const isRefused = outbox.paused !== null || storeSeen.state === 'not-seen'
  return isSilent(status, now) && shouldReceive(status, now) && (!isRefused || isAway(poller.error))
}

/** Definite and possible problems, the most important first. */
function troublesOf(status: Status, now: number): ToneFinding[] {
  const { outbox, inbox, poller, relay, storeSeen } = status
  const moment = { now, linkLost: false }
  const hasBadFeed =
    isRelayBad(relay) ||
    [webhookHealth(status, moment), pollerHealth(poller, moment)].some(({ tone }) => tone === 'bad')
  const isUnheard = isOutOfReach(status, now)
  // A failing feed explains the missing contact, or the rejected token.
  const isExplained = isUnheard || outbox.paused !== null || storeSeen.state === 'not-seen'
  return [
    ...(inbox.refusing ? [finding('bad', 'not-saving')] : []),
    ...(isUnheard ? [finding('bad', 'no-news')] : []),
    ...(outbox.paused === null ? [] : [finding('bad', 'not-sending')]),
    ...(storeSeen.state === 'not-seen' ? [finding('bad', 'wrong-store')] : []),
    ...(outbox.needsPerson > 0 ? [finding('bad', 'to-decide', outbox.needsPerson)] : []),
    ...(outbox.unknown > 0 ? [finding('stale', 'unanswered', outbox.unknown)] : []),
    ...(wrongClock(status)?.isFar === true ? [finding('stale', 'wrong-clock')] : []),
    ...(hasBadFeed && !isExplained ? [finding('stale', 'attention')] : []),
  ]
}

function findingWithoutProblems(status: Status, now: number): ToneFinding {
  const { outbox, poller, relay } = status
  const moment = { now, linkLost: false }
  if (outbox.pending > 0) return finding('quiet', 'to-send', outbox.pending)
  return webhookHealth(status, moment).tone === 'good' ||
    pollerHealth(poller, moment).tone === 'good' ||
    hasRelayed(relay, now)
    ? finding('good', 'well')
    : finding('quiet', poller.state === 'waiting' ? 'waiting' : 'listening')
}

/**
 * The combined health of this screen, its host and the platform, and of the alerts, of which
 * `worstAlert` is the worst tone; null if there is none. It is `good` only if the host is connected,
 * a feed is fresh, the platform has confirmed everything and nothing needs attention. Without a
 * connection to the host, nothing else is known.
 */
export function overallHealth(
  status: Status | null,
  isCutOff: boolean,
  now: number,
  worstAlert: Tone | null = null,
): Health {
  if (isCutOff) return healthOf([finding('bad', 'cut-off')])
  if (status === null) return healthOf([finding('quiet', 'waiting')])
  const troubles = troublesOf(status, now)
  const isWorst = worstAlert !== null && troubles.every(({ tone }) => isWorse(worstAlert, tone))
  const findings = isWorst
    ? [finding(worstAlert, 'attention'), ...troubles.filter(({ state }) => state !== 'attention')]
    : troubles
  return healthOf(findings.length > 0 ? findings : [findingWithoutProblems(status, now)])
}
