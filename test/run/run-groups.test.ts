import { expect, test, vi } from 'vitest'
import {
  countOf,
  failedOutside,
  type Group,
  type GroupRun,
  type Outcome,
  type TestResult,
} from './result.ts'
import { runGroups } from './run-groups.ts'

const result = (title: string, outcome: Outcome, message = ''): TestResult => ({
  ...failedOutside(title, message),
  file: 'some.test.ts',
  outcome,
})

/** What a group gives whose CPU time nobody asks for. */
const ran = (results: TestResult[]): GroupRun => ({ results, cpuSeconds: 0, files: [] })

async function run(...chosen: Group[]) {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text).trim())
    return true
  })
  try {
    return { groups: await runGroups(chosen), lines }
  } finally {
    write.mockRestore()
  }
}

const group = (name: string, results: TestResult[], again?: TestResult[]): Group => ({
  name,
  run: () => Promise.resolve(ran(results)),
  ...(again !== undefined && { runAgain: () => Promise.resolve(again) }),
})

test('a line for each group says how many passed, failed and were skipped', async () => {
  const { lines } = await run(
    group('lint', [result('lint', 'passed')]),
    group('unit', [result('a', 'passed'), result('b', 'failed'), result('c', 'skipped')]),
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^✓ lint +0 s +1 passed$/)
  expect(lines[1]).toMatch(/^✗ unit +0 s +1 passed, 1 failed, 1 skipped$/)
})

test('what passes when it runs again alone is flaky and keeps the words of its failure', async () => {
  const { groups } = await run(
    group(
      'journeys',
      [result('a', 'passed'), result('b', 'failed', 'why')],
      [result('b', 'passed')],
    ),
  )
  expect(groups[0]?.results).toEqual([result('a', 'passed'), result('b', 'flaky', 'why')])
})

test('what fails again stays failed', async () => {
  const { groups } = await run(
    group(
      'journeys',
      [result('a', 'failed'), result('b', 'failed')],
      [result('a', 'failed'), result('b', 'passed')],
    ),
  )
  expect(groups[0]?.results.map(({ outcome }) => outcome)).toEqual(['failed', 'flaky'])
})

test('a group that ended early is not repeated: nobody knows which of its tests failed', async () => {
  const { groups } = await run(
    group('journeys', [failedOutside('did not end', '')], [result('a', 'passed')]),
  )
  expect(groups[0]?.results).toEqual([failedOutside('did not end', '')])
})

test('what did not run again stays failed', async () => {
  const { groups } = await run(group('process', [result('a', 'failed')], []))
  expect(countOf(groups[0]?.results ?? [], 'failed')).toBe(1)
})

test('a group of unit tests is never repeated', async () => {
  const runs: string[] = []
  const unit: Group = {
    name: 'unit',
    run() {
      runs.push('run')
      return Promise.resolve(ran([result('a', 'failed')]))
    },
  }
  const { groups } = await run(unit)
  expect(runs).toEqual(['run'])
  expect(countOf(groups[0]?.results ?? [], 'failed')).toBe(1)
})

test('more than ten failures are no chance: they are not repeated', async () => {
  const failed = Array.from({ length: 11 }, (_, nth) => result(String(nth), 'failed'))
  const passed = failed.map(({ title }) => result(title, 'passed'))
  const { groups } = await run(group('journeys', failed, passed))
  expect(countOf(groups[0]?.results ?? [], 'failed')).toBe(11)
})

test('nothing runs beside a test that is repeated', async () => {
  const order: string[] = []
  let endOther = (): void => undefined
  const other: Group = {
    name: 'unit',
    run: () =>
      new Promise((resolve) => {
        endOther = () => {
          order.push('unit ended')
          resolve(ran([result('u', 'passed')]))
        }
      }),
  }
  const journeys: Group = {
    ...group('journeys', [result('a', 'failed')]),
    runAgain() {
      order.push('again')
      return Promise.resolve([result('a', 'passed')])
    },
  }
  const ended = run(journeys, other)
  await Promise.resolve()
  setImmediate(() => {
    endOther()
  })
  await ended
  expect(order).toEqual(['unit ended', 'again'])
})

test('a group begins once the one before it has succeeded, and never after its failure', async () => {
  const order: string[] = []
  const noted = (name: string, outcome: Outcome, after?: Group): Group => ({
    name,
    run() {
      order.push(name)
      return Promise.resolve(ran([result('a', outcome)]))
    },
    ...(after && { after }),
  })
  const build = noted('build', 'passed')
  const broken = noted('broken build', 'failed')
  const { groups } = await run(
    noted('journeys', 'passed', build),
    noted('never', 'passed', broken),
    build,
    broken,
    noted('unit', 'passed'),
  )
  expect(order.slice(0, 3)).toEqual(['build', 'broken build', 'unit'])
  expect(groups.map(({ name }) => name).toSorted()).toEqual([
    'broken build',
    'build',
    'journeys',
    'unit',
  ])
})

test('three groups run at once', async () => {
  const ends: (() => void)[] = []
  const waiting = (name: string): Group => ({
    name,
    run: () =>
      new Promise((resolve) => {
        ends.push(() => {
          resolve(ran([result('a', 'passed')]))
        })
      }),
  })
  const ended = run(...['1', '2', '3', '4'].map(waiting))
  await vi.waitFor(() => {
    expect(ends).toHaveLength(3)
  })
  ends[0]?.()
  await vi.waitFor(() => {
    expect(ends).toHaveLength(4)
  })
  for (const end of ends) end()
  expect((await ended).groups).toHaveLength(4)
})

test('a group that cannot run is a failure with its reason', async () => {
  const broken: Group = { name: 'journeys', run: () => Promise.reject(new Error('no browser')) }
  const { groups } = await run(broken)
  expect(groups[0]?.results[0]).toMatchObject({ outcome: 'failed' })
  expect(groups[0]?.results[0]?.message).toContain('no browser')
})
