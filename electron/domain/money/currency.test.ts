import { expect, test } from 'vitest'
import { currencyOf, decimalsOf } from '#contract/shared/currency.ts'

test.for<[string, string, number]>([
  ['CL', 'CLP', 0],
  ['PY', 'PYG', 0],
  ['CO', 'COP', 0],
  ['JP', 'JPY', 0],
  ['BR', 'BRL', 2],
  ['MX', 'MXN', 2],
  ['US', 'USD', 2],
  ['EC', 'USD', 2],
  ['PT', 'EUR', 2],
  ['GB', 'GBP', 2],
  ['KW', 'KWD', 3],
  ['TN', 'TND', 3],
])('%s counts in %s, with %d decimals', ([country, currency, decimals]) => {
  expect(currencyOf(country)).toBe(currency)
  expect(decimalsOf(currencyOf(country))).toBe(decimals)
})

test.for(['', 'ZZ', 'cl', null, undefined])('nobody knows the currency of %s', (country) => {
  expect(currencyOf(country)).toBeNull()
  expect(decimalsOf(currencyOf(country))).toBe(2)
})

test('every country that Intl names has a currency', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const countries = letters.flatMap((one) => letters.map((other) => one + other))
  // Groups, places without shops, former countries, and other codes of a country that is in the
  // list.
  const none =
    'AC AN AQ BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ'
  const missing = countries.filter(
    (country) => names.of(country) !== undefined && currencyOf(country) === null,
  )
  expect(missing.filter((country) => !none.split(' ').includes(country))).toEqual([])
})
