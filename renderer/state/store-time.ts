import { timeOfDay } from '../clock/times.ts'
import { language } from '../locales/i18n.ts'
import { useStatus } from './health/status.ts'

/** Says the hour and minute of an instant by the store's clock. */
export function useStoreTime(): (instant: string | number) => string {
  const status = useStatus()
  return (instant) => timeOfDay(instant, language(), status.timeZone)
}
