import { describe, expect, test } from 'vitest'
import {
  addExact,
  noAmount,
  plainDecimal,
  plainExact,
  readTyped,
  readWire,
  rounded,
  sum,
  type Exact,
} from './money.ts'

describe('an amount of the wire', () => {
  const half = 500_000_000_000_000_000n
  test.for<[number | null | undefined, number, number | null, bigint]>([
    [12990, 0, 12990, 0n],
    [12990, 2, 1299000, 0n],
    [19.99, 2, 1999, 0n],
    [0.1, 2, 10, 0n],
    [1.005, 2, 101, -half],
    [2.675, 2, 268, -half],
    [-1.005, 2, -101, half],
    [1.004, 2, 100, 400_000_000_000_000_000n],
    [12.345, 3, 12345, 0n],
    [12.3456, 3, 12346, -400_000_000_000_000_000n],
    [12990.5, 0, 12991, -half],
    [12990.4, 0, 12990, 400_000_000_000_000_000n],
    // A third of a hundred as a float: every digit counts.
    [33.333333333333336, 2, 3333, 333_333_333_333_600_000n],
    // The last digits of a floating sum are not decimals.
    [0.30000000000000004, 2, 30, 0n],
    [19.990000000000002, 2, 1999, 0n],
    [9_999_999_999_999.99, 2, 999_999_999_999_999, 0n],
    [90_071_992_547_409.91, 2, null, 0n],
    [1e21, 0, null, 0n],
    [1e300, 2, null, 0n],
    [1e-300, 2, null, 0n],
    [1e-7, 2, 0, 10_000_000_000_000n],
    [-0.001, 2, 0, -100_000_000_000_000_000n],
    [0, 3, 0, 0n],
    [-0, 2, 0, 0n],
    [Number.NaN, 2, null, 0n],
    [Number.POSITIVE_INFINITY, 2, null, 0n],
    [null, 2, null, 0n],
    [undefined, 2, null, 0n],
  ])('%d of %d decimals is %d', ([value, decimals, amount, rest]) => {
    expect(readWire(value, decimals)).toEqual(amount === null ? null : { amount, rest })
    expect(Object.is(readWire(value, decimals)?.amount, -0)).toBe(false)
  })

  test.for([0, 2, 3])('with %d decimals is read exactly as written, without float errors', (n) => {
    for (let amount = 0; amount < 200_000; amount += 37)
      expect(readWire(Number(plainDecimal(amount, n)), n)).toEqual({ amount, rest: 0n })
  })
})

const exactSum = (values: readonly number[], decimals: number): Exact => {
  const total = noAmount()
  for (const value of values) addExact(total, readWire(value, decimals) ?? noAmount())
  return total
}

describe('a sum', () => {
  test.for<[number[], number, number, string]>([
    // Rounding each amount would make 2.02.
    [[1.005, 1.005], 2, 201, '2.01'],
    [[1.005, 1.005, 1.005], 2, 302, '3.015'],
    [[-1.005, 0.5], 2, -51, '-0.505'],
    [[33.333333333333336, 33.333333333333336, 33.333333333333336], 2, 10000, '100.000000000000008'],
    [[0.004, 0.004], 2, 1, '0.008'],
    [[10.5, 10.5], 0, 21, '21'],
    [[10.4], 0, 10, '10.4'],
    [[12.9], 2, 1290, '12.90'],
    [[], 0, 0, '0'],
  ])('%j of %d decimals is %d, exactly %s', ([values, decimals, amount, exactly]) => {
    const total = exactSum(values, decimals)
    expect([rounded(total), plainExact(total, decimals)]).toEqual([amount, exactly])
    for (const value of values) addExact(total, readWire(value, decimals) ?? noAmount(), -1)
    expect(total).toEqual(noAmount())
  })

  test('of a hundred thousand payments of 0.10, 19.99 and 1.005 is exact', () => {
    const values = Array.from({ length: 99_999 }, (_, index) => [0.1, 19.99, 1.005][index % 3] ?? 0)
    const total = exactSum(values, 2)
    expect(plainExact(total, 2)).toBe('703159.635')
    expect(rounded(total)).toBe(33_333 * (10 + 1999) + 3_349_967)
    expect(exactSum(values.toReversed(), 2)).toEqual(total)
  })
})

test('a sum that is no longer exact is null', () => {
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
    ['-5', 'en', 'US', 2, -500],
    ['-100', 'es', 'CL', 0, -100],
    ['−100', 'pt', 'BR', 2, -10000],
    ['–100', 'en', 'US', 2, -10000],
    ['100-', 'en', 'US', 2, -10000],
    ['100 −', 'es', 'CL', 0, -100],
    ['- 100', 'es', 'CL', 0, -100],
    ['(100)', 'en', 'US', 2, -10000],
    ['( 100 )', 'en', 'US', 2, -10000],
    ['-1.234,56', 'es', 'AR', 2, -123456],
    ['-1.234,56', 'pt', 'BR', 2, -123456],
    ['-1,234.56', 'en', 'US', 2, -123456],
    ['(1.234.567)', 'es', 'CL', 0, -1234567],
    ['-$ 12.990', 'es', 'CL', 0, -12990],
    ['$-12.990', 'es', 'CL', 0, -12990],
    ['$ -12.990', 'es', 'CL', 0, -12990],
    ['$(1,234.50)', 'en', 'US', 2, -123450],
    ['($1,234.50)', 'en', 'US', 2, -123450],
    ['-R$ 1.234,56', 'pt', 'BR', 2, -123456],
    ['R$ -1.234,56', 'pt', 'BR', 2, -123456],
    ['R$−1.234,56', 'pt', 'BR', 2, -123456],
    ['(R$ 100)', 'pt', 'BR', 2, -10000],
    ['-100 €', 'es', 'ES', 2, -10000],
    ['100 €-', 'es', 'ES', 2, -10000],
    ['(100 €)', 'es', 'ES', 2, -10000],
    ['-.5', 'en', 'US', 2, -50],
    ['-12.990', 'es', 'CL', 0, -12990],
    ['-12,5', 'es', 'CL', 0, null],
    ['-0', 'en', 'US', 2, 0],
    ['(-100)', 'en', 'US', 2, null],
    ['-100-', 'en', 'US', 2, null],
    ['--100', 'en', 'US', 2, null],
    ['100-20', 'en', 'US', 2, null],
    ['(100', 'en', 'US', 2, null],
    ['100)', 'en', 'US', 2, null],
    ['-', 'en', 'US', 2, null],
    ['()', 'en', 'US', 2, null],
    ['-$', 'en', 'US', 2, null],
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
        [-1_234_567, 0],
        [-1_005, 2],
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
  expect(plainDecimal(amount, decimals)).toBe(text)
})
