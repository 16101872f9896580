import type { OutboxStatus } from '#contract/status.ts'
import { age } from '../clock/times.ts'
import { errorSentence } from '../locales/error-sentence.ts'
import { say } from '../locales/i18n.ts'
import type { Saying } from './health.ts'

function errorWords(error: Saying['error']): string | null {
  if (error === null || error === '') return null
  return typeof error === 'string' ? error : errorSentence(error)
}

/** A saying in words at `now`: what, how old, and why. */
export function sayingText({ tone, words, since, error }: Saying, now: number): string {
  const told = since === null ? null : age(since, now)
  const values = told === null ? {} : { age: say(`age.${told.unit}`, { n: told.n }) }
  return [say(words, values), tone === 'stale' ? say('strip.stale') : null, errorWords(error)]
    .filter((part) => part !== null)
    .join(' · ')
}

/** What waits for the platform, in words; only what there is of it. */
export function outboxWords({
  pending,
  sending,
  unknown,
  needsPerson,
  paused,
}: OutboxStatus): string {
  const parts = [
    paused === null ? null : say('strip.paused'),
    needsPerson === 0 ? null : say('strip.needsPerson', { n: needsPerson }),
    unknown === 0 ? null : say('strip.unknown', { n: unknown }),
    sending === 0 ? null : say('strip.sending', { n: sending }),
    pending === 0 ? null : say('strip.pending', { n: pending }),
  ].filter((part) => part !== null)
  return parts.length === 0 ? say('strip.settled') : parts.join(' · ')
}
