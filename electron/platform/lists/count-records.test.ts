import { expect, test } from 'vitest'
import { runAllSteps } from '#contract/steps.ts'
import { createSum } from './count-records.ts'

/** A counter of ids; a page is its ids, how many were left out, and the total. */
function tallied(skipped = 0) {
  const sum = createSum<string>((id) => id, skipped)
  sum.beginLook()
  return {
    sum,
    page: (ids: string, leftOut: number, totalCount: number | null) =>
      runAllSteps(sum.take({ items: Array.from(ids), leftOut, totalCount })),
  }
}

test('what was left out counts where a list grew at its end', () => {
  const { sum, page } = tallied()
  page('a', 1, 3)
  page('bc', 0, 4)
  expect([sum.isStable, sum.isReached]).toEqual([false, true])
})

test('but not where it may have moved, and been left out twice', () => {
  const { sum, page } = tallied()
  page('ab', 1, 4)
  page('bc', 1, 5)
  expect([sum.isStable, sum.isReached]).toEqual([false, false])
})

test('it is counted once in all looks', () => {
  const { sum, page } = tallied()
  expect(page('ab', 1, 4).leftOut).toBe(1)
  page('bc', 0, 5)
  sum.beginLook()
  expect(page('xa', 1, 5)).toEqual({ fresh: ['x'], leftOut: 0, isRepeated: false })
})

test('one that was taken away is not counted in place of one that was missed', () => {
  const { sum, page } = tallied()
  page('ab', 0, 4)
  page('d', 0, 3)
  expect(sum.isReached).toBe(false)
  sum.beginLook()
  page('bc', 0, 3)
  page('d', 0, 3)
  expect([sum.isStable, sum.isReached]).toEqual([true, true])
})

test('what an earlier reading had counts, also in another look', () => {
  const { sum, page } = tallied(2)
  page('ab', 0, 6)
  page('d', 0, 5)
  expect(sum.isReached).toBe(false)
  sum.beginLook()
  page('bc', 0, 5)
  page('d', 0, 5)
  expect(sum.isReached).toBe(true)
})

test('without a count nothing is reached; whether it moved is told', () => {
  const { sum, page } = tallied()
  page('ab', 0, null)
  expect([sum.isStable, sum.isReached]).toEqual([true, false])
  page('bc', 0, null)
  expect(sum.isStable).toBe(false)
})
