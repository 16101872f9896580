import { join } from 'node:path'
import { commandOf } from '#cli/build.ts'
import { findFiles } from './files.ts'
import { readVitest } from './read-reports.ts'
import { build } from './checks.ts'
import { fileTimesVariable, readFileTimes } from './cpu/file-times.ts'
import { failedOutside, type Group, type GroupRun, type TestResult } from './result.ts'
import { resultsFolder, runProgram } from './run-program.ts'

/** The projects of vitest.config.ts. */
export const vitestProjects = ['unit', 'component', 'process'] as const
export type Project = (typeof vitestProjects)[number]

/** The project that a test file belongs to, as vitest.config.ts includes it. */
export function projectOf(file: string): Project {
  if (file.endsWith('.browser.test.ts')) return 'component'
  return file.endsWith('.process.test.ts') ? 'process' : 'unit'
}

/** All test files of Vitest. */
export const testFiles = (): string[] => findFiles('{electron,renderer,test,docs}/**/*.test.ts')

/** Names the files of a project whose line is not in the output of a run that was ended. */
function unfinished(project: Project, output: string): string {
  const files = testFiles().filter((file) => projectOf(file) === project && !output.includes(file))
  return `Unfinished or not begun:\n${files.join('\n')}`
}

/**
 * Runs Vitest with some arguments. A run that fails without a failed test counts as one failure.
 */
async function runVitest(
  project: Project,
  name: string,
  args: readonly string[],
): Promise<GroupRun> {
  const report = join(resultsFolder, `${name.replaceAll(' ', '-')}.json`)
  const times = join(resultsFolder, `${name.replaceAll(' ', '-')}-times.jsonl`)
  const { ok, hung, output, cpuSeconds } = await runProgram({
    name,
    script: commandOf('vitest', 'vitest.mjs'),
    args: [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--project',
      project,
      ...args,
    ],
    env: { [fileTimesVariable]: times },
  })
  const ran = (results: TestResult[]): GroupRun => ({
    results,
    cpuSeconds,
    files: readFileTimes(times),
  })
  if (hung) return ran([failedOutside('Vitest did not end', unfinished(project, output))])
  const results = readVitest(report)
  if (results === null) return ran([failedOutside('Vitest wrote no report', output)])
  const explained = ok || results.some(({ outcome }) => outcome === 'failed')
  if (explained) return ran(results)
  // For example an unhandled rejection, which is at the end.
  const end = output.slice(Math.max(0, output.lastIndexOf('Unhandled Errors')))
  return ran([...results, failedOutside('Vitest ended with an error', end)])
}

async function runOne(project: Project, nth: number, test: TestResult): Promise<TestResult[]> {
  const name = RegExp.escape(test.title.replaceAll(' › ', ' > '))
  const byName = test.title === 'the file itself' ? [] : ['-t', `^${name}$`]
  const file = test.file === null ? [] : [test.file]
  const args = ['--maxWorkers=1', ...byName, ...file]
  const { results } = await runVitest(project, `${project} again ${String(nth)}`, args)
  return results.filter(({ outcome }) => outcome !== 'skipped')
}

/**
 * The tests of one project. `args` select some: files, or options of Vitest. A failed test runs
 * once more alone, because tests share the machine's cores with others.
 */
export function vitestGroup(
  project: Project,
  args: readonly string[],
  name: string = project,
): Group {
  return {
    name,
    ...(project === 'process' && { after: build }),
    run: () => runVitest(project, name, ['--passWithNoTests', ...args]),
    async runAgain(failed) {
      const results: TestResult[] = []
      for (const [nth, test] of failed.entries())
        results.push(...(await runOne(project, nth + 1, test)))
      return results
    },
  }
}
