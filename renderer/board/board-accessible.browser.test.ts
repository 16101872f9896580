import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  buttonOf,
  changeStockStates,
  closeBoard,
  openBoard,
  switchOf,
} from '../test-support/open-board.ts'
import { makeBoard, makeDelivery, makeItem, makeState } from '../test-support/sample-board.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeBoard)

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const soup = 'product:Cazuela'

/** A board with every state that a row can show. */
const fullBoard = () => {
  const board = makeBoard()
  const more = ['Porotos', 'Cazuela', 'Humitas'].map((name) => makeItem(`product:${name}`, name))
  return makeBoard({
    items: [...board.items, ...more],
    states: [
      makeState('product:empanada', { until: tomorrow, setBy: 'Grill' }),
      makeState('product:jalapeno', { state: 'counted', left: 3, source: 'elsewhere' }),
      makeState('product:pastel', { delivery: makeDelivery('refused', '400 Bad request') }),
      makeState('product:Porotos', { ingredientId: 'i1', delivery: makeDelivery('sending') }),
      makeState('product:Humitas', { byChain: true, setBy: 'Ana' }),
    ],
    ingredients: [{ id: 'i1', name: 'Pollo', keys: ['product:Porotos'] }],
  })
}

test('the 86 board is accessible with every state, and a tap sells out', async () => {
  const bridge = await openBoard(fullBoard())
  await expectAccessible(switchOf('Empanada de pino'))
  await switchOf('Cazuela').click()
  await expect
    .poll(() => bridge.asked('stock.set'))
    .toMatchObject([{ keys: [soup], act: { kind: 'out', until: { kind: 'opening' } } }])
  changeStockStates(bridge, [makeState(soup)])
  await expect.element(switchOf('Cazuela')).toHaveAttribute('aria-checked', 'false')
})

test('its questions are accessible: for how long, and how many are left', async () => {
  await openBoard(fullBoard())
  await buttonOf('More for Cazuela').click()
  await expectAccessible(page.getByRole('dialog', { name: 'Cazuela' }))
})
