import type { Status } from '#contract/status.ts'
import { isSilent, pollerTruth, webhookTruth, type Tone } from './health.ts'
import { wrongClock } from './skew.ts'

/** What is told of everything together, the worst first. */
export type HealthState =
  | 'cut-off'
  | 'not-saving'
  | 'not-sending'
  | 'wrong-store'
  | 'no-news'
  | 'to-decide'
  | 'unanswered'
  | 'wrong-clock'
  | 'look'
  | 'waiting'
  | 'listening'
  | 'to-send'
  | 'well'

export interface Health {
  tone: Tone
  state: HealthState
  /** How many, where the words count. */
  n: number
}

const health = (tone: Tone, state: HealthState, n = 0): Health => ({ tone, state, n })

/**
 * True when no feed has heard the platform lately though one should have. Where only a webhook listens, a quiet hour says
 * nothing either way.
 */
export const isOutOfReach = (status: Status, now: number): boolean =>
  isSilent(status, now) &&
  (!['unsupported', 'off'].includes(status.poller.state) || status.webhook.state === 'failed')

/**
 * The health of this screen, its host and the platform in one: `good` only while the host is heard, a feed is fresh and
 * everything that the platform is to hear is confirmed.
 */
export function overallHealth(status: Status | null, isCutOff: boolean, now: number): Health {
  if (isCutOff) return health('bad', 'cut-off')
  if (status === null) return health('quiet', 'waiting')
  const { outbox, inbox, poller } = status
  if (inbox.refusing) return health('bad', 'not-saving')
  if (outbox.paused !== null) return health('bad', 'not-sending')
  if (status.storeSeen.state === 'not-seen') return health('bad', 'wrong-store')
  if (isOutOfReach(status, now)) return health('stale', 'no-news')
  if (outbox.needsPerson > 0) return health('bad', 'to-decide', outbox.needsPerson)
  if (outbox.unknown > 0) return health('stale', 'unanswered', outbox.unknown)
  if (wrongClock(status)?.isFar === true) return health('stale', 'wrong-clock')
  const moment = { now, linkLost: isCutOff }
  const feeds = [webhookTruth(status, moment), pollerTruth(poller, moment)]
  if (feeds.some(({ tone }) => tone === 'bad')) return health('stale', 'look')
  if (outbox.pending > 0) return health('quiet', 'to-send', outbox.pending)
  return feeds.some(({ tone }) => tone === 'good')
    ? health('good', 'well')
    : health('quiet', poller.state === 'waiting' ? 'waiting' : 'listening')
}
