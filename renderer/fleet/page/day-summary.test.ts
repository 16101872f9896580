import { expect, test } from 'vitest'
import type { FleetDay } from '#contract/relay/fleet.ts'
import { columnsPath, runsOf, summaryOf } from './day-summary.ts'

const span = (state: 'well' | 'silent' | 'late', open = 0, late = 0) => ({
  state,
  open,
  late,
  waiting: 0,
})
const well = span('well')
const silent = span('silent')

test('neighbouring spans of one state are one run, also those that nobody saw', () => {
  expect(runsOf([])).toEqual([])
  expect(runsOf([null, null, well, silent, silent, well])).toEqual([
    { state: null, from: 0, length: 2 },
    { state: 'well', from: 2, length: 1 },
    { state: 'silent', from: 3, length: 2 },
    { state: 'well', from: 5, length: 1 },
  ])
})

test('a day is summed up: how often, how long, and the most tickets at once', () => {
  const day: FleetDay = {
    from: 0,
    spans: [silent, silent, well, span('late', 9, 4), null, silent, span('well', 12)],
  }
  expect(summaryOf(day)).toEqual({
    troubles: [
      { trouble: 'silent', times: 2, minutes: 15 },
      { trouble: 'late', times: 1, minutes: 5 },
    ],
    unseenMinutes: 5,
    maxOpen: 12,
    maxLate: 4,
  })
  expect(summaryOf({ from: 0, spans: [] })).toEqual({
    troubles: [],
    unseenMinutes: 0,
    maxOpen: 0,
    maxLate: 0,
  })
})

test('a column is as high as its value; none is drawn for nothing', () => {
  expect(columnsPath([0, 3], 10)).toBe('M1.1 10h.8v-3h-.8z')
})
