import { currencyOf } from '#contract/currency.ts'
import { language } from '../locales/i18n.ts'
import { amountWords } from '../locales/money.ts'
import { useStatus } from '../state/health/status.ts'

/** Minor units as the store's country writes them. */
export function useMoney(decimals: () => number): (minor: number) => string {
  const status = useStatus()
  return (minor) => {
    const currency = { code: currencyOf(status.countryCode), decimals: decimals() }
    return amountWords(minor, currency, status.countryCode, language())
  }
}
