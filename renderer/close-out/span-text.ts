import { hostNow } from '../clock/host-clock.ts'
import { daysBetween, shortWhen } from '../clock/when.ts'
import { timeOfDay } from '../clock/times.ts'
import { language } from '../locales/i18n.ts'
import { useStatus } from '../state/health/status.ts'
import { say } from './messages.ts'

/** The start and end of a shift by the store's clock; empty if the start is unknown. */
export function useSpanText() {
  const status = useStatus()
  return ({ from, to }: { from: string | null; to: string | null }): string => {
    if (from === null) return ''
    const zone = status.timeZone ?? 'UTC'
    const beginning = shortWhen(from, hostNow(), language(), zone)
    if (to === null) return say('closeOut.spanOpen', { from: beginning })
    const isSameDay = daysBetween(Date.parse(from), Date.parse(to), zone) === 0
    return say('closeOut.span', {
      from: beginning,
      to: isSameDay ? timeOfDay(to, language(), zone) : shortWhen(to, hostNow(), language(), zone),
    })
  }
}
