import { expect, test } from 'vitest'
import type { StockAct, StockState } from '#contract/stock/stock.ts'
import { makeState, makeDelivery } from '../../test-support/sample-board.ts'
import { progressOf } from './settle.ts'

const out: StockAct = { kind: 'out', until: { kind: 'notice' } }
const back: StockAct = { kind: 'back' }
type DeliveryLabel = 'confirmed' | 'refused' | 'unsettled' | 'open'

test.for<[string, StockAct, Partial<StockState> | null, DeliveryLabel]>([
  ['not reported yet', out, null, 'open'],
  ['plainly on sale again', back, null, 'confirmed'],
  ['waiting', out, { delivery: makeDelivery('queued') }, 'open'],
  ['sending', out, { delivery: makeDelivery('sending') }, 'open'],
  ['taken', out, { delivery: makeDelivery('accepted') }, 'open'],
  ['confirmed', out, { delivery: makeDelivery('confirmed') }, 'confirmed'],
  ['confirmed on sale', back, { state: 'on-sale' }, 'confirmed'],
  ['still as before', back, { state: 'out' }, 'open'],
  ['sold out meanwhile by orders', { kind: 'count', left: 2 }, { state: 'out' }, 'confirmed'],
  ['refused', out, { delivery: makeDelivery('refused') }, 'refused'],
  ['without a last word', out, { delivery: makeDelivery('undecided') }, 'unsettled'],
  [
    'a count not sent',
    { kind: 'count', left: 2 },
    { delivery: makeDelivery('expired') },
    'unsettled',
  ],
  [
    'set otherwise by another',
    out,
    { state: 'on-sale', source: 'elsewhere', delivery: null },
    'unsettled',
  ],
])('an item that is %s', ([, act, some, expected]) => {
  const state = some === null ? undefined : makeState('product:1', some)
  const { total, confirmed, open, refused, unsettled } = progressOf(['product:1'], act, () => state)
  expect({
    total,
    confirmed,
    open,
    refused: refused.length,
    unsettled: unsettled.length,
  }).toEqual({ total: 1, confirmed: 0, open: 0, refused: 0, unsettled: 0, [expected]: 1 })
})
