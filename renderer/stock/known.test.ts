import { expect, test } from 'vitest'
import type { StockState } from '#contract/stock.ts'
import { applyStock, catchUpStock, knownOf, type StockChanged } from './known.ts'
import { makeBoard, makeState } from './sample-board.ts'

const changed = (revision: number, states: StockState[], gone: string[] = []): StockChanged => ({
  type: 'stock.changed',
  revision,
  now: '2026-03-01T12:00:00.000Z',
  states,
  gone,
})
const board = makeBoard({ revision: 7, states: [makeState('product:1'), makeState('product:2')] })
const keysOf = (known: { states: ReadonlyMap<string, StockState> } | null) =>
  known && [...known.states.keys()]

test('a change replaces states and takes away what is on sale again', () => {
  const next = applyStock(knownOf(board), changed(8, [makeState('product:3')], ['product:1']))
  expect(keysOf(next)).toEqual(['product:2', 'product:3'])
  expect(keysOf(knownOf(board)), 'what was known is not touched').toHaveLength(2)
})

test.for([7, 9, 2])('after revision 7, a change %d is not the next one', (revision) => {
  expect(applyStock(knownOf(board), changed(revision, []))).toBeNull()
})

test('changes that came while the board was asked for are applied; old ones are not, a gap is noticed', () => {
  const [old, next, later] = [
    changed(7, [], ['product:1']),
    changed(8, [], ['product:2']),
    changed(10, []),
  ]
  expect(keysOf(catchUpStock(board, [old, next]))).toEqual(['product:1'])
  expect(catchUpStock(board, [next, later])).toBeNull()
})
