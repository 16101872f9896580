import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { numberIn } from './number.ts'

const values = [
  ...[0, 7, 84, 999, 1_000, 1_234, 9_999, 10_000, 12_345, 999_999, 1_234_567, 987_654_321_012],
  ...[0.5, 1.005, 2.675, 12.3, 999.96, 9_999.9996, 12_345.678, 0.000_4, 1e-9, 1e21],
]

test.for(languages)('numbers are written as Intl writes them: %s', (one) => {
  for (const value of values.flatMap((each) => [each, -each]))
    for (const decimals of [0, 1, 2, 3]) {
      const format = new Intl.NumberFormat(one, {
        maximumFractionDigits: decimals,
        signDisplay: 'negative',
      })
      expect(numberIn(one, value, decimals)).toBe(format.format(value))
    }
})
