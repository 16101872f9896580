import type { OutboxStatus, PollerStatus, Status } from '#contract/status/status.ts'
import type { CommonKey } from '../../locales/i18n.ts'

/** After this a contact proves nothing any more: a feed that went silent looks well no longer than this. */
const freshFor = 40_000

/** `good` only with a contact younger than `freshFor`; `quiet` says nothing either way. */
export type Tone = 'good' | 'quiet' | 'stale' | 'bad'

/** What is said of one thing. `since`: the instant whose age stands in the words. */
export interface Saying {
  tone: Tone
  label: CommonKey
  since: number | null
}

/** When it is said, and whether this screen still hears its host: where not, nothing is `good`. */
export interface Moment {
  now: number
  linkLost: boolean
  /** The token does not see the store: what comes is not the store's, and proves nothing. */
  isStoreUnseen?: boolean
}

const saying = (tone: Tone, label: CommonKey, since: number | null = null): Saying => ({
  tone,
  label,
  since,
})

const instant = (written: string | null): number | null =>
  written === null ? null : Date.parse(written)

/** A contact that is yet to come is of a clock that was set since, and proves nothing. */
const isFresh = (since: number | null, now: number): boolean =>
  since !== null && Math.abs(now - since) < freshFor

/** The list was read a moment ago: nothing can have been missed. */
const isListFresh = ({ state, lastOkAt }: PollerStatus, now: number): boolean =>
  state === 'fresh' && isFresh(instant(lastOkAt), now)

/** What was well when it was last heard of. */
const well = ({ linkLost }: Moment): Tone => (linkLost ? 'stale' : 'good')

/** An event that is long ago proves nothing, and is no alarm while the order list is read: the hour is quiet. */
export function webhookTruth(
  { webhook, poller }: Pick<Status, 'webhook' | 'poller'>,
  moment: Moment,
): Saying {
  const since = instant(webhook.lastEventAt)
  switch (webhook.state) {
    case 'off':
      return saying('quiet', 'strip.webhookOff')
    case 'failed':
      return saying('bad', 'strip.webhookFailed')
    case 'listening':
      if (moment.isStoreUnseen === true) return saying('bad', 'strip.storeUnseen')
      if (since === null) return saying('quiet', 'strip.webhookSilent')
      if (isFresh(since, moment.now)) return saying(well(moment), 'strip.webhookAge', since)
      return saying(isListFresh(poller, moment.now) ? 'quiet' : 'stale', 'strip.webhookAge', since)
  }
}

export function pollerTruth(poller: PollerStatus, moment: Moment): Saying {
  const since = instant(poller.lastOkAt)
  switch (poller.state) {
    case 'off':
      return saying('quiet', 'strip.listOff')
    case 'waiting':
      return saying('quiet', 'strip.listWaiting')
    case 'unsupported':
      return saying('quiet', 'strip.listUnsupported')
    case 'failing':
      return saying('bad', since === null ? 'strip.listNever' : 'strip.listFailing', since)
    case 'fresh':
      if (moment.isStoreUnseen === true) return saying('bad', 'strip.storeUnseen')
      if (since === null) return saying('quiet', 'strip.listWaiting')
      return saying(isFresh(since, moment.now) ? well(moment) : 'stale', 'strip.listAge', since)
  }
}

/** Whether anything that the platform is to hear is not confirmed yet, and how bad that is. */
export function outboxTone(
  { pending, sending, unknown, needsPerson, paused }: OutboxStatus,
  { linkLost }: Pick<Moment, 'linkLost'>,
): Tone {
  if (paused !== null || needsPerson > 0) return 'bad'
  if (unknown > 0 || linkLost) return 'stale'
  return pending + sending > 0 ? 'quiet' : 'good'
}

/** True when no feed has heard the platform lately: what is on the glass may not be all there is. */
export function isSilent(
  { webhook, poller }: Pick<Status, 'webhook' | 'poller'>,
  now: number,
): boolean {
  if (poller.state === 'waiting' || isListFresh(poller, now)) return false
  return webhook.state !== 'listening' || !isFresh(instant(webhook.lastEventAt), now)
}
