import { expect, test } from 'vitest'
import type { Job, JobSteering } from '#contract/jobs/jobs.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import {
  canSteer,
  isUnderWay,
  paceOf,
  isTemporaryFailure,
  withPoint,
  type PacePoint,
} from './job.ts'

test.for<[Job['state'], boolean, JobSteering[]]>([
  ['running', true, ['pause', 'cancel']],
  ['waiting', true, ['pause', 'resume', 'cancel']],
  ['paused', false, ['resume', 'cancel']],
  ['stopped', false, ['resume', 'cancel']],
  ['full', false, []],
  ['done', false, []],
  ['cancelled', false, []],
])('what can be done with one that is %s', ([state, goesOn, can]) => {
  expect(isUnderWay({ state })).toBe(goesOn)
  const all = ['pause', 'resume', 'cancel'] as const
  expect(all.filter((how) => canSteer({ state }, how))).toEqual(can)
})

test.for<[CallFailure['kind'], number | null, boolean]>([
  ['not-sent', null, true],
  ['lost', null, true],
  ['portal', 200, true],
  ['answered', 429, true],
  ['answered', 500, true],
  ['answered', 503, true],
  ['answered', 499, false],
  ['answered', 403, false],
  ['answered', null, false],
  ['unreadable', 200, false],
  ['foreign', 200, false],
  ['invalid', null, false],
])('a failure of the kind %s with status %s is temporary: %s', ([kind, status, does]) => {
  expect(isTemporaryFailure({ kind, status, message: '' } as CallFailure)).toBe(does)
})

test('the pace is that of the last twenty points', () => {
  const points = Array.from({ length: 25 }, (_, nth) => ({ at: nth, items: nth }))
  const stored = points.reduce<PacePoint[]>((all, point) => withPoint(all, point), [])
  expect(stored).toEqual(points.slice(5))
})

const points = [
  { at: 1_000, items: 2_000 },
  { at: 3_000, items: 6_000 },
]

test.for<[string, number | null, PacePoint[], [number | null, number | null]]>([
  ['with two points', 10_000, points, [2_000, 2]],
  ['without a point', 10_000, [], [null, null]],
  ['with one point', 10_000, points.slice(0, 1), [null, null]],
  ['of nobody knows how many', null, points, [2_000, null]],
  ['with more than were counted', 5_000, points, [2_000, 0]],
  [
    'at a standstill',
    10_000,
    [
      { at: 1_000, items: 6_000 },
      { at: 3_000, items: 6_000 },
    ],
    [0, null],
  ],
])('pace and rest of one %s', ([, totalItems, seen, [itemsPerSecond, secondsLeft]]) => {
  expect(paceOf(seen, { items: 6_000, totalItems })).toEqual({ itemsPerSecond, secondsLeft })
})
