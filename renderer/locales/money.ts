/** Currency of the countries in which the platform's stores stand; elsewhere an amount is shown bare. */
const currencies: Record<string, string> = {
  AR: 'ARS',
  BO: 'BOB',
  BR: 'BRL',
  CL: 'CLP',
  CO: 'COP',
  CR: 'CRC',
  DO: 'DOP',
  EC: 'USD',
  ES: 'EUR',
  GT: 'GTQ',
  MX: 'MXN',
  PA: 'USD',
  PE: 'PEN',
  PT: 'EUR',
  PY: 'PYG',
  US: 'USD',
  UY: 'UYU',
}

/** An amount in major units as the store's country writes it. */
export function money(amount: number, countryCode: string | null, locale: string): string {
  const currency = countryCode === null ? undefined : currencies[countryCode]
  const style =
    currency === undefined
      ? {}
      : ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
  const region = countryCode === null ? locale : `${locale}-${countryCode}`
  return new Intl.NumberFormat(region, style).format(amount)
}
