import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles, findFiles } from './files.ts'
import { build, checks, firstViewWeight } from './checks.ts'
import { fetchChromium } from './fetch-chromium.ts'
import { fetchNatsServer } from './fetch-nats-server.ts'
import { journeysGroup } from './journeys-group.ts'
import { printEnd, slowestFiles } from './print.ts'
import { countOf, type Group } from './result.ts'
import { logsFolder, resultsFolder } from './run-program.ts'
import { runGroups } from './run-groups.ts'
import { touchedJourneys } from './touched-journeys.ts'
import { projectOf, testFiles, vitestGroup, vitestProjects, type Project } from './vitest-groups.ts'

/**
 * `npm test`: every check, the build, and every test. Words after it (`npm test -- stock`) run the
 * checks and tests whose name or path contains one of them. `--checks` runs the checks alone,
 * `--changed [commit]` the tests of what differs from a commit (HEAD by default). Ends with 1 if
 * something failed or nothing ran.
 */
const [first, ...rest] = process.argv.slice(2)

/** Groups that run one after another. */
type Chain = readonly Group[]

const specs = (): string[] => findFiles('test/**/*.spec.ts')

/** Journeys and tests of processes, after the build that they start; nothing if there are none. */
const afterBuild = (groups: readonly Group[]): Chain[] =>
  groups.length === 0 ? [] : [[build, ...groups]]

const journeys = (chosenSpecs: readonly string[]): Group[] =>
  chosenSpecs.length === 0 ? [] : [journeysGroup(chosenSpecs)]

/** Vitest's other projects, which need no build. */
const withoutBuild = vitestProjects.filter((project) => project !== 'process')

function everything(): Chain[] {
  const others = withoutBuild.map((project) => vitestGroup(project, []))
  return [
    ...afterBuild([firstViewWeight, journeysGroup(null), vitestGroup('process', [])]),
    ...[...checks, ...others].map((group) => [group]),
  ]
}

function matching(patterns: readonly string[]): Chain[] {
  const matches = (text: string): boolean => patterns.some((pattern) => text.includes(pattern))
  const tests = testFiles().filter(matches)
  const groupsOf = (project: Project): Group[] => {
    const files = tests.filter((file) => projectOf(file) === project)
    return files.length === 0 ? [] : [vitestGroup(project, files)]
  }
  const chosenChecks = checks.filter(({ name }) => matches(name))
  return [
    ...afterBuild([...journeys(specs().filter(matches)), ...groupsOf('process')]),
    ...[...chosenChecks, ...withoutBuild.flatMap(groupsOf)].map((group) => [group]),
  ]
}

function changed(since = 'HEAD'): Chain[] {
  const touched = touchedJourneys(changedFiles(since), specs())
  const ofChange = (project: Project): Group => vitestGroup(project, ['--changed', since])
  return [
    ...afterBuild([...journeys(touched), ofChange('process')]),
    ...withoutBuild.map((project) => [ofChange(project)]),
  ]
}

function chosen(): Chain[] {
  if (first === undefined) return everything()
  if (first === '--checks') return checks.map((group) => [group])
  if (first === '--changed') return changed(rest[0])
  return matching([first, ...rest])
}

// Ends what runs and removes its files, which a signal alone does not.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

rmSync(resultsFolder, { recursive: true, force: true })
mkdirSync(logsFolder, { recursive: true })
const chains = chosen()
if (chains.length === 0) {
  process.stderr.write(`No check and no test matches ${[first, ...rest].join(' ')}.\n`)
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
const groups = await runGroups(chains)
writeFileSync(join(logsFolder, 'slowest-files.log'), slowestFiles(groups))
printEnd(groups, (performance.now() - startedAt) / 1000)
const results = groups.flatMap((group) => group.results)
const succeeded = countOf(results, 'passed') + countOf(results, 'flaky')
process.exit(succeeded > 0 && countOf(results, 'failed') === 0 ? 0 : 1)
