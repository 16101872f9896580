import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhatIsStale, commandOf, root } from '#web/build.ts'
import { fetchChromium } from './fetch-chromium.ts'
import { readPlaywright, readVitest, type Count, type FileTime, type Report } from './reports.ts'
import { runAlone, runInPairs, type Ran, type Stage } from './stage.ts'

/**
 * `npm test` (and its first part alone, `npm run check`): check, build, weight of the page, unit and component tests,
 * journeys; then what took long, and one line that counts them all. Every check counts as one. Ends with 1 where anything failed, or where a
 * suite ran nothing.
 */
const results = join(root, 'test/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

interface Part {
  count: Count
  stages: Ran[]
  files: FileTime[]
}

const eslint = commandOf('eslint', 'bin/eslint.js')
const strictly = ['--max-warnings', '0']

/** The longest first, so that the two lanes end together. */
const checks: Stage[] = [
  { title: 'lint of the page', script: eslint, args: ['renderer', ...strictly] },
  {
    title: 'lint of the rest',
    script: eslint,
    args: ['.', '--ignore-pattern', 'renderer', ...strictly],
  },
  {
    title: 'types of the page',
    script: commandOf('vue-tsc', 'bin/vue-tsc.js'),
    args: ['-p', 'renderer'],
  },
  {
    title: 'types of the host',
    script: commandOf('@typescript/native', 'bin/tsc'),
    args: ['-p', '.'],
  },
  {
    title: 'layers',
    script: commandOf('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
    args: ['electron', 'renderer'],
  },
  { title: 'dead code', script: commandOf('knip', 'bin/knip.js'), args: [] },
  { title: 'format', script: commandOf('oxfmt', 'bin/oxfmt'), args: ['--check'] },
]

async function check(): Promise<Part> {
  const stages = await runInPairs(checks)
  const failed = stages.filter(({ ok }) => !ok).length
  return { count: { passed: stages.length - failed, failed, skipped: 0 }, stages, files: [] }
}

/** A suite that reported nothing has failed, whatever its exit code says. */
function part(stage: Ran, report: Report): Part {
  const stages = [stage]
  if (report === null || report.count.passed + report.count.failed === 0)
    return { count: { passed: 0, failed: 1, skipped: 0 }, stages, files: [] }
  const { count, files } = report
  const failed = stage.ok ? count.failed : Math.max(1, count.failed)
  return { count: { ...count, failed }, stages, files }
}

async function unit(): Promise<Part> {
  const file = join(results, 'vitest.json')
  const stage = await runAlone({
    title: 'unit and component tests',
    script: commandOf('vitest', 'vitest.mjs'),
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
  })
  return part(stage, readVitest(file))
}

async function journeys(): Promise<Part> {
  const file = join(results, 'journeys.json')
  const stage = await runAlone({
    title: 'journeys',
    script: commandOf('@playwright/test', 'cli.js'),
    args: ['test', '-c', 'test/journeys/playwright.config.ts', '--reporter=dot,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  return part(stage, readPlaywright(file))
}

function build(): Part {
  const began = performance.now()
  const ok = buildWhatIsStale()
  const stage = { title: 'build', ok, seconds: (performance.now() - began) / 1000 }
  return { count: { passed: 0, failed: ok ? 0 : 1, skipped: 0 }, stages: [stage], files: [] }
}

/** What was built, against the budget of the first view. */
async function weigh(): Promise<Part> {
  const stage = await runAlone({
    title: 'weight of the first view',
    script: join(root, 'test/support/weigh.ts'),
    args: [],
  })
  const [passed, failed] = stage.ok ? [1, 0] : [0, 1]
  return { count: { passed, failed, skipped: 0 }, stages: [stage], files: [] }
}

async function everything(): Promise<Part[]> {
  const browser = fetchChromium()
  if (!browser.ok) {
    process.stderr.write(`${browser.error.words ?? ''}\n`)
    process.exit(1)
  }
  const [checked, built] = [await check(), build()]
  if (built.count.failed > 0) return [checked, built]
  return [checked, built, await weigh(), await unit(), await journeys()]
}

/** The seconds of each stage, and the ten files whose tests took longest. */
function tellTimes(parts: readonly Part[]): void {
  const line = (seconds: number, name: string): string =>
    `  ${seconds.toFixed(1).padStart(6)} s  ${name}\n`
  const files = parts.flatMap((each) => each.files)
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  process.stdout.write('\n▸ times\n')
  for (const { seconds, title } of parts.flatMap(({ stages }) => stages))
    process.stdout.write(line(seconds, title))
  if (slowest.length > 0) process.stdout.write('\n▸ the slowest files\n')
  for (const { seconds, file } of slowest) process.stdout.write(line(seconds, file))
}

const parts = process.argv[2] === 'check' ? [await check()] : await everything()
tellTimes(parts)
const total = parts
  .map(({ count }) => count)
  .reduce((sum, each) => ({
    passed: sum.passed + each.passed,
    failed: sum.failed + each.failed,
    skipped: sum.skipped + each.skipped,
  }))
const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed === 0 ? 0 : 1)
