import { expect, test } from 'vitest'
import { currencyOf, decimalsOf } from '#contract/currency.ts'
import { inOneUnit, minorOf } from './minor.ts'

test.each([
  [0, 0, 0],
  [12_990, 0, 12_990],
  [0.5, 0, null],
  [12.5, 2, 1250],
  [0.07, 2, 7],
  [1.005, 2, null],
  [1.005, 3, 1005],
  [-3.1, 2, -310],
  [19.990000000000002, 2, 1999],
  [0.1 + 0.2, 2, 30],
  [0.001, 2, null],
  [9_999_999_999_999.99, 2, 999_999_999_999_999],
  [10_000_000_000_000.01, 2, null],
  [1e21, 0, null],
  [Number.NaN, 2, null],
])('%d with %d decimals is %s', (value, decimals, minor) => {
  expect(minorOf(value, decimals)).toBe(minor)
})

test('every amount up to ten thousand is read exactly, with two decimals and with three', () => {
  for (const decimals of [2, 3])
    for (let minor = 0; minor < 10_000 * 10 ** decimals; minor += 7) {
      const written = `${String(Math.floor(minor / 10 ** decimals))}.${String(minor % 10 ** decimals).padStart(decimals, '0')}`
      if (minorOf(Number(written), decimals) !== minor) throw new Error(written)
    }
})

test('a country’s currency has the decimals that Intl knows', () => {
  expect(decimalsOf(currencyOf('CL'))).toBe(0)
  expect(decimalsOf(currencyOf('MX'))).toBe(2)
  expect(decimalsOf(currencyOf('BR'))).toBe(2)
  expect(decimalsOf('KWD')).toBe(3)
  expect(decimalsOf(currencyOf(''))).toBe(2)
})

test.for<[number[], ReturnType<typeof inOneUnit>]>([
  [[], { amounts: [], decimals: 0 }],
  [[1200, 0], { amounts: [1200n, 0n], decimals: 0 }],
  [[0.7, 0.1, 0.8], { amounts: [7n, 1n, 8n], decimals: 1 }],
  [[0.7, 0.05], { amounts: [70n, 5n], decimals: 2 }],
  [[-19.99, 0.001], { amounts: [-19_990n, 1n], decimals: 3 }],
  [[1.1 + 2.2], { amounts: [33n], decimals: 1 }],
  [[999_999_999_999.5, 0.0001], null],
  [[1e300], null],
])('%j as whole numbers of one unit', ([values, expected]) => {
  expect(inOneUnit(values)).toEqual(expected)
})
