import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#cli/build.ts'
import { failedOutside, type Outcome, type TestResult } from './result.ts'

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return null
  }
}

const fromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/')

/** A message without colours, and without stack lines in libraries. */
const plain = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s+at .*\/node_modules\//.test(line))
    .join('\n')
    .trim()

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
    }[]
  }[]
}

/**
 * Reads the output of Vitest's JSON reporter; null if there is none. A file that can't be loaded is
 * one failed test.
 */
export function readVitest(path: string): TestResult[] | null {
  const report = readJson(path) as VitestReport | null
  if (report === null) return null
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = fromRoot(name)
    const tests = assertionResults.map((test): TestResult => {
      const outcomes: Record<string, Outcome> = { passed: 'passed', failed: 'failed' }
      return {
        file,
        title: [...test.ancestorTitles, test.title].join(' › '),
        outcome: outcomes[test.status] ?? 'skipped',
        seconds: (test.duration ?? 0) / 1000,
        message: plain((test.failureMessages ?? []).join('\n')),
        attachments: [],
      }
    })
    if (status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed'))
      tests.push({ ...failedOutside('the file itself', plain(message)), file })
    return tests
  })
}

interface PlaywrightSuite {
  title: string
  specs?: {
    title: string
    file: string
    tests: {
      projectName: string
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: {
        duration: number
        errors: { message?: string; stack?: string }[]
        attachments: { path?: string }[]
      }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  config: { rootDir: string }
  /** Errors outside a test, such as a file that can't be loaded. */
  errors: { message?: string }[]
}

const outcomes = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
} as const

function testsIn(suite: PlaywrightSuite, rootDir: string, titles: readonly string[]): TestResult[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }): TestResult => {
      const errors = results.flatMap((result) => result.errors)
      const paths = results.flatMap((result) => result.attachments.map(({ path }) => path))
      return {
        file: fromRoot(join(rootDir, file)),
        title: [`[${projectName}]`, ...titles, title].join(' › '),
        outcome: outcomes[status],
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        message: plain(errors.map(({ stack, message }) => stack ?? message ?? '').join('\n\n')),
        attachments: paths.filter((path) => path !== undefined).map(fromRoot),
      }
    }),
  )
  const inner = (suite.suites ?? []).flatMap((each) =>
    // The outermost suite of a file has the file's name for a title.
    testsIn(each, rootDir, each.title.endsWith('.spec.ts') ? [] : [...titles, each.title]),
  )
  return [...own, ...inner]
}

export function readPlaywright(path: string): TestResult[] | null {
  const report = readJson(path) as PlaywrightReport | null
  if (report === null) return null
  const outside = report.errors.map(({ message = '' }) =>
    failedOutside('outside a test', plain(message)),
  )
  return [...testsIn(report, report.config.rootDir, []), ...outside]
}
