import { expect, test } from 'vitest'
import type { StockGroup, StockItem } from '#contract/stock/stock.ts'
import { itemsByGroup } from '../../state/stock/stock-groups.ts'
import { linesOfFound, linesOfGroups, placeOf, placesOf, type StockLine } from './lines.ts'
import { makeItem } from '../../test-support/sample-board.ts'

const groups: StockGroup[] = [
  { id: 'a', kind: 'category', name: 'Entradas' },
  { id: 'empty', kind: 'category', name: 'Nada' },
  { id: 'b', kind: 'category', name: 'Fondos' },
  // A modifier may have the same id as a category.
  { id: 'a', kind: 'modifier', name: 'Agregados' },
]
const items = [
  makeItem('product:1', 'Uno', { groups: ['a', 'a'] }),
  makeItem('product:2', 'Dos', { groups: ['b', 'a'] }),
  makeItem('product:3', 'Tres', { groups: ['a'] }),
  makeItem('product:4', 'Cuatro', { groups: ['gone'] }),
  makeItem('option:a/5', 'Cinco', { groups: ['a'] }),
]
const linesByGroup = (isShown = (_: StockItem) => true) =>
  linesOfGroups(itemsByGroup(groups, items), isShown, 2)
const shape = (lines: readonly StockLine[]) =>
  lines.map((line) =>
    line.kind === 'heading' ? (line.group?.name ?? null) : line.items.map(({ name }) => name),
  )

test('items are listed under each of their groups, in columns, those without a group last, and empty groups are hidden', () => {
  const lines = linesByGroup()
  expect(shape(lines)).toEqual([
    'Entradas',
    ['Uno', 'Dos'],
    ['Tres'],
    'Fondos',
    ['Dos'],
    'Agregados',
    ['Cinco'],
    null,
    ['Cuatro'],
  ])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
})

test('a heading without an item that is shown is left out', () => {
  expect(shape(linesByGroup(({ name }) => name !== 'Uno' && name !== 'Cinco'))).toEqual([
    'Entradas',
    ['Dos', 'Tres'],
    'Fondos',
    ['Dos'],
    null,
    ['Cuatro'],
  ])
})

test('search results have no headings, and each item appears once', () => {
  expect(shape(linesOfFound(items, 3))).toEqual([
    ['Uno', 'Dos', 'Tres'],
    ['Cuatro', 'Cinco'],
  ])
})

test('the places are the headings, and a line is in the last that begins before it', () => {
  const places = placesOf(linesByGroup())
  expect(places.map(({ line }) => line)).toEqual([0, 3, 5, 7])
  expect(placeOf(places, 4)?.line).toBe(3)
  expect(placeOf([], 4)).toBeUndefined()
})

test('many modifiers beside categories are one place; alone they are each their own', () => {
  const modifiers = Array.from({ length: 13 }, (_, nth): StockLine => {
    const id = String(nth)
    return { kind: 'heading', id, group: { id, kind: 'modifier', name: id }, of: 'option' }
  })
  expect(placesOf(modifiers)).toHaveLength(13)
  const [category] = linesByGroup()
  const mixed = [...(category ? [category] : []), ...modifiers]
  expect(placesOf(mixed).map(({ group }) => group)).toEqual([groups[0], 'options'])
})
