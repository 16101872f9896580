import { join } from 'node:path'
import { commandOf, root } from '#cli/build.ts'
import { readPlaywright } from './read-reports.ts'
import { build } from './checks.ts'
import { fileTimesVariable, readFileTimes } from './cpu/file-times.ts'
import { failedOutside, type Group, type GroupRun, type TestResult } from './result.ts'
import { resultsFolder, runProgram } from './run-program.ts'

/** Where Playwright stores which tests failed, for the second run. */
const lastFailed = join(resultsFolder, 'journeys-failed.json')

async function runPlaywright(name: string, args: readonly string[]): Promise<GroupRun> {
  const report = join(resultsFolder, `${name.replaceAll(' ', '-')}.json`)
  const times = join(resultsFolder, `${name.replaceAll(' ', '-')}-times.jsonl`)
  const { ok, hung, output, cpuSeconds } = await runProgram({
    name,
    script: commandOf('@playwright/test', 'cli.js'),
    args: [
      'test',
      '-c',
      'test/journeys/playwright.config.ts',
      `--reporter=list,json,${join(root, 'test/run/cpu/journey-times.ts')}`,
      ...args,
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, [fileTimesVariable]: times },
  })
  const lastLines = (): string => output.split('\n').slice(-30).join('\n')
  const ran = (results: TestResult[]): GroupRun => ({
    results,
    cpuSeconds,
    files: readFileTimes(times),
  })
  if (hung) return ran([failedOutside('Playwright did not end', lastLines())])
  const results = readPlaywright(report)
  if (results === null) return ran([failedOutside('Playwright wrote no report', output)])
  const explained = ok || results.some(({ outcome }) => outcome === 'failed')
  if (explained) return ran(results)
  return ran([...results, failedOutside('Playwright ended with an error', output)])
}

/** Journeys, chosen by Playwright's own arguments: spec files, or `--grep`; all of them by default. */
export function journeysGroup(args: readonly string[]): Group {
  return {
    name: 'journeys',
    after: build,
    run: () => runPlaywright('journeys', ['--last-failed-file', lastFailed, ...args]),
    async runAgain() {
      const { results } = await runPlaywright('journeys again', [
        '--last-failed',
        '--last-failed-file',
        lastFailed,
        '--workers=1',
        '--trace=retain-on-failure',
        // The pictures and traces of the first run stay.
        '--output',
        join(resultsFolder, 'journeys-again'),
      ])
      return results
    },
  }
}
