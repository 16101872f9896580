import { describe, expect, test } from 'vitest'
import {
  turnMinutes,
  turnTimes,
  withoutVisitOf,
  withVisitOf,
  type StayedMinutes,
} from './turn-times.ts'

const learned = (partySize: number, ...minutes: number[]): StayedMinutes =>
  minutes.reduce<StayedMinutes>((stayed, each) => withVisitOf(stayed, partySize, each), [])

test('without visits, larger parties stay longer than the usual time', () => {
  expect(turnTimes([], 120)).toEqual([
    { upTo: 2, minutes: 90, visits: 0 },
    { upTo: 4, minutes: 120, visits: 0 },
    { upTo: 6, minutes: 135, visits: 0 },
    { upTo: null, minutes: 150, visits: 0 },
  ])
})

describe('learned from visits', () => {
  test('five visits are enough; the median counts', () => {
    expect(turnMinutes(turnTimes(learned(2, 60, 62, 300, 64), 120), 1)).toBe(90)
    expect(turnMinutes(turnTimes(learned(2, 60, 62, 300, 64, 66), 120), 1)).toBe(65)
    expect(turnMinutes(turnTimes(learned(2, 60, 62, 300, 64, 66), 120), 3)).toBe(120)
    expect(turnMinutes(turnTimes(learned(9, 60, 70, 80, 90, 100, 110), 120), 40)).toBe(85)
  })

  test('impossible lengths are ignored, and old visits forgotten', () => {
    expect(learned(2, 9, 361)).toEqual([])
    const many = Array.from({ length: 60 }, (_, nth) => 20 + nth)
    expect(learned(2, ...many)[0]).toEqual(many.slice(-40))
  })

  test('a visit is unlearned when the guests had not left', () => {
    expect(withoutVisitOf(learned(3, 60, 70, 60), 4, 60)).toEqual(learned(3, 60, 70))
    expect(withoutVisitOf(learned(3, 60), 3, 61)).toEqual(learned(3, 60))
  })
})
