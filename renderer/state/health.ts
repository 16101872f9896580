import type { AppError } from '#contract/result.ts'
import type { OutboxStatus, PollerStatus, Status, WebhookStatus } from '#contract/status.ts'
import type { CommonWord } from '../locales/i18n.ts'

/** After this a contact proves nothing any more: a feed that went silent looks well no longer than this. */
const freshFor = 40_000

/** `good` only with a contact younger than `freshFor`; `quiet` says nothing either way. */
export type Tone = 'good' | 'quiet' | 'stale' | 'bad'

/** What the strip says of one thing. `since`: the instant whose age stands in the words. */
export interface Saying {
  tone: Tone
  words: CommonWord
  since: number | null
  error: AppError | string | null
}

const saying = (
  tone: Tone,
  words: CommonWord,
  since: number | null = null,
  error: Saying['error'] = null,
): Saying => ({ tone, words, since, error })

const isFresh = (since: number, now: number) => now - since < freshFor

export function webhookTruth(webhook: WebhookStatus, now: number): Saying {
  const since = webhook.lastEventAt === null ? null : Date.parse(webhook.lastEventAt)
  switch (webhook.state) {
    case 'off':
      return saying('quiet', 'strip.webhookOff')
    case 'failed':
      return saying('bad', 'strip.webhookFailed', null, webhook.words)
    case 'listening':
      if (since === null) return saying('quiet', 'strip.webhookSilent')
      return saying(isFresh(since, now) ? 'good' : 'stale', 'strip.webhookAge', since)
  }
}

export function pollerTruth(poller: PollerStatus, now: number): Saying {
  const since = poller.lastOkAt === null ? null : Date.parse(poller.lastOkAt)
  switch (poller.state) {
    case 'off':
      return saying('quiet', 'strip.listOff')
    case 'waiting':
      return saying('quiet', 'strip.listWaiting')
    case 'unsupported':
      return saying('quiet', 'strip.listUnsupported')
    case 'failing':
      return saying(
        'bad',
        since === null ? 'strip.listNever' : 'strip.listFailing',
        since,
        poller.error,
      )
    case 'fresh':
      if (since === null) return saying('quiet', 'strip.listWaiting')
      return saying(isFresh(since, now) ? 'good' : 'stale', 'strip.listAge', since)
  }
}

/** Whether anything that the platform is to hear is not confirmed yet, and how bad that is. */
export function outboxTone({ pending, sending, unknown, needsPerson, paused }: OutboxStatus): Tone {
  if (paused !== null || needsPerson > 0) return 'bad'
  if (unknown > 0) return 'stale'
  return pending + sending > 0 ? 'quiet' : 'good'
}

/** True when no feed has heard the platform lately: what is on the glass may not be all there is. */
export function isSilent(status: Status, now: number): boolean {
  const feeds = [webhookTruth(status.webhook, now), pollerTruth(status.poller, now)]
  return !feeds.some(({ tone }) => tone === 'good') && status.poller.state !== 'waiting'
}
