import { expect, test } from 'vitest'
import { shiftCurrencyOf, usualThreshold } from './currency.ts'

const countries = [
  'AR',
  'BO',
  'BR',
  'CL',
  'CO',
  'CR',
  'DO',
  'EC',
  'ES',
  'GT',
  'MX',
  'PA',
  'PE',
  'PT',
  'PY',
  'US',
  'UY',
]

test.for(countries)(
  'the notes and coins of %s are whole, each once, the largest first',
  (country) => {
    const { code, decimals, denominations } = shiftCurrencyOf(country)
    expect(code).toMatch(/^[A-Z]{3}$/)
    expect(denominations.length).toBeGreaterThan(5)
    const values = denominations.map(({ value }) => value)
    expect(values.every((value) => Number.isInteger(value) && value > 0)).toBe(true)
    expect(new Set(values).size).toBe(values.length)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(usualThreshold(shiftCurrencyOf(country))).toBeGreaterThan(0)
    expect(decimals).toBe(['CLP', 'COP', 'PYG'].includes(code ?? '') ? 0 : 2)
  },
)

test.for<[string, number, number]>([
  ['CL', 20_000, 10],
  ['BR', 20_000, 5],
  ['MX', 100_000, 50],
  ['US', 10_000, 1],
  ['PT', 50_000, 1],
  ['PY', 100_000, 50],
])('%s counts from %d to %d', ([country, largest, smallest]) => {
  const { denominations } = shiftCurrencyOf(country)
  expect(denominations[0]).toEqual({ value: largest, kind: 'note' })
  expect(denominations.at(-1)).toEqual({ value: smallest, kind: 'coin' })
})

test('an unknown country has no notes, and nothing may be missing', () => {
  expect(shiftCurrencyOf('ZZ')).toEqual({ code: null, decimals: 2, denominations: [] })
  expect(shiftCurrencyOf('').code).toBeNull()
  expect(usualThreshold(shiftCurrencyOf('ZZ'))).toBe(0)
})
