import { expect, test } from 'vitest'
import { money } from './money.ts'

test.for<[number, string | null, string, string]>([
  [12990, 'CL', 'es', '$12.990'],
  [12.5, 'BR', 'pt', 'R$ 12,50'],
  [5000, null, 'en', '5,000'],
  [5000, 'ZZ', 'en', '5,000'],
])('%d in %s', ([amount, country, locale, expected]) => {
  expect(money(amount, country, locale).replace(/\s/gu, ' ')).toBe(expected)
})
