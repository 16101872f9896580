import { currencyOf } from '#contract/currency.ts'

/** An amount in major units as the store's country writes it. */
export function money(amount: number, countryCode: string | null, locale: string): string {
  const currency = currencyOf(countryCode)
  const style =
    currency === null
      ? {}
      : ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
  const region = countryCode === null ? locale : `${locale}-${countryCode}`
  return new Intl.NumberFormat(region, style).format(amount)
}

/** An amount in minor units, of which so many decimals make a major one. */
export const minorMoney = (
  minor: number,
  decimals: number,
  countryCode: string | null,
  locale: string,
): string => money(minor / 10 ** decimals, countryCode, locale)
