/*
 * The currency of every country (ISO 3166 alpha-2), because no field of the platform names one. A
 * country with two official currencies has the one its shops use.
 */

/** Currencies of a single country, which is their first two letters. */
const ofOneCountry = `
  AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC
  CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR INR IQD IRR ISK JMD
  JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MYR MZN NAD NGN NIO NPR OMR PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST YER ZAR ZMW ZWG
`
/** All others, as `currency: countries`. */
const countriesOf: Readonly<Record<string, string>> = {
  AUD: 'AU CC CX HM KI NF NR TV',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GB GG GS IM JE',
  ILS: 'IL PS',
  MAD: 'EH MA',
  NOK: 'BV NO SJ',
  NZD: 'CK NU NZ PN TK',
  USD: 'AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
}

const currencies: ReadonlyMap<string, string> = new Map([
  ...ofOneCountry
    .trim()
    .split(/\s+/)
    .map((currency) => [currency.slice(0, 2), currency] as const),
  ...Object.entries(countriesOf).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency] as const),
  ),
])

/**
 * Currencies whose number of decimals is not two (ISO 4217). COP officially has two, but nobody
 * pays centavos and shops count whole pesos.
 */
const minorUnits: Readonly<Record<number, string>> = {
  0: 'BIF CLP COP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

const decimals: ReadonlyMap<string, number> = new Map(
  Object.entries(minorUnits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
)

/** The usual number of decimals, also for an unknown currency. */
const usualDecimals = 2

/** The ISO 4217 currency of a country; null for an unknown country. */
export const currencyOf = (countryCode: string | null | undefined): string | null =>
  currencies.get(countryCode ?? '') ?? null

/**
 * The number of decimals of a currency. All code that reads, adds or writes money uses this and not
 * `Intl`: the host and the page may have different editions of the standard.
 */
export const decimalsOf = (currency: string | null): number =>
  decimals.get(currency ?? '') ?? usualDecimals
