import { describe, expect, test } from 'vitest'
import type { Hours } from '#contract/store-hours/store-hours.ts'
import {
  changedMeanwhile,
  differences,
  emptyHours,
  fromFields,
  isNeverOpen,
  isSameHours,
  realChanges,
  toFields,
} from './fields.ts'

const lunch = { fromMinute: 720, toMinute: 960 }
const late = { fromMinute: 1080, toMinute: 1560 }
const hours: Hours = {
  week: [[lunch], [], [lunch, late], [], [], [], [late]],
  closedDays: ['2026-12-25', '2027-01-01'],
  special: [{ day: '2026-12-31', periods: [lunch] }],
}

test('hours become fields and come back the same', () => {
  expect(toFields(hours)).toMatchObject({
    'week.1': [lunch],
    'closed.2026-12-25': true,
    'special.2026-12-31': [lunch],
  })
  expect(fromFields(toFields(hours))).toEqual(hours)
  expect(fromFields(toFields(emptyHours))).toEqual(emptyHours)
})

test('a day that is not closed and not special is as good as none', () => {
  const fields = { ...toFields(hours), 'closed.2026-12-25': false, 'special.2026-12-31': [] }
  expect(fromFields(fields)).toMatchObject({ closedDays: ['2027-01-01'], special: [] })
  expect(
    isSameHours(fromFields(fields), { ...hours, closedDays: ['2027-01-01'], special: [] }),
  ).toBe(true)
  expect(realChanges({ 'closed.2028-01-01': false, 'special.2028-01-01': [] }, {})).toEqual({})
})

test('differences: the week first, then days; the order of periods is none', () => {
  const other: Hours = {
    week: [[lunch], [late], [late, lunch], [], [], [], [lunch]],
    closedDays: ['2026-12-25', '2026-12-24'],
    special: [],
  }
  expect(differences(toFields(hours), toFields(other))).toEqual([
    'week.2',
    'week.7',
    'closed.2026-12-24',
    'closed.2027-01-01',
    'special.2026-12-31',
  ])
})

describe('what changed meanwhile', () => {
  const seen = toFields(hours)
  const typed = { 'week.1': [late], 'closed.2027-01-01': false }

  test.each<[string, Hours, string[], string[]]>([
    ['nothing', hours, [], []],
    [
      'a day that nobody here touched',
      { ...hours, week: hours.week.with(6, [lunch]) },
      [],
      ['week.7'],
    ],
    [
      'a day that was changed here too',
      { ...hours, week: hours.week.with(0, [lunch, late]) },
      ['week.1'],
      [],
    ],
    ['the same change', { ...hours, week: hours.week.with(0, [late]) }, [], []],
    [
      'a closed day that was opened here, and one more',
      { ...hours, closedDays: [...hours.closedDays, '2026-12-24'] },
      [],
      ['closed.2026-12-24'],
    ],
  ])('%s', (_title, now, conflicts, others) => {
    expect(changedMeanwhile({ typed, seen }, toFields(now))).toEqual({ conflicts, others })
  })
})

test.each<[string, Hours, boolean]>([
  ['the usual hours', hours, false],
  ['nothing', emptyHours, true],
  ['one special day to come', { ...emptyHours, special: hours.special }, false],
  [
    'a special day that is closed',
    { ...emptyHours, special: hours.special, closedDays: ['2026-12-31'] },
    true,
  ],
  [
    'a special day that is over',
    { ...emptyHours, special: [{ day: '2026-11-01', periods: [lunch] }] },
    true,
  ],
])('never open with %s', (_title, testedHours, never) => {
  expect(isNeverOpen(testedHours, '2026-11-25')).toBe(never)
})
