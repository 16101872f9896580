import { expect, test } from 'vitest'
import { Sum } from './count-records.ts'

/** A counter of ids; a page is its ids, how many were left out, and the total. */
function openSum(skipped = 0) {
  const sum = new Sum<string>((id) => id, skipped)
  sum.beginLook()
  return {
    sum,
    page: (ids: string, leftOut: number, totalCount: number | null) =>
      sum.take({ items: Array.from(ids), leftOut, totalCount }),
  }
}

test('left-out records count if a list grew at its end', () => {
  const { sum, page } = openSum()
  page('a', 1, 3)
  page('bc', 0, 4)
  expect([sum.isStable, sum.isReached]).toEqual([false, true])
})

test('left-out records do not count if the list may have moved', () => {
  const { sum, page } = openSum()
  page('ab', 1, 4)
  page('bc', 1, 5)
  expect([sum.isStable, sum.isReached]).toEqual([false, false])
})

test('a record counts once over all passes', () => {
  const { sum, page } = openSum()
  expect(page('ab', 1, 4).leftOut).toBe(1)
  page('bc', 0, 5)
  sum.beginLook()
  expect(page('xa', 1, 5)).toEqual({ fresh: ['x'], leftOut: 0, isRepeated: false })
})

test('a deleted record does not replace a missed one in the count', () => {
  const { sum, page } = openSum()
  page('ab', 0, 4)
  page('d', 0, 3)
  expect(sum.isReached).toBe(false)
  sum.beginLook()
  page('bc', 0, 3)
  page('d', 0, 3)
  expect([sum.isStable, sum.isReached]).toEqual([true, true])
})

test('records of an earlier list job count, also in another pass', () => {
  const { sum, page } = openSum(2)
  page('ab', 0, 6)
  page('d', 0, 5)
  expect(sum.isReached).toBe(false)
  sum.beginLook()
  page('bc', 0, 5)
  page('d', 0, 5)
  expect(sum.isReached).toBe(true)
})

test('without a total the end is never reached; the result says whether the list moved', () => {
  const { sum, page } = openSum()
  page('ab', 0, null)
  expect([sum.isStable, sum.isReached]).toEqual([true, false])
  page('bc', 0, null)
  expect(sum.isStable).toBe(false)
})
