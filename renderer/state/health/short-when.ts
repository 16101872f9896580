import { hostNow } from '../../clock/host-clock.ts'
import { shortWhen } from '../../clock/when.ts'
import { language } from '../../locales/i18n.ts'
import { useStatus } from './status.ts'

/** Says an instant as short as it can be said (`clock/when.ts`), by the restaurant's clock. */
export function useShortWhen() {
  const status = useStatus()
  return (instant: string | number): string =>
    shortWhen(instant, hostNow(), language(), status.timeZone ?? 'UTC')
}
