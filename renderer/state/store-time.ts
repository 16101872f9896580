import { hostNow } from '../clock/host-clock.ts'
import { timeOfDay } from '../clock/times.ts'
import { shortWhen } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'
import { useStatus } from './health/status.ts'

/** Formats an instant as hour and minute by the store's clock. */
export function useStoreTime(): (instant: string | number) => string {
  const status = useStatus()
  return (instant) => timeOfDay(instant, language(), status.timeZone)
}

/** Formats an instant as short as possible (`clock/when.ts`), by the store's clock. */
export function useShortWhen(): (instant: string | number) => string {
  const status = useStatus()
  return (instant) => shortWhen(instant, hostNow(), language(), status.timeZone ?? 'UTC')
}
