import { expect, test } from 'vitest'
import { favouriteDish } from './favourite-dish.ts'

test('the favourite dish is in most orders, however often it is in one; of several the latest', () => {
  const orders = [['Flan', 'Agua'], ['Pastel', 'Agua', 'Agua', 'Agua'], ['Pastel'], ['Flan']]
  expect(favouriteDish(orders)).toEqual({ name: 'Flan', orders: 2, ofOrders: 4 })
  expect(favouriteDish([['Agua', 'Agua'], ...orders])?.name).toBe('Agua')
  expect(favouriteDish([])).toBeNull()
})
