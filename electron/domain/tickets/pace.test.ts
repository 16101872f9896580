import { describe, expect, test } from 'vitest'
import { paceOf, type BumpTimes } from './pace.ts'

/** A bump so many minutes after the time on the wall, with a promise of ten. */
const after = (minutes: number): BumpTimes => ({
  queueAt: '2026-11-20T15:00:00.000Z',
  promisedAt: '2026-11-20T15:10:00.000Z',
  bumpedAt: new Date(Date.parse('2026-11-20T15:00:00.000Z') + minutes * 60_000).toISOString(),
})

describe('the pace', () => {
  test.each([
    [[], { ready: 0, late: 0, medianSeconds: null, early: 0 }],
    [[4], { ready: 1, late: 0, medianSeconds: 240, early: 0 }],
    [[12, 4, 5], { ready: 3, late: 1, medianSeconds: 300, early: 0 }],
    [[12, 4, 5, 6], { ready: 4, late: 1, medianSeconds: 330, early: 0 }],
    // A bump in the minute of the promised time is in time.
    [[10], { ready: 1, late: 0, medianSeconds: 600, early: 0 }],
    // Seconds above 100 are sorted as numbers.
    [[100, 9, 20], { ready: 3, late: 2, medianSeconds: 1200, early: 0 }],
    // A bump in the second in which it appears on the wall.
    [[0], { ready: 1, late: 0, medianSeconds: 0, early: 0 }],
    // A ticket that was bumped before it was due counts and has no time.
    [[-30], { ready: 1, late: 0, medianSeconds: null, early: 1 }],
    [[-30, 4, -0.01, 6], { ready: 4, late: 0, medianSeconds: 300, early: 2 }],
  ])('of bumps after %j minutes', (minutes, pace) => {
    expect(paceOf(minutes.map(after))).toEqual(pace)
  })
})
