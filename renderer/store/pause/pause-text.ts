import { duration } from '../../clock/times.ts'
import { say } from '../messages.ts'

/** How long a pause still lasts. */
export function timeLeftText(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes <= 0) return say('pausing.over')
  if (minutes < 60) return say('pausing.minutesLeft', { n: minutes })
  return say('pausing.timeLeft', { time: duration(minutes * 60) })
}
