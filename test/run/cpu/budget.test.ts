import { expect, test } from 'vitest'
import { failedOutside, type GroupResult } from '../result.ts'
import { checkBudget, readBudget, type Budget } from './budget.ts'
import type { FileTime } from './file-times.ts'

const budget: Budget = {
  fixedWorkMilliseconds: 100,
  quick: { unit: 100 },
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
const over = (groups: GroupResult[], milliseconds = 100, run: 'quick' | 'all' = 'quick') =>
  checkBudget(groups, budget, run, milliseconds).map(({ title }) => title)

test('a group may cost a tenth more than its line', () => {
  expect(over([group(109)])).toEqual([])
  expect(over([group(111)])).toEqual(['unit'])
  expect(over([group(111)], 100, 'all')).toEqual([])
})

test('on a machine of half the speed the same figures are half as dear', () => {
  expect(over([group(210)], 200)).toEqual([])
  expect(over([group(210)], 100)).toEqual(['unit'])
})

test('a group without a line is over budget', () => {
  expect(over([group(1, [], 'another')])).toEqual(['another'])
})

test('a file over 3 CPU s and a journey or a test of processes over 12 need a line, by twice as much', () => {
  expect(over([group(1, [file(5.9), file(23.9, 'some.spec.ts', 'a title')])])).toEqual([])
  expect(over([group(1, [file(23.9, 'some.process.test.ts')])])).toEqual([])
  expect(over([group(1, [file(6.1), file(24.1, 'some.spec.ts', 'a title')])])).toEqual([
    'some.test.ts',
    'some.spec.ts › a title',
  ])
  expect(over([group(1, [file(24.1, 'some.process.test.ts')])])).toEqual(['some.process.test.ts'])
})

test('a file with a line may cost what it says', () => {
  expect(over([group(1, [file(39.9, 'dear.test.ts')])])).toEqual([])
  expect(over([group(1, [file(40.1, 'dear.test.ts')])])).toEqual(['dear.test.ts'])
})

test('the sentence says both figures and what to do', () => {
  const [failed] = checkBudget([group(150)], budget, 'quick', 100)
  expect(failed?.outcome).toBe('failed')
  expect(failed?.message).toBe(
    '150.0 CPU s at the budget’s speed, where 100.0 are allowed. Make it cheaper, move it to the full run, or raise its line in test/budget.json.',
  )
})

test('the project’s own budget can be read, and its quick run fits into ten minutes of two cores', () => {
  const { 'component of the change': _, ...always } = readBudget().quick
  // npm ci takes 65 of 1,200.
  expect(Object.values(always).reduce((sum, line) => sum + line, 0)).toBeLessThanOrEqual(1_080)
})
