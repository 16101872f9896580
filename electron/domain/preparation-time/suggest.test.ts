import { describe, expect, test } from 'vitest'
import type { BumpTimes } from '../tickets/pace.ts'
import { bestHalfHour, suggestPreparation } from './suggest.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 24, 18, minute)).toISOString()

/** A ticket that was ready at a minute, after some minutes. */
const bump = (minute: number, took: number): BumpTimes => ({
  bumpedAt: at(minute),
  queueAt: at(minute - took),
  promisedAt: at(minute + 5),
})

describe('the best half hour', () => {
  test.each([
    ['nothing was ready', [], null],
    ['too few tickets', [1, 2, 3], null],
    ['all within half an hour, both ends included', [0, 10, 20, 30], 4],
    ['a busy half hour between quiet ones', [0, 60, 61, 62, 63, 64, 200], 5],
    ['in any order', [64, 0, 62, 60, 63, 61, 200], 5],
  ])('%s', (_name, minutes, expected) => {
    expect(bestHalfHour(minutes.map((minute) => ({ bumpedAt: at(minute) })))).toBe(expected)
  })
})

describe('a suggestion', () => {
  const limits = { min: 5, max: 60 }
  const busy = Array.from({ length: 11 }, (_, nth) => bump(nth * 2, 12))

  test('is as long as the kitchen needs for all open tickets at its best pace', () => {
    expect(suggestPreparation({ openTickets: 9, openDishes: 18, bumps: busy }, limits)).toEqual({
      minutes: 25,
      openTickets: 9,
      openDishes: 18,
      bestHalfHour: 11,
      typicalMinutes: 12,
    })
  })

  test.each([
    ['the typical time while little is open', 1, busy, 15],
    ['the typical time alone after a few tickets', 9, [bump(1, 8)], 10],
    ['never 0', 0, [bump(1, 0)], 5],
    ['never above the limit', 900, busy, 60],
  ])('%s', (_name, openTickets, bumps, minutes) => {
    expect(
      suggestPreparation({ openTickets, openDishes: openTickets, bumps }, limits)?.minutes,
    ).toBe(minutes)
  })

  test.each([
    ['the shortest', { min: 30, max: 60 }, 30],
    ['the shortest, if it is above the longest', { min: 40, max: 20 }, 40],
  ])('is not below %s', (_name, wrong, minutes) => {
    const load = { openTickets: 9, openDishes: 18, bumps: busy }
    expect(suggestPreparation(load, wrong)?.minutes).toBe(minutes)
  })

  test('is missing before the first ticket of the day', () => {
    expect(suggestPreparation({ openTickets: 9, openDishes: 18, bumps: [] }, limits)).toBeNull()
  })
})
