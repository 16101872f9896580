import { currencyOf, decimalsOf } from '#contract/shared/currency.ts'

export interface AmountCurrency {
  /** ISO 4217; null if unknown. */
  code: string | null
  decimals: number
}

const formats = new Map<string, Intl.NumberFormat>()

/** The format of a currency in the store's country; plain numbers if it is unknown. */
function formatOf(
  { code, decimals }: { code: string | null; decimals: number | null },
  countryCode: string | null,
  locale: string,
): Intl.NumberFormat {
  const region = countryCode === null ? locale : `${locale}-${countryCode}`
  const key = `${region} ${code ?? ''} ${String(decimals)}`
  const cached = formats.get(key)
  if (cached !== undefined) return cached
  const digits =
    decimals === null ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const style =
    code === null
      ? {}
      : ({ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const)
  const format = new Intl.NumberFormat(region, { ...style, ...digits })
  formats.set(key, format)
  return format
}

/** An amount in major units, as the store's country writes it. */
export function money(amount: number, countryCode: string | null, locale: string): string {
  const code = currencyOf(countryCode)
  const decimals = code === null ? null : decimalsOf(code)
  return formatOf({ code, decimals }, countryCode, locale).format(amount)
}

/**
 * Minor units as a decimal number in digits, without floating point: 12990 with two decimals is
 * 129.90.
 */
function decimal(amount: number, decimals: number): `${number}` {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const bare = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
  return `${amount < 0 ? '-' : ''}${bare}` as `${number}`
}

/**
 * An amount in minor units, as the store's country writes it; a plain number if the currency is
 * unknown.
 */
export const amountText = (
  amount: number,
  currency: AmountCurrency,
  countryCode: string | null,
  locale: string,
): string => formatOf(currency, countryCode, locale).format(decimal(amount, currency.decimals))
