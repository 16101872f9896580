import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath, headlessShell } from '#test/support/chromium.ts'
import { isLong } from '#test/support/tries.ts'
import { build, checks, firstViewWeight } from './checks.ts'
import { failedByBudget, overBudget, readBudget } from './cpu/budget.ts'
import { Speed } from './cpu/speed.ts'
import { changedFiles, findFiles, recentBase } from './files.ts'
import { fetchChromium } from './fetch-chromium.ts'
import { fetchNatsServer } from './fetch-nats-server.ts'
import { journeysGroup } from './journeys-group.ts'
import { printCosts, printEnd, printGroup, printOverBudget, slowestFiles } from './print.ts'
import { componentsOf, quickComponents, quickProcesses, quickTag, quickUnits } from './quick.ts'
import { countOf, type Group, type GroupResult } from './result.ts'
import { cpuMeter, logsFolder, resultsFolder } from './run-program.ts'
import { runGroups } from './run-groups.ts'
import { touchedJourneys } from './touched-journeys.ts'
import { projectOf, testFiles, vitestGroup, vitestProjects, type Project } from './vitest-groups.ts'

/**
 * `npm test`: every check, and what is quick of the tests (quick.ts). `--all` runs all tests.
 * Words (`npm test -- stock`) run the checks and tests whose name or path contains one of
 * them. `--checks` runs the checks alone, `--changed [commit]` the tests of what differs from a
 * commit (HEAD by default). Ends with 1 if something failed or nothing ran.
 */
const [first, ...rest] = process.argv.slice(2)

const specs = (): string[] => findFiles('test/**/*.spec.ts')

/** The build is in front of the groups that start it; nothing if there are none. */
const withBuild = (groups: readonly Group[]): Group[] =>
  groups.length === 0 ? [] : [build, ...groups]

const journeys = (chosenSpecs: readonly string[]): Group[] =>
  chosenSpecs.length === 0 ? [] : [journeysGroup(chosenSpecs)]

/** Vitest's other projects, which need no build. */
const withoutBuild = vitestProjects.filter((project) => project !== 'process')

/** Groups begin in this order, the longest first: many of their tests wait beside others. */
const everything = (): Group[] => [
  build,
  ...withoutBuild.map((project) => vitestGroup(project, [])),
  journeysGroup([]),
  vitestGroup('process', []),
  firstViewWeight,
  ...checks,
]

function quick(): Group[] {
  const ofChange = componentsOf(changedFiles(recentBase()), testFiles())
  return [
    build,
    vitestGroup('unit', quickUnits(testFiles())),
    journeysGroup(['--grep', quickTag]),
    vitestGroup('process', quickProcesses),
    firstViewWeight,
    // In one page, which loads the modules once. Some of the other files would disturb each other.
    vitestGroup('component', ['--no-isolate', ...quickComponents]),
    ...checks,
    ...(ofChange.length === 0
      ? []
      : [vitestGroup('component', ofChange, 'component of the change')]),
  ]
}

function matching(patterns: readonly string[]): Group[] {
  const matches = (text: string): boolean => patterns.some((pattern) => text.includes(pattern))
  const tests = testFiles().filter(matches)
  const groupsOf = (project: Project): Group[] => {
    const files = tests.filter((file) => projectOf(file) === project)
    return files.length === 0 ? [] : [vitestGroup(project, files)]
  }
  return [
    ...withBuild([...journeys(specs().filter(matches)), ...groupsOf('process')]),
    ...checks.filter(({ name }) => matches(name)),
    ...withoutBuild.flatMap(groupsOf),
  ]
}

function changed(since = 'HEAD'): Group[] {
  const touched = touchedJourneys(changedFiles(since), specs())
  const ofChange = (project: Project): Group => vitestGroup(project, ['--changed', since])
  return withBuild([
    ...journeys(touched),
    ofChange('process'),
    ...withoutBuild.map((project) => ofChange(project)),
  ])
}

type Run = 'quick' | 'all' | 'some'

function chooseRun(): Run {
  if (first === undefined) return 'quick'
  if (first === '--all') return 'all'
  return 'some'
}

function groupsOf(run: Run): Group[] {
  if (run === 'quick') return quick()
  if (run === 'all') return everything()
  if (first === '--checks') return [...checks]
  if (first === '--changed') return changed(rest[0])
  return matching(process.argv.slice(2))
}

// Ends what runs and removes its files, which a signal alone does not.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

/**
 * Whether the budget's figures are for such a run: on Linux, which measures CPU time, with Debian's
 * headless shell, and not with more sizes, shells and trials than `--all` has by itself.
 */
const isBudgeted = (): boolean =>
  process.platform === 'linux' &&
  chromiumPath() === headlessShell &&
  !isLong &&
  process.env['KITCHEN_PASS_ALL_SHELLS'] !== '1'

/** Runs groups, and measures their CPU time and the machine's pace meanwhile. */
async function runMeasured(groups: readonly Group[], speed: Speed): Promise<GroupResult[]> {
  speed.measureFirst()
  const sampling = setInterval(() => {
    cpuMeter.sample()
  }, 500)
  const calibrating = setInterval(() => {
    speed.measure()
  }, 15_000)
  const results = await runGroups(groups)
  clearInterval(sampling)
  clearInterval(calibrating)
  return results
}

rmSync(resultsFolder, { recursive: true, force: true })
mkdirSync(logsFolder, { recursive: true })
const run = chooseRun()
if (run === 'all') process.env['KITCHEN_PASS_WHOLE'] = '1'
const chosen = groupsOf(run)
if (chosen.length === 0) {
  process.stderr.write(`No check and no test matches ${process.argv.slice(2).join(' ')}.\n`)
  process.exit(1)
}
if (first !== '--checks') {
  fetchNatsServer()
  const browser = fetchChromium()
  if (!browser.ok) {
    process.stderr.write(`${browser.error.detail ?? ''}\n`)
    process.exit(1)
  }
}
const startedAt = performance.now()
const speed = new Speed()
const groups = await runMeasured(chosen, speed)
const budget = readBudget()
writeFileSync(join(logsFolder, 'slowest-files.log'), slowestFiles(groups))
printCosts(groups, budget, run, speed.milliseconds)
if (run !== 'some' && isBudgeted()) {
  const over = overBudget(groups, budget, run, speed.milliseconds)
  printOverBudget([...over.groups, ...over.files])
  const results = run === 'quick' ? failedByBudget(over.groups) : []
  if (results.length > 0) {
    const failed = { name: 'budget', results, seconds: 0, cpuSeconds: 0, files: [] }
    groups.push(failed)
    printGroup(failed)
  }
}
printEnd(groups, (performance.now() - startedAt) / 1000)
const results = groups.flatMap((group) => group.results)
const succeeded = countOf(results, 'passed') + countOf(results, 'flaky')
process.exit(succeeded > 0 && countOf(results, 'failed') === 0 ? 0 : 1)
