import { expect, test, vi } from 'vitest'
import { countOf, failedOutside, type Group, type Outcome, type TestResult } from './result.ts'
import { runGroups } from './run-groups.ts'

const result = (title: string, outcome: Outcome, message = ''): TestResult => ({
  ...failedOutside(title, message),
  file: 'some.test.ts',
  outcome,
})

async function run(...lanes: Group[][]) {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text).trim())
    return true
  })
  try {
    return { groups: await runGroups(lanes), lines }
  } finally {
    write.mockRestore()
  }
}

const group = (name: string, results: TestResult[], again?: TestResult[]): Group => ({
  name,
  run: () => Promise.resolve(results),
  ...(again !== undefined && { runAgain: () => Promise.resolve(again) }),
})

test('a line for each group says how many passed, failed and were skipped', async () => {
  const { lines } = await run(
    [group('lint', [result('lint', 'passed')])],
    [group('unit', [result('a', 'passed'), result('b', 'failed'), result('c', 'skipped')])],
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^✓ lint +0 s +1 passed$/)
  expect(lines[1]).toMatch(/^✗ unit +0 s +1 passed, 1 failed, 1 skipped$/)
})

test('what passes when it runs again alone is flaky and keeps the words of its failure', async () => {
  const { groups } = await run([
    group(
      'journeys',
      [result('a', 'passed'), result('b', 'failed', 'why')],
      [result('b', 'passed')],
    ),
  ])
  expect(groups[0]?.results).toEqual([result('a', 'passed'), result('b', 'flaky', 'why')])
})

test('what fails again stays failed', async () => {
  const { groups } = await run([
    group(
      'journeys',
      [result('a', 'failed'), result('b', 'failed')],
      [result('a', 'failed'), result('b', 'passed')],
    ),
  ])
  expect(groups[0]?.results.map(({ outcome }) => outcome)).toEqual(['failed', 'flaky'])
})

test('a group that ended early is not repeated: nobody knows which of its tests failed', async () => {
  const { groups } = await run([
    group('journeys', [failedOutside('did not end', '')], [result('a', 'passed')]),
  ])
  expect(groups[0]?.results).toEqual([failedOutside('did not end', '')])
})

test('what did not run again stays failed', async () => {
  const { groups } = await run([group('process', [result('a', 'failed')], [])])
  expect(countOf(groups[0]?.results ?? [], 'failed')).toBe(1)
})

test('a group of unit tests is never repeated', async () => {
  const runs: string[] = []
  const unit: Group = {
    name: 'unit',
    run() {
      runs.push('run')
      return Promise.resolve([result('a', 'failed')])
    },
  }
  const { groups } = await run([unit])
  expect(runs).toEqual(['run'])
  expect(countOf(groups[0]?.results ?? [], 'failed')).toBe(1)
})

test('more than ten failures are no chance: they are not repeated', async () => {
  const failed = Array.from({ length: 11 }, (_, nth) => result(String(nth), 'failed'))
  const passed = failed.map(({ title }) => result(title, 'passed'))
  const { groups } = await run([group('journeys', failed, passed)])
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
          resolve([result('u', 'passed')])
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
  const ended = run([journeys], [other])
  await Promise.resolve()
  setImmediate(() => {
    endOther()
  })
  await ended
  expect(order).toEqual(['unit ended', 'again'])
})

test('after a failed build nothing else of its lane runs, and the other lane does', async () => {
  const { groups } = await run(
    [{ ...group('build', [result('build', 'failed')]), isNeeded: true }, group('journeys', [])],
    [group('unit', [result('a', 'passed')])],
  )
  expect(groups.map(({ name }) => name).toSorted()).toEqual(['build', 'unit'])
})

test('a group that cannot run is a failure with its reason', async () => {
  const broken: Group = { name: 'journeys', run: () => Promise.reject(new Error('no browser')) }
  const { groups } = await run([broken])
  expect(groups[0]?.results[0]).toMatchObject({ outcome: 'failed' })
  expect(groups[0]?.results[0]?.message).toContain('no browser')
})
