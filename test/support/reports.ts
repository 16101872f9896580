import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '#web/build.ts'

/** How many tests went how. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** How long the tests of one file took together, in seconds. */
export interface FileTime {
  file: string
  seconds: number
}

/** What a suite wrote of itself; null where it wrote nothing that can be read. */
export type Report = { count: Count; files: FileTime[] } | null

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return null
  }
}

/** Reads what Vitest's JSON reporter wrote. */
export function readVitest(path: string): Report {
  const report = readJson(path) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: { name: string; startTime: number; endTime: number }[]
  } | null
  return (
    report && {
      count: {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests,
      },
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      })),
    }
  )
}

interface Suite {
  specs?: { file: string; tests: { projectName: string; results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

const testsIn = ({ specs = [], suites = [] }: Suite): FileTime[] => [
  ...specs.flatMap(({ file, tests }) =>
    tests.map(({ projectName, results }) => ({
      file: `${file} (${projectName})`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  ),
  ...suites.flatMap(testsIn),
]

/** Reads what Playwright's JSON reporter wrote; each file once for each shell. */
export function readPlaywright(path: string): Report {
  const report = readJson(path) as
    | (Suite & {
        stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      })
    | null
  if (report === null) return null
  const { expected, flaky, unexpected, skipped } = report.stats
  const files = new Map<string, number>()
  for (const { file, seconds } of testsIn(report)) files.set(file, (files.get(file) ?? 0) + seconds)
  return {
    count: { passed: expected + flaky, failed: unexpected, skipped },
    files: [...files].map(([file, seconds]) => ({ file, seconds })),
  }
}
