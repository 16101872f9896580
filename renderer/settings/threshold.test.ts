import { expect, test } from 'vitest'
import { readThreshold, thresholdText } from './threshold.ts'

test.for<[string, number, number | null | undefined]>([
  ['', 0, null],
  [' ', 2, null],
  ['2000', 0, 2000],
  ['0', 2, 0],
  ['2,5', 2, 250],
  ['2.50', 2, 250],
  ['2.505', 2, undefined],
  ['2.000', 0, undefined],
  ['2.000', 2, undefined],
  ['-2', 2, undefined],
  ['dos', 2, undefined],
])('%j of %d decimals is %d', ([text, decimals, units]) => {
  expect(readThreshold(text, decimals)).toBe(units)
})

test.for<[number | null, number, string]>([
  [null, 2, ''],
  [2000, 0, '2000'],
  [5, 2, '0,05'],
  [250, 2, '2,50'],
])('%d of %d decimals is shown as %j, and read back', ([units, decimals, text]) => {
  expect(thresholdText(units, decimals, ',')).toBe(text)
  expect(readThreshold(text, decimals)).toBe(units)
})
