import { expect, test } from 'vitest'
import { failedOutside, type GroupResult } from '../result.ts'
import { failedByBudget, overBudget, readBudget, type Budget } from './budget.ts'
import type { FileTime } from './file-times.ts'

const budget: Budget = {
  fixedWorkMilliseconds: 100,
  quick: { unit: 100, checks: 50 },
  all: { unit: 200 },
  dear: { 'dear.test.ts': { seconds: 20, why: 'it moves a million rows' } },
}

const group = (cpuSeconds: number, files: FileTime[] = [], name = 'unit'): GroupResult => ({
  name,
  results: [failedOutside('a', '')],
  seconds: 1,
  cpuSeconds,
  files,
})

const file = (seconds: number, name = 'some.test.ts', title: string | null = null): FileTime => ({
  file: name,
  title,
  seconds,
})

/** The names of what is over budget. */
function over(groups: GroupResult[], milliseconds = 100, run: 'quick' | 'all' = 'quick') {
  const excess = overBudget(groups, budget, run, milliseconds)
  return [...excess.groups, ...excess.files].map(({ name }) => name)
}

test('a group may cost a tenth more than its line', () => {
  expect(over([group(109)])).toEqual([])
  expect(over([group(111)])).toEqual(['unit'])
  expect(over([group(111)], 100, 'all')).toEqual([])
})

test('on a machine of half the speed the same figures are half as dear', () => {
  expect(over([group(210)], 200)).toEqual([])
  expect(over([group(210)], 100)).toEqual(['unit'])
})

test('on a faster machine they count as they are', () => {
  expect(over([group(109)], 50)).toEqual([])
  expect(over([group(111)], 50)).toEqual(['unit'])
})

test('a group of tests without a line is over budget', () => {
  expect(over([group(1, [], 'journeys')])).toEqual(['journeys'])
})

test('checks have one line together', () => {
  expect(over([group(30, [], 'lint'), group(24, [], 'types')])).toEqual([])
  expect(over([group(30, [], 'lint'), group(26, [], 'types')])).toEqual(['checks'])
})

test('a file over 3 CPU s and a journey or a test of processes over 12 need a line', () => {
  expect(over([group(1, [file(3.2), file(13.1, 'some.spec.ts', 'a title')])])).toEqual([])
  expect(over([group(1, [file(13.1, 'some.process.test.ts')])])).toEqual([])
  expect(over([group(1, [file(3.4), file(13.3, 'some.spec.ts', 'a title')])])).toEqual([
    'some.test.ts',
    'some.spec.ts › a title',
  ])
  expect(over([group(1, [file(13.3, 'some.process.test.ts')])])).toEqual(['some.process.test.ts'])
})

test('a file with a line may cost a tenth more than it says', () => {
  expect(over([group(1, [file(21.9, 'dear.test.ts')])])).toEqual([])
  expect(over([group(1, [file(22.1, 'dear.test.ts')])])).toEqual(['dear.test.ts'])
})

test('the quick run fails by a group that takes twice its line, and by no file', () => {
  const failed = (cpuSeconds: number, name = 'unit') => {
    const groups = [group(cpuSeconds, [file(90, 'dear.test.ts')], name)]
    return failedByBudget(overBudget(groups, budget, 'quick', 100).groups).map(
      ({ title, outcome }) => [title, outcome],
    )
  }
  expect(failed(199)).toEqual([])
  expect(failed(201)).toEqual([['unit', 'failed']])
  expect(failed(1, 'journeys')).toEqual([['journeys', 'failed']])
})

test('the sentence says both figures and what to do', () => {
  const [first] = overBudget([group(150)], budget, 'quick', 100).groups
  expect(first?.advice).toBe(
    '150.0 CPU s at the budget’s speed, where 100.0 are allowed. Make it cheaper, move it to the full run, or raise its line in test/budget.json.',
  )
})

test('the project’s own budget can be read, and its quick run fits into ten minutes of two cores', () => {
  const { 'component of the change': _, ...always } = readBudget().quick
  // Of 960, npm ci takes 50.
  expect(Object.values(always).reduce((sum, line) => sum + line, 0)).toBeLessThanOrEqual(910)
})
