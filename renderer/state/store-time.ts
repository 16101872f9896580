import { computed, type ComputedRef } from 'vue'
import { hostNow } from '../clock/host-clock.ts'
import { clockTime, timeOfDay } from '../clock/times.ts'
import { isoDay, shortWhen } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'
import { useStatus } from './health/status.ts'
import { useSettings } from './settings.ts'

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

/** When a business day begins by the store's clock, HH:MM; midnight until the settings are read. */
export function useDayBorder(): ComputedRef<string> {
  const settings = useSettings()
  return computed(() => settings.settings?.businessDayBorder ?? '00:00')
}

/** The business day of now, YYYY-MM-DD: at half past midnight, the calendar day before. */
export function useBusinessToday(): ComputedRef<string> {
  const status = useStatus()
  const border = useDayBorder()
  return computed(() => {
    const now = hostNow()
    return isoDay(now, status.timeZone, clockTime(now, status.timeZone) < border.value ? -1 : 0)
  })
}
