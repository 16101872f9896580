import { expect, test } from 'vitest'
import { PaymentWindow, type PaymentTimes, type Span } from './window.ts'

const day = 24 * 3_600_000
const noon = Date.UTC(2026, 10, 20, 12)
const shift: Span = { from: noon, to: noon + day / 2 }
const nothing: PaymentTimes = { first: null, last: null }
const inDays = (at: number): number => (at - noon) / day

/** Reads payments of the shift, each a number of days after noon, and returns the ranges that were read. */
function read(
  payments: number[],
  {
    of = shift,
    listed = nothing,
    now = noon + 300 * day,
  }: { of?: Span; listed?: PaymentTimes | null; now?: number } = {},
) {
  const window = new PaymentWindow(of, listed, now)
  const seen = new Set<number>()
  const spans: (number | null)[][] = []
  for (let span = window.next(); span !== null; span = window.next()) {
    spans.push([inDays(span.from), span.to === null ? null : inDays(span.to)])
    for (const each of payments) {
      const at = noon + each * day
      if (seen.has(each) || at < span.from || at > (span.to ?? Infinity)) continue
      seen.add(each)
      window.found(at)
    }
    window.done()
  }
  return { spans, missed: payments.length - seen.size }
}

test('a shift with all payments inside it needs one range, three days wider on both sides', () => {
  expect(read([0.1, 0.4])).toEqual({ spans: [[-3, 3.5]], missed: 0 })
})

test('each step that has a payment is followed by one twice as long, on its side', () => {
  expect(read([0.1, -2])).toEqual({
    spans: [
      [-3, 3.5],
      [-9, -3],
    ],
    missed: 0,
  })
  expect(read([0.1, -2, -8, 2, 9])).toEqual({
    spans: [
      [-3, 3.5],
      [-9, -3],
      [-21, -9],
      [3.5, 9.5],
      [9.5, 21.5],
    ],
    missed: 0,
  })
})

test('if no list has the shift, the range is seven days wider', () => {
  expect(read([0.1, 7], { listed: null })).toEqual({
    spans: [
      [-7, 7.5],
      [7.5, 21.5],
    ],
    missed: 0,
  })
})

test('it begins outside of the payments that are known', () => {
  const listed = { first: noon - 30 * day, last: noon + 40 * day }
  expect(read([-30, 0.1, 40], { listed })).toEqual({ spans: [[-33, 43]], missed: 0 })
})

test('a range that reaches past now has no end, and neither has an open shift', () => {
  expect(read([0.1, 1.9], { now: noon + 2 * day }).spans).toEqual([[-3, null]])
  expect(read([0.1], { of: { from: noon, to: null } }).spans).toEqual([[-3, null]])
  expect(read([0.1, 2], { now: noon + 8 * day }).spans).toEqual([
    [-3, 3.5],
    [3.5, null],
  ])
})

test('a payment of the year 1 ends as well', () => {
  const steps = Array.from({ length: 40 }, (_each, nth) => -2 * 2 ** nth)
  expect(read(steps).spans.length).toBeLessThan(20)
})

test('a platform that answers the same whatever it is asked is asked twice more at most', () => {
  const window = new PaymentWindow(shift, nothing, noon + 300 * day)
  window.found(noon - 100 * day)
  window.found(noon + 100 * day)
  let asked = 0
  for (; window.next() !== null; asked += 1) window.done()
  expect(asked).toBe(3)
})
