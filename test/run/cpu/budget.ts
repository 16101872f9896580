import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#web/build.ts'
import { failedOutside, type Group, type GroupResult, type TestResult } from '../result.ts'
import type { FileTime } from './file-times.ts'

const seconds = z.number().positive()

/** What a run may cost, in CPU seconds of a machine that does the fixed work in a known time. */
const budgetFile = z.strictObject({
  /** CPU milliseconds of the fixed work on the machine that the figures below are for. */
  fixedWorkMilliseconds: z.number().positive(),
  /** Each group of tests in the quick run and in the whole one, and all checks together. */
  quick: z.record(z.string(), seconds),
  all: z.record(z.string(), seconds),
  /** Each file or journey that is dearer than most, and why. */
  dear: z.record(z.string(), z.strictObject({ seconds, why: z.string().min(10) })),
})

export type Budget = z.infer<typeof budgetFile>

export const readBudget = (): Budget =>
  budgetFile.parse(JSON.parse(readFileSync(join(root, 'test/budget.json'), 'utf8')))

/** A run fails at more than this above its budget: no two runs take the same time. */
const tolerance = 1.1

/** CPU seconds that a file needs no line for. */
const freeFile = 3
const freeJourney = 12

/** How a file or a journey is named in the budget and in the log. */
export const nameOf = ({ file, title }: FileTime): string =>
  title === null ? file : `${file} › ${title}`

/** Tests of processes start programs, as journeys do. */
const freeOf = ({ file, title }: FileTime): number =>
  title === null && !file.endsWith('.process.test.ts') ? freeFile : freeJourney

/** What a file or a journey may cost. */
const allowedFor = (time: FileTime, budget: Budget): number =>
  budget.dear[nameOf(time)]?.seconds ?? freeOf(time)

function overspent(name: string, spent: number, allowed: number, advice: string): TestResult[] {
  if (spent <= allowed * tolerance) return []
  const figures = `${spent.toFixed(1)} CPU s at the budget’s speed, where ${allowed.toFixed(1)} are allowed.`
  return [failedOutside(name, `${figures} ${advice}`)]
}

const cheaper = 'Make it cheaper, move it to the full run, or raise its line in test/budget.json.'
const explain = 'Make it cheaper, or give it a line in test/budget.json that says why it is dear.'

/** What the lines of a run are held to. */
export interface Pace {
  /** CPU milliseconds of the fixed work in this run. */
  fixedWorkMilliseconds: number
  /**
   * What files take of their lines, the middle one of all. A machine that is busy elsewhere slows
   * browsers and disks more than the fixed work; then everything is over its line, not one file.
   */
  ofLines: number
}

/** Measures a run's pace by its own files. */
export function paceOf(
  groups: readonly GroupResult[],
  budget: Budget,
  fixedWorkMilliseconds: number,
): Pace {
  const bySpeed = Math.min(1, budget.fixedWorkMilliseconds / fixedWorkMilliseconds)
  const shares = groups
    .flatMap(({ files }) => files)
    .flatMap((time) => {
      const line = budget.dear[nameOf(time)]
      return line === undefined ? [] : [(time.seconds * bySpeed) / line.seconds]
    })
    .toSorted((one, other) => one - other)
  return { fixedWorkMilliseconds, ofLines: shares[Math.floor(shares.length / 2)] ?? 1 }
}

/**
 * What a measured CPU second is at the budget's speed: less on a slower machine, and never more,
 * because the fixed work gets faster by chance, too.
 */
export const scaleOf = (budget: Budget, { fixedWorkMilliseconds, ofLines }: Pace): number =>
  Math.min(1, budget.fixedWorkMilliseconds / fixedWorkMilliseconds) / Math.max(1, ofLines)

/** The groups with lines of their own; the others are checks, too small to be held one by one. */
const groupsOfTests = ['unit', 'component', 'component of the change', 'journeys', 'process']

/** The name of the line for all checks together, the build included. */
export const checksLine = 'checks'

/** CPU seconds by line of the budget. */
export function spentByLine(groups: readonly GroupResult[]): Map<string, number> {
  const spent = new Map<string, number>()
  for (const { name, cpuSeconds } of groups) {
    const line = groupsOfTests.includes(name) ? name : checksLine
    spent.set(line, (spent.get(line) ?? 0) + cpuSeconds)
  }
  return spent
}

/** More files over their lines are no coincidence: they aren't measured again. */
const mostMeasuredAgain = 20

/**
 * Measures files and journeys over their lines once more, alone, because among others some take
 * longer now and then. Of both figures the lower one counts.
 */
export async function measureOverAgain(
  groups: readonly Group[],
  results: readonly GroupResult[],
  budget: Budget,
  pace: Pace,
): Promise<GroupResult[]> {
  const scale = scaleOf(budget, pace)
  const isOver = (time: FileTime): boolean =>
    time.seconds * scale > allowedFor(time, budget) * tolerance
  const measured: GroupResult[] = []
  for (const result of results) {
    const over = result.files.filter(isOver)
    const group = groups.find(({ name }) => name === result.name)
    const few = over.length > 0 && over.length <= mostMeasuredAgain
    const again = few ? ((await group?.measureAgain?.(over)) ?? []) : []
    measured.push({ ...result, files: lowerOf(result.files, again) })
  }
  return measured
}

function lowerOf(first: readonly FileTime[], again: readonly FileTime[]): FileTime[] {
  const seconds = new Map(again.map((time) => [nameOf(time), time.seconds]))
  return first.map((time) => ({
    ...time,
    seconds: Math.min(time.seconds, seconds.get(nameOf(time)) ?? Infinity),
  }))
}

/** Each group, file and journey that costs more than it may, as a failed test. */
export function checkBudget(
  groups: readonly GroupResult[],
  budget: Budget,
  run: 'quick' | 'all',
  pace: Pace,
): TestResult[] {
  const scale = scaleOf(budget, pace)
  const ofGroups = [...spentByLine(groups)].flatMap(([line, spent]) => {
    const allowed = budget[run][line]
    if (allowed === undefined)
      return [failedOutside(line, 'This group has no line in test/budget.json.')]
    return overspent(line, spent * scale, allowed, cheaper)
  })
  const ofFiles = groups.flatMap(({ files }) =>
    files.flatMap((time) => {
      const advice = budget.dear[nameOf(time)] === undefined ? explain : cheaper
      return overspent(nameOf(time), time.seconds * scale, allowedFor(time, budget), advice)
    }),
  )
  return [...ofGroups, ...ofFiles]
}
