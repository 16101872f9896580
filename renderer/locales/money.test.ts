import { expect, test } from 'vitest'
import { amountText, money } from './money.ts'

test.for<[number, string | null, string, string]>([
  [12990, 'CL', 'es', '$12.990'],
  [12.5, 'BR', 'pt', 'R$ 12,50'],
  [5000, null, 'en', '5,000'],
  [5000, 'ZZ', 'en', '5,000'],
  [5.1, 'KW', 'en', 'KWD 5.100'],
])('%d in %s', ([amount, country, locale, expected]) => {
  expect(money(amount, country, locale).replace(/\s/gu, ' ')).toBe(expected)
})

test.for<[number, string | null, number, string | null, string, string]>([
  [12_990, 'CLP', 0, 'CL', 'es', '$12.990'],
  [12_990, 'USD', 2, 'US', 'en', '$129.90'],
  [-5, 'USD', 2, 'US', 'en', '-$0.05'],
  [1_234_567, 'KWD', 3, null, 'en', 'KWD 1,234.567'],
  [90_071_992_547_409_91, 'USD', 2, 'US', 'en', '$90,071,992,547,409.91'],
  [150, null, 2, null, 'en', '1.50'],
])('%i of %s with %i decimals in %s is %s', ([amount, code, decimals, country, locale, text]) => {
  const written = amountText(amount, { code, decimals }, country, locale)
  expect(written.replaceAll('\u00A0', ' ')).toBe(text)
})
