import { expect, test } from 'vitest'
import { findNames, fold, foldInSlices } from './fold.ts'

test.for<[string, string]>([
  ['Jalapeño', 'jalapeno'],
  ['CAFÉ  Ação ', 'cafe acao'],
  ['Ñandú', 'nandu'],
  ['Crème brûlée', 'creme brulee'],
  ['\u200fAna\u200e Mar\u200bía', 'ana maria'],
])('%s is compared as %s', ([text, expected]) => {
  expect(fold(text)).toBe(expected)
})

const names = [
  'Sopa de maíz',
  'Pastel de choclo',
  'Café con leche',
  'Leche asada',
  'Caféleche',
].map(fold)

test.for<[string, number[] | null]>([
  ['', null],
  ['  ', null],
  ['LECHE', [3, 2, 4]],
  ['maiz', [0]],
  ['choclo pas', [1]],
  ['pizza', []],
])(
  'a search for "%s" finds %o: what begins with it first, then words, then the rest',
  ([words, found]) => {
    expect(findNames(names, words)).toEqual(found)
  },
)

test('names are folded in slices, and the rest when they are needed', () => {
  const many = Array.from({ length: 250 }, (_, nth) => `Ñandú ${String(nth)}`)
  const { slice, all } = foldInSlices(many)
  let turns = 2
  expect(slice(() => turns-- > 0)).toBe(false)
  expect(all()).toEqual(many.map(fold))
  expect(slice(() => false)).toBe(true)
})
