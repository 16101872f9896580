import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#web/build.ts'
import { changedFiles } from './changed-files.ts'
import { build, checks, firstViewWeight } from './checks.ts'
import { fetchChromium } from './fetch-chromium.ts'
import { journeysGroup } from './journeys-group.ts'
import { printEnd, slowestFiles } from './print.ts'
import { countOf, type Group } from './result.ts'
import { logsFolder, resultsFolder } from './run-program.ts'
import { runGroups } from './run-groups.ts'
import { touchedJourneys } from './touched-journeys.ts'
import { projectOf, vitestGroup, vitestProjects } from './vitest-groups.ts'

/**
 * `npm test`: every check, the build, and every test. Words after it (`npm test -- stock`) run the checks and tests
 * whose name or path has one of them. `--checks` runs the checks alone, `--changed [commit]` the tests of what differs
 * from a commit (HEAD by default). Ends with 1 when something failed or nothing ran.
 */
const [first, ...rest] = process.argv.slice(2)

type Lanes = Group[][]

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['node_modules', 'out'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
const specs = (): string[] => find('test/**/*.spec.ts')

/** The journeys after what they need; nothing where there are none. */
const journeysLane = (chosen: readonly string[] | null): Group[] =>
  chosen?.length === 0 ? [] : [build, journeysGroup(chosen)]

function everything(): Lanes {
  const [unit, component, process] = vitestProjects.map((project) => vitestGroup(project, []))
  return [
    [build, firstViewWeight, journeysGroup(null)],
    [...checks, unit, component, process].filter((group) => group !== undefined),
  ]
}

function matching(patterns: readonly string[]): Lanes {
  const matches = (text: string): boolean => patterns.some((pattern) => text.includes(pattern))
  const tests = find('{electron,renderer,test}/**/*.test.ts').filter(matches)
  const vitest = vitestProjects.flatMap((project) => {
    const files = tests.filter((file) => projectOf(file) === project)
    return files.length === 0 ? [] : [vitestGroup(project, files)]
  })
  return [
    [
      ...checks.filter(({ name }) => matches(name)),
      ...vitest,
      ...journeysLane(specs().filter(matches)),
    ],
  ]
}

function changed(since = 'HEAD'): Lanes {
  const vitest = vitestProjects.map((project) => vitestGroup(project, ['--changed', since]))
  return [[...vitest, ...journeysLane(touchedJourneys(changedFiles(since), specs()))]]
}

function chosen(): Lanes {
  if (first === undefined) return everything()
  if (first === '--checks') return [checks.slice(0, 1), checks.slice(1)]
  if (first === '--changed') return changed(rest[0])
  return matching([first, ...rest])
}

rmSync(resultsFolder, { recursive: true, force: true })
mkdirSync(logsFolder, { recursive: true })
const lanes = chosen()
if (lanes.flat().length === 0) {
  process.stderr.write(`No check and no test matches ${[first, ...rest].join(' ')}.\n`)
  process.exit(1)
}
if (first !== '--checks') {
  const browser = fetchChromium()
  if (!browser.ok) {
    process.stderr.write(`${browser.error.words ?? ''}\n`)
    process.exit(1)
  }
}
const startedAt = performance.now()
const groups = await runGroups(lanes)
writeFileSync(join(logsFolder, 'slowest-files.log'), slowestFiles(groups))
printEnd(groups, (performance.now() - startedAt) / 1000)
const results = groups.flatMap((group) => group.results)
const succeeded = countOf(results, 'passed') + countOf(results, 'flaky')
process.exit(succeeded > 0 && countOf(results, 'failed') === 0 ? 0 : 1)
