import { language } from '../locales/i18n.ts'
import { amountText, type AmountCurrency } from '../locales/money.ts'
import { useStatus } from '../state/health/status.ts'

/** How this store writes amounts of a currency; a dash for no amount. */
export function useAmounts(currency: () => AmountCurrency) {
  const status = useStatus()
  return (amount: number | null): string =>
    amount === null ? '–' : amountText(amount, currency(), status.countryCode, language())
}
