import { expect, test } from 'vitest'
import { amountWords } from './amounts.ts'

test.for<[number, string | null, number, string | null, string, string]>([
  [12_990, 'CLP', 0, 'CL', 'es', '$12.990'],
  [12_990, 'USD', 2, 'US', 'en', '$129.90'],
  [-5, 'USD', 2, 'US', 'en', '-$0.05'],
  [1_234_567, 'KWD', 3, null, 'en', 'KWD 1,234.567'],
  [90_071_992_547_409_91, 'USD', 2, 'US', 'en', '$90,071,992,547,409.91'],
  [150, null, 2, null, 'en', '1.50'],
])('%i of %s with %i decimals in %s is %s', ([amount, code, decimals, country, locale, words]) => {
  const written = amountWords(amount, { code, decimals }, country, locale)
  expect(written.replaceAll('\u00A0', ' ')).toBe(words)
})
