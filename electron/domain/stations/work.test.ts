import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { restStation } from '#contract/stations/station.ts'
import type { StationWork } from '#contract/tickets/ticket.ts'
import { tries } from '#test/support/tries.ts'
import { changeWork, isDone, isFor, workOf, type StoredWork } from './work.ts'

const at = '2026-11-20T15:30:00.000Z'
const mark = '1 soup'
const has = (...ids: string[]) => ({ has: (id: string) => [...ids, restStation].includes(id) })
const all = has('grill', 'bar')
const open = (station: string): StationWork => ({ station, startedAt: null, doneAt: null, by: '' })
const done = (station: string): StationWork => ({ station, startedAt: null, doneAt: at, by: 'Ana' })
const stored = (...work: StationWork[]): StoredWork => ({
  mark,
  stations: Object.fromEntries(work.map(({ station, ...each }) => [station, each])),
})

test('a dish that nobody has begun is where the rules say', () => {
  expect(workOf(undefined, mark, ['grill', 'bar'], all)).toEqual([open('grill'), open('bar')])
})

test('a dish that somebody has begun stays at the stations that it had, whatever the rules say', () => {
  const begun = stored({ ...open('grill'), startedAt: at, by: 'Ana' })
  expect(workOf(begun, mark, ['bar'], all)).toEqual([
    { station: 'grill', startedAt: at, doneAt: null, by: 'Ana' },
  ])
})

test('a changed dish is new again, where the rules say now', () => {
  expect(workOf(stored(done('grill')), '2 soup', ['bar'], all)).toEqual([open('bar')])
})

describe('once a station is removed', () => {
  test.each<[string, StationWork[], StationWork[]]>([
    ['what it had not done is for everything else', [open('gone')], [open(restStation)]],
    [
      'what it had not done is for everything else, and the others keep theirs',
      [done('grill'), open('gone')],
      [done('grill'), open(restStation)],
    ],
    [
      'what it had not done is for everything else, although that was done with its own',
      [done(restStation), open('gone')],
      [{ ...done(restStation), doneAt: null }],
    ],
    ['what it had done stays done', [done('gone')], [done(restStation)]],
    ['what two of them had done is there once', [done('gone'), done('gone2')], [done(restStation)]],
    ['what it had done is over for it', [open('grill'), done('gone')], [open('grill')]],
    [
      'what everything else has not done is there once',
      [open(restStation), open('gone')],
      [open(restStation)],
    ],
  ])('%s', (_name, before, after) => {
    expect(workOf(stored(...before), mark, ['bar'], all)).toEqual(after)
  })
})

const some = fc.uniqueArray(
  fc.record({
    station: fc.constantFrom('grill', 'bar', 'cold', restStation),
    startedAt: fc.constantFrom(null, at),
    doneAt: fc.constantFrom(null, at),
    by: fc.constantFrom('', 'Ana'),
  }),
  { selector: ({ station }) => station, minLength: 1 },
)

test('whatever is removed, the dish is somewhere, at each place once, and done only if all was', () => {
  const left = fc.uniqueArray(fc.constantFrom('grill', 'bar', 'cold'))
  fc.assert(
    fc.property(some, left, (before, ids) => {
      const work = workOf(stored(...before), mark, ['bar'], has(...ids))
      const places = work.map(({ station }) => station)
      expect(work).not.toEqual([])
      expect(new Set(places).size).toBe(places.length)
      expect(places.every(has(...ids).has)).toBe(true)
      // What is not done stays to be done, what is done stays done.
      expect(isDone(work)).toBe(before.every(({ doneAt }) => doneAt !== null))
      for (const each of before)
        if (each.station !== restStation && has(...ids).has(each.station))
          expect(work).toContainEqual(each)
    }),
    { numRuns: tries(500, 10_000) },
  )
})

test('what is stored of a change is read back as it is', () => {
  fc.assert(
    fc.property(some, fc.constantFrom('grill', 'bar', restStation), (work, id) => {
      const change = (each: StationWork) => (each.station === id ? done(id) : each)
      const after = changeWork(work, mark, change)
      if (after !== null)
        expect(workOf(after, mark, [], has('grill', 'bar', 'cold'))).toEqual(work.map(change))
      else expect(work.some(({ station }) => station === id)).toBe(false)
    }),
    { numRuns: tries(300, 5_000) },
  )
})

test('a change that changes nothing stores nothing, so that the dish can still move', () => {
  expect(changeWork([open('grill')], mark, (each) => each)).toBeNull()
})

test('a change is for a station by name, and for each without names', () => {
  expect([isFor([], 'bar'), isFor(['bar', 'grill'], 'bar'), isFor(['grill'], 'bar')]).toEqual([
    true,
    true,
    false,
  ])
})
