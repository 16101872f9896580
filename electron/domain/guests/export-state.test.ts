import { expect, test } from 'vitest'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import {
  canGoOn,
  exportView,
  isUnderWay,
  keptExportSchema,
  newExport,
  passes,
  waitBefore,
  withPoint,
  type KeptExport,
  type PacePoint,
} from './export-state.ts'

test.for<[GuestExport['state'], { underWay: boolean; goesOn: boolean }]>([
  ['running', { underWay: true, goesOn: false }],
  ['waiting', { underWay: true, goesOn: true }],
  ['paused', { underWay: false, goesOn: true }],
  ['stopped', { underWay: false, goesOn: true }],
  ['done', { underWay: false, goesOn: false }],
  ['cancelled', { underWay: false, goesOn: false }],
])('what can be done with one that is %s', ([state, { underWay, goesOn }]) => {
  expect(isUnderWay({ state })).toBe(underWay)
  expect(canGoOn({ state })).toBe(goesOn)
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
])('a failure of the kind %s with status %s passes by itself: %s', ([kind, status, does]) => {
  expect(passes({ kind, status, words: '' } as CallFailure)).toBe(does)
})

test('it waits 5 s before the second attempt, twice as long each time, and never above a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 2000].map((failures) => waitBefore(failures, 0.5))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000,
  ])
})

test('the pace is that of the last twenty points', () => {
  const points = Array.from({ length: 25 }, (_, nth) => ({ at: nth, clients: nth }))
  const kept = points.reduce<PacePoint[]>((all, point) => withPoint(all, point), [])
  expect(kept).toEqual(points.slice(5))
})

const running: KeptExport = {
  ...newExport('exp-1', '2026-11-20T15:00:00.000Z', null),
  cursor: 'cli-0100',
  clients: 6_000,
  total: 10_000,
}
const points = [
  { at: 1_000, clients: 2_000 },
  { at: 3_000, clients: 6_000 },
]

test('screens hear the pace and what is left, and no cursor: it is a guest’s id', () => {
  const view = exportView(running, points)
  expect(view).toMatchObject({ clientsPerSecond: 2_000, secondsLeft: 2 })
  expect(JSON.stringify(view)).not.toContain('cli-0100')
})

test.for<[string, Partial<KeptExport>, PacePoint[], [number | null, number | null]]>([
  ['paused', { state: 'paused' }, points, [null, null]],
  ['before anything was written', {}, [], [null, null]],
  ['after one point', {}, points.slice(0, 1), [null, null]],
  ['of nobody knows how many', { total: null }, points, [2_000, null]],
  ['with more than were counted', { total: 5_000 }, points, [2_000, 0]],
  ['at a standstill', {}, [points[0], { at: 3_000, clients: 2_000 }] as PacePoint[], [0, null]],
])('pace and rest of one %s', ([, some, seen, [pace, left]]) => {
  expect(exportView({ ...running, ...some }, seen)).toMatchObject({
    clientsPerSecond: pace,
    secondsLeft: left,
  })
})

test('a new one is kept as it is, and one with less than nothing in it is not believed', () => {
  expect(keptExportSchema.parse(running)).toEqual(running)
  expect(running).toMatchObject({ state: 'running', bytes: 0, leftOut: 0, error: null, path: null })
  for (const bad of [{ bytes: -1 }, { clients: 0.5 }, { leftOut: -1 }, { state: 'lost' }])
    expect(keptExportSchema.safeParse({ ...running, ...bad }).success).toBe(false)
})
