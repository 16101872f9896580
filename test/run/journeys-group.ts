import { join } from 'node:path'
import { commandOf } from '#web/build.ts'
import { readPlaywright } from './read-reports.ts'
import { failedOutside, type Group, type TestResult } from './result.ts'
import { resultsFolder, runProgram } from './run-program.ts'

/** Where Playwright stores which tests failed, for the second run. */
const lastFailed = join(resultsFolder, 'journeys-failed.json')

async function runPlaywright(name: string, args: readonly string[]): Promise<TestResult[]> {
  const report = join(resultsFolder, `${name.replaceAll(' ', '-')}.json`)
  const { ok, hung, output } = await runProgram({
    name,
    script: commandOf('@playwright/test', 'cli.js'),
    args: ['test', '-c', 'test/journeys/playwright.config.ts', '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const lastLines = (): string => output.split('\n').slice(-30).join('\n')
  if (hung) return [failedOutside('Playwright did not end', lastLines())]
  const results = readPlaywright(report)
  if (results === null) return [failedOutside('Playwright wrote no report', output)]
  const explained = ok || results.some(({ outcome }) => outcome === 'failed')
  return explained ? results : [...results, failedOutside('Playwright ended with an error', output)]
}

/** The journeys of some spec files; null is all of them. */
export function journeysGroup(specs: readonly string[] | null): Group {
  return {
    name: 'journeys',
    run: () => runPlaywright('journeys', ['--last-failed-file', lastFailed, ...(specs ?? [])]),
    runAgain: () =>
      runPlaywright('journeys again', [
        '--last-failed',
        '--last-failed-file',
        lastFailed,
        '--workers=1',
        '--trace=retain-on-failure',
        // The pictures and traces of the first run stay.
        '--output',
        join(resultsFolder, 'journeys-again'),
      ]),
  }
}
