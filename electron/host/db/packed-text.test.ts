import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runAllSteps } from '#contract/steps.ts'
import { writeJson } from './packed-text.ts'

test('a long value is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(600), (value, count) => {
      const long = { list: Array.from({ length: count }, () => value), absent: undefined, value }
      expect(runAllSteps(writeJson(long))).toBe(JSON.stringify(long))
    }),
  )
})

test('other work runs in between', () => {
  const writing = writeJson({ products: Array.from({ length: 5_000 }, (_, nth) => ({ nth })) })
  let steps = 0
  while (writing.next().done !== true) steps += 1
  expect(steps).toBeGreaterThan(5_000)
})
