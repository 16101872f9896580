import { expect, test } from 'vitest'
import type { StockHistoryEntry } from '#contract/stock/stock.ts'
import { GrowingFigures, percentile, sumSoldOut, type BumpedTicket } from './figures.ts'

const time = {
  dayOf: (at: string) => at.slice(0, 10),
  hourOf: (at: string) => Number(at.slice(11, 13)),
}
const start = Date.parse('2026-11-20T12:00:00.000Z')
const iso = (seconds: number): string => new Date(start + seconds * 1000).toISOString()

/**
 * An order that appears on the wall at second `at` and is bumped `took` seconds later; it is
 * promised in ten minutes.
 */
const order = (at: number, took: number, more: Partial<BumpedTicket> = {}): BumpedTicket => ({
  queueAt: iso(at),
  promisedAt: iso(at + 600),
  bumpedAt: iso(at + took),
  recalls: 0,
  driversLost: 0,
  items: [{ id: 'pan', name: 'Pan', amount: 2 }],
  ...more,
})

test.each([
  [[], 0.9, null],
  [[7], 0.9, 7],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  [[1, 2], 0.5, 1],
])('of %j nine of ten, or %d, are within %s', (sorted, part, expected) => {
  expect(percentile(sorted, part)).toBe(expected)
})

test('median, ninetieth, promise and what was late; by day of the bump, by hour of joining, by product', () => {
  const figures = new GrowingFigures(time)
  figures.add(order(0, 300))
  // A bump at the promised time is in time; a second later is late.
  figures.add(order(60, 600, { recalls: 2 }))
  figures.add(order(120, 601, { driversLost: 1 }))
  // An order that was bumped before it was due counts as an order and has no time.
  figures.add(
    order(12 * 3600 - 30, -5, {
      promisedAt: iso(13 * 3600),
      items: [{ id: 'té', name: 'Té', amount: 1 }],
    }),
  )
  figures.add(
    order(12 * 3600 - 10, 400, {
      items: [
        { id: 'pan', name: 'Pan', amount: 1 },
        { id: 'pan', name: 'Pan', amount: 3 },
        { id: 'té', name: 'Té', amount: 1 },
      ],
    }),
  )
  expect(figures.result(['2026-11-20', '2026-11-21', '2026-11-22'])).toEqual({
    all: { orders: 5, late: 1, medianSeconds: 500, ninetiethSeconds: 601, promisedSeconds: 600 },
    days: [
      { day: '2026-11-20', orders: 4, late: 1, medianSeconds: 600, ninetiethSeconds: 601 },
      { day: '2026-11-21', orders: 1, late: 0, medianSeconds: 400, ninetiethSeconds: 400 },
      { day: '2026-11-22', orders: 0, late: 0, medianSeconds: null, ninetiethSeconds: null },
    ],
    hours: [
      { hour: 12, orders: 3, late: 1, medianSeconds: 600, ninetiethSeconds: 601 },
      { hour: 23, orders: 2, late: 0, medianSeconds: 400, ninetiethSeconds: 400 },
    ],
    products: [
      {
        id: 'pan',
        name: 'Pan',
        pieces: 10,
        orders: 4,
        late: 1,
        medianSeconds: 500,
        ninetiethSeconds: 601,
      },
      {
        id: 'té',
        name: 'Té',
        pieces: 2,
        orders: 2,
        late: 0,
        medianSeconds: 400,
        ninetiethSeconds: 400,
      },
    ],
    early: 1,
    recalls: 2,
    driversLost: 1,
  })
})

test('if all tickets were bumped before they were due, there is no time, not zero', () => {
  const figures = new GrowingFigures(time)
  figures.add(order(100, -50))
  expect(figures.result(['2026-11-20'])).toMatchObject({
    all: {
      orders: 1,
      late: 0,
      medianSeconds: null,
      ninetiethSeconds: null,
      promisedSeconds: null,
    },
    days: [{ orders: 1, medianSeconds: null, ninetiethSeconds: null }],
    products: [{ orders: 1, medianSeconds: null }],
    early: 1,
  })
})

test('a sold-out item counts once, and only within the span', () => {
  const entry = (more: Partial<StockHistoryEntry>): StockHistoryEntry => ({
    id: 1,
    key: 'k',
    name: 'Palta',
    state: 'out',
    left: null,
    until: null,
    setAt: iso(0),
    setBy: '',
    endedAt: iso(60),
    orders: 1,
    ...more,
  })
  const entries = [
    entry({}),
    entry({ setAt: iso(-100), endedAt: iso(10) }),
    entry({ key: 'l', name: 'Pan', setAt: iso(3000), endedAt: null, orders: 0 }),
    entry({ key: 'm', name: 'Té', setAt: null, setBy: null, endedAt: null, orders: 0 }),
  ]
  expect(sumSoldOut(entries, iso(0), iso(3600))).toEqual([
    { key: 'm', name: 'Té', times: 1, seconds: 3600, orders: 0, lasting: true },
    { key: 'l', name: 'Pan', times: 1, seconds: 600, orders: 0, lasting: true },
    { key: 'k', name: 'Palta', times: 2, seconds: 70, orders: 2, lasting: false },
  ])
})
