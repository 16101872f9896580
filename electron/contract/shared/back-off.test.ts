import { describe, expect, test } from 'vitest'
import { BackOff, ReceiverPauses, jitter, pauseAfter } from './back-off.ts'

const refused = { retryAfterMs: null }

test('pauses grow with all failures up to each maximum, until one request gets an answer', () => {
  const backOff = new BackOff(() => 0.5)
  const list = () => backOff.after(refused, { firstMs: 15_000, maxMs: 300_000 })
  const menu = () => backOff.after(refused, { firstMs: 60_000, maxMs: 600_000 })
  expect([list(), menu(), list(), menu(), list(), menu(), list()]).toEqual([
    15_000, 120_000, 60_000, 480_000, 240_000, 600_000, 300_000,
  ])
  backOff.answered()
  expect([list(), menu()]).toEqual([15_000, 120_000])
})

test('a pause lasts as long as the platform asks for, if that is longer, and is never shorter', () => {
  const backOff = new BackOff(() => 0.5)
  const patience = { firstMs: 15_000, maxMs: 300_000 }
  expect(backOff.after({ retryAfterMs: 400_000 }, patience)).toBe(400_000)
  expect(backOff.after({ retryAfterMs: 1_000 }, patience)).toBe(30_000)
})

test('jitter spreads by a quarter either way', () => {
  expect([jitter(1000, 0), jitter(1000, 0.5), jitter(1000, 0.999)]).toEqual([750, 1000, 1250])
})

test('a pause grows by its factor up to the longest, however many failures there were', () => {
  const pauses = [1, 2, 3, 4, 5, 5_000].map((failures) =>
    pauseAfter(failures, { firstMs: 3_000, maxMs: 180_000, factor: 3 }),
  )
  expect(pauses).toEqual([3_000, 9_000, 27_000, 81_000, 180_000, 180_000])
})

describe('a receiver that is not asked for a while', () => {
  const patience = { firstMs: 1_000, maxMs: 15_000 }
  function open() {
    let now = 0
    const rests = new ReceiverPauses(
      () => now,
      () => 0.5,
    )
    return { rests, at: (moment: number) => (now = moment) }
  }

  test('rests longer after each failure, and stops resting after an answer', () => {
    const { rests, at } = open()
    const lefts = [0, 10_000, 20_000, 30_000, 40_000].map((moment) => {
      rests.lengthen('platform', patience, at(moment))
      return rests.leftOf('platform')
    })
    expect(lefts).toEqual([1_000, 2_000, 4_000, 8_000, 15_000])
    expect(rests.soonest()).toBe(15_000)
    rests.end('platform')
    expect(rests.leftOf('platform')).toBe(0)
    expect(rests.soonest()).toBe(Infinity)
  })

  test('a failure of a request sent before the rest does not lengthen it', () => {
    const { rests, at } = open()
    rests.lengthen('platform', patience, 0)
    at(900)
    rests.lengthen('platform', patience, 0)
    expect(rests.leftOf('platform')).toBe(100)
  })
})
