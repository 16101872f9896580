import { describe, expect, test } from 'vitest'
import type { Fixture, Table } from '../floor/geometry.ts'
import {
  boundsOf,
  freePlace,
  movedTo,
  nextName,
  overlap,
  overlaps,
  placeAll,
  repeatedNames,
  resized,
  turned,
} from './edit-plan.ts'

const table = (name: string, some: Partial<Table> = {}): Table => ({
  ...{ id: `t${name}`, name, seats: 4, learned: false },
  ...{ shape: 'square', place: { x: 1, y: 1, turn: 0 } },
  ...some,
})
const bar: Fixture = { id: 'bar', kind: 'bar', x: 0, y: 10, width: 8, height: 2 }
const planOf = (...tables: Table[]) => ({
  sectors: [{ id: 's', name: 'Salón', tables, fixtures: [] }],
})

test('a table without a place gets the one where it is drawn, and the others keep theirs', () => {
  const placed = placeAll(planOf(table('1'), table('2', { place: null }))).sectors[0]?.tables
  expect(placed?.map(({ place }) => place)).toEqual([
    { x: 1, y: 1, turn: 0 },
    { x: 1, y: 6, turn: 0 },
  ])
})

test('what is moved stands on a cell, keeps its turn, and stays on the plan', () => {
  const across = table('1', { place: { x: 1, y: 1, turn: 45 } })
  expect(movedTo(across, { x: 3.4, y: -2 })).toMatchObject({ place: { x: 3, y: 0, turn: 45 } })
  expect(movedTo(bar, { x: 500, y: 2.6 })).toMatchObject({ x: 200, y: 3, width: 8 })
})

test('a table turns by 45 degrees, all the way round; a bar lies across', () => {
  expect(turned(table('1'))).toMatchObject({ place: { x: 1, y: 1, turn: 45 } })
  expect(turned(table('1', { place: { x: 1, y: 1, turn: 315 } }))).toMatchObject({
    place: { turn: 0 },
  })
  expect(turned(bar)).toMatchObject({ x: 0, y: 10, width: 2, height: 8 })
})

test('a bar is at least one cell wide', () => {
  expect(resized(bar, { width: 11.6, height: -3 })).toMatchObject({ width: 12, height: 1 })
})

describe('overlap', () => {
  test('only what shares floor: tables that stand side by side do not', () => {
    const at = (x: number) => table('2', { place: { x, y: 1, turn: 0 } })
    expect(overlap(table('1'), at(3))).toBe(true)
    expect(overlap(table('1'), at(4))).toBe(false)
  })

  test('a long table that is turned takes the floor across', () => {
    const long = table('5', { seats: 10, place: { x: 1, y: 7, turn: 0 } })
    expect(overlap(long, bar)).toBe(false)
    const across = { ...long, place: { x: 1, y: 7, turn: 90 } }
    const { width, height } = boundsOf(across)
    expect([width, height].map(Math.round)).toEqual([3, 6])
    expect(overlap(across, bar)).toBe(true)
  })

  test('corners that only come near do not count: two tables that stand on their tips', () => {
    const tip = (x: number, y: number) => table('2', { place: { x, y, turn: 45 } })
    expect(overlap(tip(1, 1), tip(4, 4))).toBe(false)
    expect(overlap(tip(1, 1), tip(3, 3))).toBe(true)
  })

  test('a round table has no corners', () => {
    const round = table('1', { seats: 12, shape: 'round', place: { x: 0, y: 0, turn: 0 } })
    const at = (cell: number) => table('2', { place: { x: cell, y: cell, turn: 0 } })
    expect(boundsOf(round)).toMatchObject({ width: 7, height: 7 })
    expect(overlap(round, at(6))).toBe(false)
    expect(overlap(round, at(5))).toBe(true)
  })

  test('walls and a bar may meet, but no table stands in them', () => {
    const wall: Fixture = { ...bar, id: 'wall', kind: 'wall' }
    const inBar = table('1', { place: { x: 2, y: 9, turn: 0 } })
    expect(overlaps([wall, bar])).toEqual([])
    expect(overlaps([wall, bar, inBar])).toEqual([
      [wall, inBar],
      [bar, inBar],
    ])
  })
})

test('a new item stands as near as possible, with room for chairs', () => {
  expect(freePlace(table('2'), [table('1')], { x: 2, y: 1 })).toMatchObject({
    place: { x: 6, y: 1, turn: 0 },
  })
  expect(freePlace(table('2'), [], { x: 7, y: 4 })).toMatchObject({ place: { x: 7, y: 4 } })
})

test('the next name is the next number that is free', () => {
  const plan = planOf(table('1'), table('2'), table('Mesa 7'))
  expect([nextName(plan, ''), nextName(plan, '1'), nextName(plan, 'Mesa 7')]).toEqual([
    '3',
    '3',
    'Mesa 8',
  ])
  expect(repeatedNames(plan)).toEqual([])
  expect(repeatedNames(planOf(table('1'), table('1'), table('1'), table(''), table('')))).toEqual([
    '1',
  ])
})
