import { expect, test } from 'vitest'
import { openingsAfter, offSinceOpening, type Openings } from './watch.ts'
import { freshRow, type Desired, type StockRow } from './row.ts'

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
const off = (key: string, change: Partial<Desired> = {}): StockRow => ({
  ...freshRow(key),
  desired: {
    state: 'out',
    left: null,
    until: null,
    tapId: 'tap',
    ingredientId: null,
    setAt: at(9),
    setBy: 'Grill',
    ...change,
  },
})

const rows = [
  off('since before'),
  off('a count', { state: 'counted', left: 3 }),
  off('until a time', { until: at(20) }),
  off('back', { state: 'on-sale' }),
  off('since after', { setAt: at(13) }),
  off('by the chain', { byChain: 'from-sale' }),
  off('by both', { byChain: 'was-out' }),
  freshRow('told by others'),
]

test('items that are off until further notice since before an opening', () => {
  expect(offSinceOpening(rows, at(12))).toEqual(['since before', 'a count'])
})

test.each<[string, Openings, number | null, number, Openings]>([
  ['the first is remembered', { next: null, asked: null }, 12, 10, { next: at(12), asked: null }],
  ['it has not come', { next: at(12), asked: null }, 12, 11, { next: at(12), asked: null }],
  ['the menu has moved it', { next: at(12), asked: null }, 13, 11, { next: at(13), asked: null }],
  [
    'it has come: asked about',
    { next: at(12), asked: null },
    18,
    12,
    { next: at(18), asked: at(12) },
  ],
  ['no menu says any more', { next: at(12), asked: at(6) }, null, 11, { next: null, asked: at(6) }],
])('%s', (_title, before, opens, now, after) => {
  const opening = opens === null ? null : Date.parse(at(opens))
  expect(openingsAfter(before, rows, opening, Date.parse(at(now)))).toEqual(after)
})

test('an opening with nothing off before it asks nothing', () => {
  const before = { next: at(12), asked: null }
  expect(openingsAfter(before, [off('x', { setAt: at(12) })], null, Date.parse(at(12)))).toEqual({
    next: null,
    asked: null,
  })
})
