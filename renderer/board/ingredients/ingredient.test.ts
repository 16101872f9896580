import { expect, test } from 'vitest'
import type { StockState } from '#contract/stock/stock.ts'
import { makeDelivery } from '../../test-support/sample-board.ts'
import { ingredientState } from './ingredient.ts'

const ingredient = { id: 'avocado', name: 'Palta', keys: ['a', 'b', 'c'] }
const off = (key: string, fields: Partial<StockState> = {}): StockState => ({
  key,
  state: 'out',
  left: null,
  until: null,
  source: 'here',
  delivery: makeDelivery('confirmed'),
  setAt: '2025-03-01T12:00:00.000Z',
  setBy: 'Parrilla',
  ingredientId: 'avocado',
  ...fields,
})
function stateWith(states: StockState[], keys = ingredient.keys) {
  const byKey = new Map(states.map((state) => [state.key, state]))
  return ingredientState({ ...ingredient, keys }, (key) => byKey.get(key))
}

test.for<[string, StockState[], string]>([
  ['nothing is off', [], 'on: 0 of 0'],
  ['all are off', [off('a'), off('b'), off('c')], 'off: 3 of 3'],
  [
    'one is not sent yet',
    [off('a'), off('b'), off('c', { delivery: makeDelivery('sending') })],
    'off: 2 of 3',
  ],
  ['one was brought back by hand', [off('a'), off('b')], 'partly: 2 of 2'],
  ['one is off for another reason', [off('a', { ingredientId: null })], 'on: 0 of 0'],
  ['one is off by another ingredient', [off('a', { ingredientId: 'cheese' })], 'on: 0 of 0'],
  ['an item that is not its own', [off('z')], 'on: 0 of 0'],
  [
    'coming back: the platform has not said so of each',
    [
      off('a', { state: 'on-sale' }),
      off('b', { state: 'on-sale', delivery: makeDelivery('accepted') }),
    ],
    'on: 1 of 2',
  ],
])('%s', ([, states, expected]) => {
  const { position, confirmed, changed } = stateWith(states)
  expect(`${position}: ${String(confirmed)} of ${String(changed)}`).toBe(expected)
})

test('an ingredient without items is on', () => {
  expect(stateWith([], [])).toMatchObject({ position: 'on', total: 0 })
})

test('rejected and unconfirmed items are named, and waiting ones are shown', () => {
  const refused = off('a', { delivery: makeDelivery('refused', 'No such product') })
  const never = off('b', { delivery: makeDelivery('undecided') })
  const recount = off('c', { delivery: makeDelivery('expired') })
  expect(stateWith([refused, never, recount])).toMatchObject({
    refused: [refused],
    undecided: [never, recount],
    waiting: false,
  })
  expect(stateWith([off('a', { delivery: makeDelivery('queued') })]).waiting).toBe(true)
})

const noon = '2025-03-01T15:00:00.000Z'
test.for<[string, (string | null)[], unknown]>([
  ['until further notice', [null, null], null],
  ['until one moment', [noon, noon], noon],
  ['until several', [noon, null], { several: true }],
])('off %s', ([, untils, expected]) => {
  expect(stateWith(untils.map((until, nth) => off('abc'.charAt(nth), { until }))).until).toEqual(
    expected,
  )
})
