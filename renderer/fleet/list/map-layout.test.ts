import { expect, test } from 'vitest'
import type { FleetStore } from '#contract/relay/fleet.ts'
import { layOutMap, placeOfTile, tileAt } from './map-layout.ts'
import { inOrderOf } from '../../ui/table/use-still-order.ts'

test('tiles are as large as they can be, and small only as far as a sign is visible', () => {
  expect(layOutMap(10, 900, 200).pitch).toBe(30)
  const many = layOutMap(2_000, 430, 730)
  expect(many.columns * many.rows).toBeGreaterThanOrEqual(2_000)
  expect(many.rows * many.pitch).toBeLessThanOrEqual(730)
  expect(many.columns * many.pitch).toBeLessThanOrEqual(430)
  expect(layOutMap(5_000, 992, 184)).toEqual({ pitch: 9, columns: 110, rows: 46 })
  expect(layOutMap(3, 0, 100).columns).toBe(1)
})

test('each tile is found at its place, and nothing outside', () => {
  const layout = layOutMap(50, 100, 60)
  for (let nth = 0; nth < 50; nth++) {
    const { x, y } = placeOfTile(layout, nth)
    expect(tileAt(layout, 50, x + 1, y + 1)).toBe(nth)
  }
  const { columns, rows, pitch } = layout
  expect(tileAt(layout, 50, columns * pitch + 1, 1)).toBeNull()
  expect(tileAt(layout, 50, 1, rows * pitch + 1)).toBeNull()
  expect(tileAt(layout, 50, -1, 1)).toBeNull()
})

test('rows that stay at their places have their new figures; a new store is last', () => {
  const store = (id: string, since: number) => ({ id, since }) as FleetStore
  const stores = [store('c', 1), store('a', 2), store('b', 3)]
  expect(inOrderOf(['a', 'gone', 'b'], stores)).toEqual([stores[1], stores[2], stores[0]])
})
