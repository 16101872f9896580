import { language } from '../locales/i18n.ts'
import { minorMoney } from '../locales/money.ts'
import { useStatus } from '../state/health/status.ts'

/** Minor units as the store's country writes them. */
export function useMoney(decimals: () => number): (minor: number) => string {
  const status = useStatus()
  return (minor) => minorMoney(minor, decimals(), status.countryCode, language())
}
