import { expect, test } from 'vitest'
import { hidesWork, unreadOf, unreadParts } from './unread.ts'

test('of an order with very many odd dishes not every path is kept, and it says that it is not whole', () => {
  const paths = Array.from({ length: 1_000 }, (_each, nth) => [
    `items.${String(nth)}.unitPrice`,
    `items.${String(nth)}.amount`,
  ]).flat()
  const stored = unreadOf(paths, [], null)['items'] ?? []
  expect(stored).toHaveLength(500)
  expect(stored).toContain('items')
  expect(stored.every(hidesWork)).toBe(true)
})

test('of few, every path is kept, and each dish has its own', () => {
  const paths = ['items.0.amount', 'items.1', 'items.2.comment', 'items.2.modifiers.0.options']
  const stored = unreadOf(paths, [], null)['items'] ?? []
  expect(stored).toEqual(paths)
  const partsOf = unreadParts(stored)
  expect([partsOf(0), partsOf(1), partsOf(2)]).toEqual([['amount'], ['choices', 'comment'], []])
})
