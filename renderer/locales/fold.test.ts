import { expect, test } from 'vitest'
import { fold } from '#contract/shared/fold.ts'
import { foldInSlices } from './fold.ts'

test.for<[string, string]>([
  ['Jalapeño', 'jalapeno'],
  ['CAFÉ  Ação ', 'cafe acao'],
  ['Ñandú', 'nandu'],
  ['Crème brûlée', 'creme brulee'],
  ['\u200fAna\u200e Mar\u200bía', 'ana maria'],
])('%s is compared as %s', ([text, expected]) => {
  expect(fold(text)).toBe(expected)
})

test('names are folded in slices, and the rest when they are needed', () => {
  const many = Array.from({ length: 250 }, (_, nth) => `Ñandú ${String(nth)}`)
  const { slice, all } = foldInSlices(many)
  let turns = 2
  expect(slice(() => turns-- > 0)).toBe(false)
  expect(all()).toEqual(many.map(fold))
  expect(slice(() => false)).toBe(true)
})
