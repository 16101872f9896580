import { describe, expect, test } from 'vitest'
import { decimalsOf } from '#contract/currency.ts'
import { plain, readTyped, readWire, sum } from './money.ts'

describe('an amount of the wire', () => {
  test.for<[number | null | undefined, number, number | null, boolean]>([
    [12990, 0, 12990, false],
    [12990, 2, 1299000, false],
    [19.99, 2, 1999, false],
    [0.1, 2, 10, false],
    [1.005, 2, 101, true],
    [2.675, 2, 268, true],
    [-1.005, 2, -101, true],
    [12.345, 3, 12345, false],
    [12.3456, 3, 12346, true],
    [12990.5, 0, 12991, true],
    [12990.4, 0, 12990, true],
    // What somebody's floating sum has added is no decimal.
    [0.30000000000000004, 2, 30, false],
    [19.990000000000002, 2, 1999, false],
    [9_999_999_999_999.99, 2, 999_999_999_999_999, false],
    [90_071_992_547_409.91, 2, null, false],
    [1e21, 0, null, false],
    [1e300, 2, null, false],
    [1e-7, 2, 0, true],
    [-0.001, 2, 0, true],
    [0, 3, 0, false],
    [-0, 2, 0, false],
    [Number.NaN, 2, null, false],
    [Number.POSITIVE_INFINITY, 2, null, false],
    [null, 2, null, false],
    [undefined, 2, null, false],
  ])('%d of %d decimals is %d', ([value, decimals, amount, isRounded]) => {
    expect(readWire(value, decimals)).toEqual(amount === null ? null : { amount, isRounded })
    expect(Object.is(readWire(value, decimals)?.amount, -0)).toBe(false)
  })

  test.for([0, 2, 3])(
    'of %d decimals is read as it is written, whatever a float makes of it',
    (n) => {
      for (let amount = 0; amount < 200_000; amount += 37)
        expect(readWire(Number(plain(amount, n)), n)).toEqual({ amount, isRounded: false })
    },
  )
})

test('a hundred thousand payments of 0.10, 19.99 and 1.005 add up exactly', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => [0.1, 19.99, 33.33][index % 3] ?? 0)
  const amounts = values.map((value) => readWire(value, 2)?.amount ?? 0)
  expect(sum(amounts)).toBe(33_334 * 10 + 33_333 * 1999 + 33_333 * 3333)
  // What adding the floats would have come to.
  expect(Math.round(values.reduce((total, each) => total + each, 0) * 1e6)).not.toBe(
    sum(amounts) * 10_000,
  )
})

test('a sum that is not exact any more is none', () => {
  expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
})

describe('an amount that somebody typed', () => {
  test.for<[string, 'en' | 'es' | 'pt', string, number, number | null]>([
    ['12.990', 'es', 'CL', 0, 12990],
    ['$ 12.990', 'es', 'CL', 0, 12990],
    ['12990', 'es', 'CL', 0, 12990],
    ['1.234.567', 'es', 'CL', 0, 1234567],
    ['12,5', 'es', 'CL', 0, null],
    ['12.99', 'es', 'CL', 0, null],
    ['12,50', 'es', 'AR', 2, 1250],
    ['12.50', 'es', 'AR', 2, 1250],
    ['12,5', 'es', 'AR', 2, 1250],
    ['1.234,56', 'es', 'AR', 2, 123456],
    ['1,234.56', 'es', 'AR', 2, null],
    ['12.500', 'es', 'AR', 2, 1250000],
    ['12,500', 'es', 'MX', 2, 1250000],
    ['12,500.5', 'es', 'MX', 2, 1250050],
    ['12.500', 'es', 'MX', 2, null],
    ['1 234,56', 'es', 'ES', 2, 123456],
    ['R$ 1.234,56', 'pt', 'BR', 2, 123456],
    ['1234,5', 'pt', 'BR', 2, 123450],
    ['12.99', 'pt', 'BR', 2, 1299],
    ['1,234.56', 'en', 'US', 2, 123456],
    ['$1,234', 'en', 'US', 2, 123400],
    ['.5', 'en', 'US', 2, 50],
    ['12.', 'en', 'US', 2, 1200],
    ['12.345', 'en', 'US', 2, null],
    ['12,34', 'en', 'US', 2, 1234],
    ['1.234', 'en', 'KW', 3, 1234],
    ['1,234', 'en', 'KW', 3, 1234000],
    ['1,23,4', 'en', 'US', 2, null],
    ['1.2.3', 'en', 'US', 2, null],
    ['-5', 'en', 'US', 2, null],
    ['12a', 'en', 'US', 2, null],
    ['1e3', 'en', 'US', 2, null],
    ['', 'en', 'US', 2, null],
    ['$', 'en', 'US', 2, null],
    ['0', 'pt', 'BR', 2, 0],
    ['12.990', 'es', '', 0, 12990],
    ['99999999999999', 'en', 'US', 2, null],
  ])('%j in %s-%s with %d decimals is %d', ([text, language, country, decimals, amount]) => {
    expect(readTyped({ text, language }, { country, decimals })).toBe(amount)
  })

  test.for(['en', 'es', 'pt'] as const)('in %s is what it shows', (language) => {
    for (const country of ['CL', 'AR', 'BR', 'MX', 'US', 'PT', 'CR'])
      for (const [amount, decimals] of [
        [1_234_567, 0],
        [123_456_789, 2],
        [1_005, 2],
        [7, 2],
        [9_999, 0],
      ] as const) {
        const shown = new Intl.NumberFormat(`${language}-${country}`, {
          minimumFractionDigits: decimals,
        }).format(amount / 10 ** decimals)
        expect([shown, readTyped({ text: shown, language }, { country, decimals })]).toEqual([
          shown,
          amount,
        ])
      }
  })
})

test.for<[number, number, string]>([
  [0, 0, '0'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [12990, 0, '12990'],
  [12345, 3, '12.345'],
])('%d of %d decimals is written %s', ([amount, decimals, text]) => {
  expect(plain(amount, decimals)).toBe(text)
})

test('currencies have their own decimals', () => {
  expect(['CLP', 'PYG', 'BRL', 'USD', 'KWD'].map(decimalsOf)).toEqual([0, 0, 2, 2, 3])
  expect(decimalsOf(null)).toBe(2)
})
