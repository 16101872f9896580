import { expect, test } from 'vitest'
import type { StockState } from '#contract/stock/stock.ts'
import { makeState, makeDelivery } from '../test-support/sample-board.ts'
import { menuStateText, lasted, stateText, type Around } from './stock-text.ts'

const now = Date.parse('2026-03-02T15:00:00Z')
const around: Around = { now, timeZone: 'America/Santiago', offline: false, ingredient: undefined }
const setAt = '2026-03-02T12:00:00Z'
const state = (some: Partial<StockState>) => makeState('product:1', { setAt, ...some })

test.for<[Partial<StockState> | null, string]>([
  [null, 'On sale'],
  [{ state: 'on-sale' }, 'On sale'],
  [{ until: '2026-03-03T15:00:00Z' }, 'Sold out until Tue 12:00'],
  [{ until: null }, 'Sold out until further notice'],
  [{ until: null, source: 'menu', delivery: null }, 'Sold out'],
  [{ state: 'counted', left: 12 }, '12 left'],
  [{ state: 'counted', left: 0 }, 'None left'],
  [{ until: null, delivery: makeDelivery('refused') }, 'Requested: Sold out until further notice'],
])('%o is %s', ([some, text]) => {
  expect(stateText(some === null ? undefined : state(some), around)).toBe(text)
})

test.for<[Partial<StockState>, Partial<Around>, string]>([
  [{}, {}, 'confirmed · changed 3 h ago'],
  [{ setBy: 'Grill' }, {}, 'confirmed · changed on Grill 3 h ago'],
  [{ setBy: 'Bistro: Ana', byChain: true }, {}, 'confirmed · changed by Bistro: Ana 3 h ago'],
  [{ delivery: makeDelivery('queued') }, {}, 'waiting to send · changed 3 h ago'],
  [
    { delivery: makeDelivery('queued') },
    { offline: true },
    'offline: will be sent when the connection is back · changed 3 h ago',
  ],
  [{ delivery: makeDelivery('unknown') }, {}, 'sending · changed 3 h ago'],
  [{ delivery: makeDelivery('accepted') }, {}, 'received, in progress · changed 3 h ago'],
  [{ delivery: makeDelivery('undecided', '503') }, {}, 'not confirmed · changed 3 h ago'],
  [
    { delivery: makeDelivery('expired', '429') },
    {},
    'not sent in time: count again · changed 3 h ago',
  ],
  [{ delivery: makeDelivery('refused', 'No @such {id} | x') }, {}, 'rejected · changed 3 h ago'],
  [{ source: 'menu', delivery: null, setAt: null }, {}, 'from the menu'],
  [{ source: 'elsewhere', delivery: null, setAt: null }, {}, 'changed elsewhere'],
  [
    { ingredientId: '1' },
    { ingredient: 'Palta' },
    'confirmed · ingredient: Palta · changed 3 h ago',
  ],
])('%o is known so: %s', ([some, more, text]) => {
  expect(menuStateText(state(some), { ...around, ...more })).toBe(text)
})

test.for<[number, string]>([
  [0, '0 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [80 * 60_000, '1 h 20 min'],
  [3 * 86_400_000, '3 days'],
])('%d ms lasted %s', ([ms, text]) => {
  expect(lasted(ms)).toBe(text)
})
