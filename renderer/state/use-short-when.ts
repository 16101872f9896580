import { hostNow } from '../clock/host-clock.ts'
import { shortWhen } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'
import { useStatus } from './health/status.ts'

/** Instants on the store's clock, as short as they can be said. */
export function useShortWhen(): (at: string | number) => string {
  const status = useStatus()
  return (at) => shortWhen(at, hostNow(), language(), status.timeZone ?? 'UTC')
}
