import { expect, test } from 'vitest'
import { hidesWork, unreadOf, unreadParts } from './unread.ts'

test('of an order with very many odd dishes not every path is kept, and it says that it is not whole', () => {
  const paths = Array.from({ length: 1_000 }, (_each, nth) => [
    `items.${String(nth)}.unitPrice`,
    `items.${String(nth)}.amount`,
  ]).flat()
  const kept = unreadOf(paths, [], null)['items'] ?? []
  expect(kept).toHaveLength(500)
  expect(kept).toContain('items')
  expect(kept.every(hidesWork)).toBe(true)
})

test('of few, every path is kept, and each dish has its own', () => {
  const paths = ['items.0.amount', 'items.1', 'items.2.comment', 'items.2.modifiers.0.options']
  const kept = unreadOf(paths, [], null)['items'] ?? []
  expect(kept).toEqual(paths)
  const partsOf = unreadParts(kept)
  expect([partsOf(0), partsOf(1), partsOf(2)]).toEqual([['amount'], ['choices', 'comment'], []])
})
