import { expect, test } from 'vitest'
import { initials } from './list-text.ts'

test.for<[string, string]>([
  ['Hamburguesa clásica doble', 'HC'],
  ['  ñoquis  (4 quesos)', 'ÑQ'],
  ['Palta', 'P'],
  ['🍕', ''],
])('%s is %s', ([name, expected]) => {
  expect(initials(name)).toBe(expected)
})
