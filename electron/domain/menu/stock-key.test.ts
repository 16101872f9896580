import { expect, test } from 'vitest'
import { sameNames } from './stock-key.ts'

const names = { 'product:p-1': 'product:P', 'product:P': 'product:P' }

test.each<[string, Record<string, string>, boolean]>([
  ['the same', { ...names }, true],
  ['one more', { ...names, 'product:Q': 'product:Q' }, false],
  ['one less', { 'product:P': 'product:P' }, false],
  ['another key of one', { ...names, 'product:p-1': 'product:p-1' }, false],
  ['another name', { 'product:p-2': 'product:P', 'product:P': 'product:P' }, false],
])('two menus use the same names: %s', (_title, other, expected) => {
  expect(sameNames(new Map(Object.entries(names)), new Map(Object.entries(other)))).toBe(expected)
})
