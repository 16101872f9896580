import { language } from '../locales/i18n.ts'
import { useStatus } from '../state/health/status.ts'

/** What an amount is counted in; of a shift, or of a document. */
export interface AmountCurrency {
  code: string | null
  decimals: number
}

/** Smallest units as a decimal number in digits, so that no fraction is ever reckoned with: 12990 of two decimals are 129.90. */
function decimal(amount: number, decimals: number): `${number}` {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const bare = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return `${amount < 0 ? '-' : ''}${bare}` as `${number}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** An amount of smallest units as the store's country writes it; bare where the currency is not known. */
export function amountWords(
  amount: number,
  { code, decimals }: AmountCurrency,
  countryCode: string | null,
  locale: string,
): string {
  const region = countryCode === null ? locale : `${locale}-${countryCode}`
  const key = `${region} ${code ?? ''} ${String(decimals)}`
  let format = formats.get(key)
  if (format === undefined) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const style =
      code === null
        ? {}
        : ({ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const)
    format = new Intl.NumberFormat(region, { ...style, ...digits })
    formats.set(key, format)
  }
  return format.format(decimal(amount, decimals))
}

/** How this store writes amounts of a currency; a dash where there is none. */
export function useAmounts(currency: () => AmountCurrency) {
  const status = useStatus()
  return (amount: number | null): string =>
    amount === null ? '–' : amountWords(amount, currency(), status.countryCode, language())
}
