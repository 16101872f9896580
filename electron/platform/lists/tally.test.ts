import { expect, test } from 'vitest'
import { atOnce } from '#contract/steps.ts'
import { createTally } from './tally.ts'

/** A tally of ids; a page is its ids, how many were left out of it, and the count. */
function tallied(skipped = 0) {
  const tally = createTally<string>((id) => id, skipped)
  tally.beginLook()
  return {
    tally,
    page: (ids: string, leftOut: number, totalCount: number | null) =>
      atOnce(tally.take({ items: Array.from(ids), leftOut, totalCount })),
  }
}

test('what was left out counts where a list grew at its end', () => {
  const { tally, page } = tallied()
  page('a', 1, 3)
  page('bc', 0, 4)
  expect([tally.isSteady, tally.isReached]).toEqual([false, true])
})

test('but not where it may have moved, and been left out twice', () => {
  const { tally, page } = tallied()
  page('ab', 1, 4)
  page('bc', 1, 5)
  expect([tally.isSteady, tally.isReached]).toEqual([false, false])
})

test('it is counted once in all looks', () => {
  const { tally, page } = tallied()
  expect(page('ab', 1, 4).leftOut).toBe(1)
  page('bc', 0, 5)
  tally.beginLook()
  expect(page('xa', 1, 5)).toEqual({ fresh: ['x'], leftOut: 0, isRepeated: false })
})

test('one that was taken away is not counted in place of one that was missed', () => {
  const { tally, page } = tallied()
  page('ab', 0, 4)
  page('d', 0, 3)
  expect(tally.isReached).toBe(false)
  tally.beginLook()
  page('bc', 0, 3)
  page('d', 0, 3)
  expect([tally.isSteady, tally.isReached]).toEqual([true, true])
})

test('what an earlier reading had counts, also in another look', () => {
  const { tally, page } = tallied(2)
  page('ab', 0, 6)
  page('d', 0, 5)
  expect(tally.isReached).toBe(false)
  tally.beginLook()
  page('bc', 0, 5)
  page('d', 0, 5)
  expect(tally.isReached).toBe(true)
})

test('without a count nothing is reached; whether it moved is told', () => {
  const { tally, page } = tallied()
  page('ab', 0, null)
  expect([tally.isSteady, tally.isReached]).toEqual([true, false])
  page('bc', 0, null)
  expect(tally.isSteady).toBe(false)
})
