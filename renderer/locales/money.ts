import { currencyOf, decimalsOf } from '#contract/currency.ts'

/** What an amount is counted in; of a shift, or of a document. */
export interface AmountCurrency {
  /** ISO 4217; null where it is not known. */
  code: string | null
  decimals: number
}

const formats = new Map<string, Intl.NumberFormat>()

/** How the store's country writes amounts of a currency; bare where that is not known. */
function formatOf(
  { code, decimals }: { code: string | null; decimals: number | null },
  countryCode: string | null,
  locale: string,
): Intl.NumberFormat {
  const region = countryCode === null ? locale : `${locale}-${countryCode}`
  const key = `${region} ${code ?? ''} ${String(decimals)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const digits =
    decimals === null ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const style =
    code === null
      ? {}
      : ({ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const)
  const made = new Intl.NumberFormat(region, { ...style, ...digits })
  formats.set(key, made)
  return made
}

/** An amount in major units as the store's country writes it. */
export function money(amount: number, countryCode: string | null, locale: string): string {
  const code = currencyOf(countryCode)
  const decimals = code === null ? null : decimalsOf(code)
  return formatOf({ code, decimals }, countryCode, locale).format(amount)
}

/** Smallest units as a decimal number in digits, so that no fraction is ever reckoned with: 12990 of two decimals are 129.90. */
function decimal(amount: number, decimals: number): `${number}` {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const bare = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return `${amount < 0 ? '-' : ''}${bare}` as `${number}`
}

/** An amount of smallest units as the store's country writes it; bare where the currency is not known. */
export const amountText = (
  amount: number,
  currency: AmountCurrency,
  countryCode: string | null,
  locale: string,
): string => formatOf(currency, countryCode, locale).format(decimal(amount, currency.decimals))
