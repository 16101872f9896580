import type { RelayStatus } from '#contract/status/relay.ts'
import { ageText } from '../../locales/age-text.ts'
import { isFresh, well, type Moment, type Tone } from '../../state/health/health.ts'
import { say } from '../messages.ts'

/**
 * How the relay does at this moment. It answers at least every 20 seconds, also with nothing, which
 * proves that events can come and says nothing of the platform.
 */
export function relayHealth(
  { state, lastContactAt }: RelayStatus,
  moment: Moment,
): { tone: Tone; text: string } {
  const since = lastContactAt === null ? null : Date.parse(lastContactAt)
  const age = since === null ? '' : ageText(since, moment.now)
  if (state === 'off' || state === 'connecting')
    return { tone: 'quiet', text: say('relay.connecting') }
  if (state === 'refused') return { tone: 'bad', text: say('relay.refused') }
  if (state === 'failing')
    return {
      tone: 'bad',
      text: since === null ? say('relay.never') : say('relay.failing', { age }),
    }
  return {
    tone: isFresh(since, moment.now) ? well(moment) : 'stale',
    text: say('relay.answered', { age }),
  }
}
