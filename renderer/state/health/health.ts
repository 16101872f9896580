import type { RelayStatus } from '#contract/status/relay.ts'
import type { OutboxStatus, PollerStatus, Status } from '#contract/status/status.ts'
import type { CommonKey } from '../../locales/i18n.ts'

/** After this time in ms, a contact is no proof any more that a feed works. */
const freshFor = 40_000

/** `good` needs a contact younger than `freshFor`; `quiet` is neutral. */
export type Tone = 'good' | 'quiet' | 'stale' | 'bad'

/** `since` is the instant whose age is in the text. */
export interface HealthSummary {
  tone: Tone
  label: CommonKey
  since: number | null
}

/** The current time, and whether this screen lost its host: if so, nothing is `good`. */
export interface Moment {
  now: number
  linkLost: boolean
  /** The token doesn't see the store, so a contact proves nothing about it. */
  isStoreUnseen?: boolean
}

const summary = (tone: Tone, label: CommonKey, since: number | null = null): HealthSummary => ({
  tone,
  label,
  since,
})

const instant = (written: string | null): number | null =>
  written === null ? null : Date.parse(written)

/** A contact in the future comes from before the clock was set, and proves nothing. */
export const isFresh = (since: number | null, now: number, validFor = freshFor): boolean =>
  since !== null && Math.abs(now - since) < validFor

/** The platform answered a request for the list lately. A slow pace of requests is no silence. */
export const hasAnswered = ({ lastOkAt, pauseMs = 0 }: PollerStatus, now: number): boolean =>
  isFresh(instant(lastOkAt), now, pauseMs < freshFor ? freshFor : pauseMs + freshFor)

/** The list was just read, so nothing can be missing. */
const isListFresh = (poller: PollerStatus, now: number): boolean =>
  poller.state === 'fresh' && hasAnswered(poller, now)

/** The tone for something healthy; stale if the host is unreachable. */
export const well = ({ linkLost }: Moment): Tone => (linkLost ? 'stale' : 'good')

/**
 * An old event is neither good nor an alarm while the order list is being read: it may just be a
 * quiet hour.
 */
export function webhookHealth(
  { webhook, poller }: Pick<Status, 'webhook' | 'poller'>,
  moment: Moment,
): HealthSummary {
  const since = instant(webhook.lastEventAt)
  switch (webhook.state) {
    case 'off':
      return summary('quiet', 'strip.webhookOff')
    case 'failed':
      return summary('bad', 'strip.webhookFailed')
    case 'listening':
      if (moment.isStoreUnseen === true) return summary('bad', 'strip.storeUnseen')
      if (since === null) return summary('quiet', 'strip.webhookSilent')
      if (isFresh(since, moment.now)) return summary(well(moment), 'strip.webhookAge', since)
      return summary(isListFresh(poller, moment.now) ? 'quiet' : 'stale', 'strip.webhookAge', since)
  }
}

export function pollerHealth(poller: PollerStatus, moment: Moment): HealthSummary {
  const since = instant(poller.lastOkAt)
  switch (poller.state) {
    case 'off':
      return summary('quiet', 'strip.listOff')
    case 'waiting':
      return summary('quiet', 'strip.listWaiting')
    case 'unsupported':
      return summary('quiet', 'strip.listUnsupported')
    case 'failing':
      return summary('bad', since === null ? 'strip.listNever' : 'strip.listFailing', since)
    case 'fresh':
      if (moment.isStoreUnseen === true) return summary('bad', 'strip.storeUnseen')
      if (since === null) return summary('quiet', 'strip.listWaiting')
      return summary(
        hasAnswered(poller, moment.now) ? well(moment) : 'stale',
        'strip.listAge',
        since,
      )
  }
}

/** Whether anything is still unconfirmed by the platform, and how serious that is. */
export function outboxTone(
  { pending, sending, unknown, needsPerson, paused }: OutboxStatus,
  { linkLost }: Pick<Moment, 'linkLost'>,
): Tone {
  if (paused !== null || needsPerson > 0) return 'bad'
  if (unknown > 0 || linkLost) return 'stale'
  return pending + sending > 0 ? 'quiet' : 'good'
}

/** No events can come by the relay. */
export const isRelayBad = ({ state }: RelayStatus): boolean =>
  state === 'failing' || state === 'refused'

/**
 * An event came by the relay lately. Other answers of the relay prove nothing about the platform,
 * and neither do events that waited there.
 */
export const hasRelayed = ({ hasMore, lastEventAt }: RelayStatus, now: number): boolean =>
  !hasMore && isFresh(instant(lastEventAt), now)

/** True if no feed has had contact with the platform lately, so that tickets may be missing. */
export function isSilent(
  { webhook, poller, relay }: Pick<Status, 'webhook' | 'poller' | 'relay'>,
  now: number,
): boolean {
  if (poller.state === 'waiting' || isListFresh(poller, now) || hasRelayed(relay, now)) return false
  return webhook.state !== 'listening' || !isFresh(instant(webhook.lastEventAt), now)
}
