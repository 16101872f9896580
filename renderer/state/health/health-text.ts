import type { OutboxStatus } from '#contract/status/status.ts'
import { ageText } from '../../locales/age-text.ts'
import { say } from '../../locales/i18n.ts'
import type { Moment, HealthSummary } from './health.ts'

/** The text of a finding at `now`, with its age. */
export function healthText({ tone, label, since }: HealthSummary, now: number): string {
  const text = say(label, since === null ? {} : { age: ageText(since, now) })
  return tone === 'stale' ? `${text} · ${say('strip.stale')}` : text
}

/** What waits to be sent, as text; without a promise to send it while the host is unreachable. */
export function outboxText(
  { pending, sending, unknown, needsPerson, paused }: OutboxStatus,
  { linkLost }: Pick<Moment, 'linkLost'>,
): string {
  const parts = [
    paused === null ? null : say('strip.paused'),
    needsPerson === 0 ? null : say('strip.needsPerson', { n: needsPerson }),
    unknown === 0 ? null : say('strip.unknown', { n: unknown }),
    sending === 0 ? null : say('strip.sending', { n: sending }),
    pending === 0 ? null : say('strip.pending', { n: pending }),
  ].filter((part) => part !== null)
  if (parts.length > 0) return parts.join(' · ')
  return say(linkLost ? 'strip.unheard' : 'strip.settled')
}
