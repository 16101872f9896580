import { describe, expect, test } from 'vitest'
import { failedOutside, type Group, type GroupResult } from '../result.ts'
import { checkBudget, measureOverAgain, paceOf, readBudget, type Budget } from './budget.ts'
import type { FileTime } from './file-times.ts'

const budget: Budget = {
  fixedWorkMilliseconds: 100,
  quick: { unit: 100, checks: 50 },
  all: { unit: 200 },
  dear: { 'dear.test.ts': { seconds: 20, why: 'it moves a million rows' } },
}

const pace = { fixedWorkMilliseconds: 100, ofLines: 1 }

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
  checkBudget(groups, budget, run, { fixedWorkMilliseconds: milliseconds, ofLines: 1 }).map(
    ({ title }) => title,
  )

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

describe('where most files with lines are over them, the machine is busy', () => {
  const lines: Budget = {
    ...budget,
    dear: Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`${name}.test.ts`, { seconds: 10, why: 'as above' }]),
    ),
  }
  const paceOfFiles = (...seconds: number[]) =>
    paceOf(
      [
        group(
          100,
          seconds.map((each, nth) => file(each, `${'abc'[nth] ?? ''}.test.ts`)),
        ),
      ],
      lines,
      100,
    )

  test('and what all take more is nobody’s fault', () => {
    const groups = [group(140, [file(14, 'a.test.ts'), file(18, 'b.test.ts')])]
    const titles = checkBudget(groups, lines, 'quick', paceOfFiles(14, 18, 14))
    expect(titles.map(({ title }) => title)).toEqual(['b.test.ts'])
  })

  test('and where they take less, nothing is allowed more', () => {
    const titles = checkBudget([group(111)], lines, 'quick', paceOfFiles(5, 6, 20))
    expect(titles.map(({ title }) => title)).toEqual(['unit'])
  })

  test('a slow machine counts once', () => {
    const files = ['a', 'b', 'c'].map((name) => file(20, `${name}.test.ts`))
    expect(paceOf([group(60, files)], lines, 200).ofLines).toBe(1)
  })
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

describe('a file over its line is measured again', () => {
  const times = [file(10, 'a.test.ts'), file(10, 'b.test.ts'), file(1, 'c.test.ts')]

  async function measureAgain(files: FileTime[], measured: FileTime[]) {
    const asked: string[] = []
    const measuring: Group = {
      name: 'unit',
      run: () => Promise.reject(new Error('runs once')),
      measureAgain(over) {
        asked.push(...over.map((each) => each.file))
        return Promise.resolve(measured)
      },
    }
    const groups = await measureOverAgain([measuring], [group(1, files)], budget, pace)
    return { asked, over: over(groups) }
  }

  test('and the lower figure counts', async () => {
    const again = [file(2, 'a.test.ts'), file(11, 'b.test.ts')]
    expect(await measureAgain(times, again)).toEqual({
      asked: ['a.test.ts', 'b.test.ts'],
      over: ['b.test.ts'],
    })
  })

  test('and stays over if its test ended without a figure', async () => {
    expect((await measureAgain(times, [])).over).toEqual(['a.test.ts', 'b.test.ts'])
  })

  test('unless so many are over that it is no coincidence', async () => {
    const many = Array.from({ length: 21 }, (_, nth) => file(10, `${String(nth)}.test.ts`))
    expect((await measureAgain(many, [])).asked).toEqual([])
  })
})

test('the sentence says both figures and what to do', () => {
  const [failed] = checkBudget([group(150)], budget, 'quick', pace)
  expect(failed?.outcome).toBe('failed')
  expect(failed?.message).toBe(
    '150.0 CPU s at the budget’s speed, where 100.0 are allowed. Make it cheaper, move it to the full run, or raise its line in test/budget.json.',
  )
})

test('the project’s own budget can be read, and its quick run fits into ten minutes of two cores', () => {
  const { 'component of the change': _, ...always } = readBudget().quick
  // Of 960, npm ci takes 50.
  expect(Object.values(always).reduce((sum, line) => sum + line, 0)).toBeLessThanOrEqual(910)
})
