import { say } from '../words.ts'

/** How long something lasted, as a person says it: `45 min`, `1 h 20 min`, `2 days`. Milliseconds in. */
export function lasted(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return say('stockHistory.minutes', { n: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return say('stockHistory.daysLong', { n: Math.round(hours / 24) })
  return minutes % 60 === 0
    ? say('stockHistory.whole', { n: hours })
    : say('stockHistory.hours', { hours, minutes: minutes % 60 })
}
