/*
 * The currency of each country (ISO 3166 alpha-2). No field of the platform names a currency. A
 * country with two official currencies gets the one that its shops count in.
 */

/** Currencies that one country uses. Their first two letters are the country's code. */
const ofOneCountry = `
  AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC
  CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR INR IQD IRR ISK JMD
  JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
  MYR MZN NAD NGN NIO NPR OMR PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST YER ZAR ZMW ZWG
`
/** All other currencies, as `currency: countries`. */
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
 * Minor units of ISO 4217, where they are not two. The standard gives COP two, but nobody pays in
 * centavos and shops count whole pesos.
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

/** For most currencies, and for an unknown one. */
const usualDecimals = 2

export const currencyOf = (countryCode: string | null | undefined): string | null =>
  currencies.get(countryCode ?? '') ?? null

/**
 * How many decimals a currency has. Everything that reads, adds up or writes money uses this and
 * not `Intl`, because the host and the page may have different years of the standard.
 */
export const decimalsOf = (currency: string | null): number =>
  decimals.get(currency ?? '') ?? usualDecimals
