import { relative } from 'node:path'
import { root } from '#cli/build.ts'
import {
  checksLine,
  nameOf,
  scaleOf,
  spentByLine,
  type Budget,
  type Overspent,
} from './cpu/budget.ts'
import { countOf, type GroupResult, type Outcome, type TestResult } from './result.ts'
import { logsFolder } from './run-program.ts'

const maxMessageLines = 40

/** Clears the line that shows what is running. */
const clear = process.stdout.isTTY ? '\r\u001B[2K' : ''

const write = (text: string): void => void process.stdout.write(`${clear}${text}\n`)

/** Seconds as text: "48 s", "9 min 05 s". */
function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${String(whole)} s`
  return `${String(Math.floor(whole / 60))} min ${String(whole % 60).padStart(2, '0')} s`
}

/** "3 passed, 1 failed", without zeros. */
function counts(results: readonly TestResult[]): string {
  const order: Outcome[] = ['passed', 'flaky', 'failed', 'skipped']
  return order
    .map((outcome) => ({ outcome, count: countOf(results, outcome) }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${String(count)} ${outcome}`)
    .join(', ')
}

export function printGroup({ name, results, seconds }: GroupResult): void {
  const mark = countOf(results, 'failed') > 0 ? '✗' : '✓'
  write(`${mark} ${name.padEnd(26)} ${duration(seconds).padStart(12)}   ${counts(results)}`)
}

/** The line on a terminal with what is running now and for how long; overwritten each second. */
export function showRunning(running: ReadonlyMap<string, number>): () => void {
  if (!process.stdout.isTTY) return () => undefined
  const timer = setInterval(() => {
    const now = performance.now()
    const names = [...running].map(
      ([name, startedAt]) => `${name} ${duration((now - startedAt) / 1000)}`,
    )
    process.stdout.write(`${clear}  ${names.join(' · ')}`)
  }, 1000)
  return () => {
    clearInterval(timer)
    process.stdout.write(clear)
  }
}

function indented(text: string): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, maxMessageLines)
  const rest = lines.length - shown.length
  if (rest > 0) shown.push(`… ${String(rest)} more lines in the log file`)
  return shown.map((line) => `    ${line}`).join('\n')
}

function printTest(group: string, { file, title, message, attachments }: TestResult): void {
  write(`\n  ${[group, file, title].filter((each) => each !== null).join(' › ')}`)
  if (message !== '') write(indented(message))
  for (const path of attachments) write(`    ${path}`)
}

function printSection(heading: string, groups: readonly GroupResult[], outcome: Outcome): void {
  const tests = groups.flatMap(({ name, results }) =>
    results.filter((result) => result.outcome === outcome).map((result) => ({ name, result })),
  )
  if (tests.length === 0) return
  write(`\n${heading}`)
  for (const { name, result } of tests) printTest(name, result)
}

/** The slowest test files of a run, by the clock and by CPU time, as text for a log file. */
export function slowestFiles(groups: readonly GroupResult[]): string {
  const files = new Map<string, number>()
  for (const { file, seconds } of groups.flatMap(({ results }) => results))
    if (file !== null) files.set(file, (files.get(file) ?? 0) + seconds)
  const times = groups.flatMap((group) => group.files)
  return [
    'Seconds\n',
    ...dearest([...files], 50),
    '\nCPU seconds, where they can be told apart\n',
    ...dearest(
      times.map((time) => [nameOf(time), time.seconds]),
      200,
    ),
  ].join('')
}

const dearest = (all: readonly (readonly [string, number])[], max: number): string[] =>
  all
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)}  ${name}\n`)

/** CPU seconds in a column of the table. */
const column = (seconds: number | undefined): string =>
  (seconds === undefined ? '' : seconds.toFixed(0)).padStart(10)

/**
 * The table of CPU seconds by group: as measured, at the speed that the budget is for, and the
 * budget. Nothing where they can't be measured.
 */
export function printCosts(
  groups: readonly GroupResult[],
  budget: Budget,
  run: 'quick' | 'all' | 'some',
  fixedWorkMilliseconds: number,
): void {
  const sum = groups.reduce((all, { cpuSeconds }) => all + cpuSeconds, 0)
  if (sum === 0) return
  const scale = scaleOf(budget, fixedWorkMilliseconds)
  const lines = run === 'some' ? {} : budget[run]
  write(`\n  ${''.padEnd(26)}     CPU s    scaled    budget`)
  for (const { name, cpuSeconds } of groups.toSorted(
    (one, other) => other.cpuSeconds - one.cpuSeconds,
  ))
    write(
      `  ${name.padEnd(26)}${column(cpuSeconds)}${column(cpuSeconds * scale)}${column(lines[name])}`,
    )
  const ofChecks = spentByLine(groups).get(checksLine) ?? 0
  write(
    `  ${'all checks and the build'.padEnd(26)}${column(ofChecks)}${column(ofChecks * scale)}${column(lines[checksLine])}`,
  )
  const allowed = Object.values(lines).reduce((all, line) => all + line, 0)
  write(
    `  ${'in all'.padEnd(26)}${column(sum)}${column(sum * scale)}${column(run === 'some' ? undefined : allowed)}`,
  )
  write(
    `  The fixed work takes ${fixedWorkMilliseconds.toFixed(0)} ms here, ${String(budget.fixedWorkMilliseconds)} ms in the budget.`,
  )
}

/** What is over its line. */
export function printOverBudget(over: readonly Overspent[]): void {
  if (over.length > 0) write('\nOver the budget')
  for (const { name, advice } of over) write(`\n  ${name}\n    ${advice}`)
}

/** The end of a run: skipped, flaky and failed tests, the time, and the line with the counts. */
export function printEnd(groups: readonly GroupResult[], seconds: number): void {
  printSection('Skipped', groups, 'skipped')
  printSection('Flaky: failed, then passed alone. Fix these now.', groups, 'flaky')
  printSection('Failed', groups, 'failed')
  const all = groups.flatMap(({ results }) => results)
  const flaky = countOf(all, 'flaky')
  const note = flaky === 0 ? '' : ` ${String(flaky)} flaky.`
  write(`\nTook ${duration(seconds)}.${note} Logs: ${relative(root, logsFolder)}\n`)
  const passed = countOf(all, 'passed') + flaky
  write(
    `${String(passed)} passed, ${String(countOf(all, 'failed'))} failed, ${String(countOf(all, 'skipped'))} skipped`,
  )
}
