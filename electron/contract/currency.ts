/** Currency of the countries in which the platform's stores stand; no field of the platform names one. */
const currencies: Readonly<Record<string, string>> = {
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

/** ISO 4217; null where the country is not known, or is none of those. */
export const currencyOf = (countryCode: string | null | undefined): string | null =>
  currencies[countryCode ?? ''] ?? null

/** Of most currencies, and where nobody knows which one it is. */
const usualDecimals = 2

/** How many decimals a currency has, by Intl: 0, 2 or 3. */
export function decimalsOf(currency: string | null): number {
  if (currency === null) return usualDecimals
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits ?? usualDecimals
}
