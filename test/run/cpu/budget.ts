import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '#cli/build.ts'
import { failedOutside, type GroupResult, type TestResult } from '../result.ts'
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

/** What is above this is printed: no two runs take the same time. */
const tolerance = 1.1

/**
 * A group that takes more than this fails the quick run. A machine that is busy elsewhere slows
 * browsers and the start of processes by half more than the fixed work.
 */
const farOver = 2

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

/** Something over its line. */
export interface Overspent {
  name: string
  /** How often it takes its line. */
  times: number
  /** A sentence for the person who reads the run's output. */
  advice: string
}

function overspent(name: string, spent: number, allowed: number, advice: string): Overspent[] {
  if (spent <= allowed * tolerance) return []
  const figures = `${spent.toFixed(1)} CPU s at the budget’s speed, where ${allowed.toFixed(1)} are allowed.`
  return [{ name, times: spent / allowed, advice: `${figures} ${advice}` }]
}

const cheaper = 'Make it cheaper, move it to the full run, or raise its line in test/budget.json.'
const explain = 'Make it cheaper, or give it a line in test/budget.json that says why it is dear.'

/**
 * What a measured CPU second is at the budget's speed: less on a slower machine, and never more,
 * because the fixed work gets faster by chance, too.
 */
export const scaleOf = (budget: Budget, fixedWorkMilliseconds: number): number =>
  Math.min(1, budget.fixedWorkMilliseconds / fixedWorkMilliseconds)

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

/** Each group, file and journey that costs more than it may. */
export function overBudget(
  groups: readonly GroupResult[],
  budget: Budget,
  run: 'quick' | 'all',
  fixedWorkMilliseconds: number,
): { groups: Overspent[]; files: Overspent[] } {
  const scale = scaleOf(budget, fixedWorkMilliseconds)
  return {
    groups: [...spentByLine(groups)].flatMap(([line, spent]) => {
      const allowed = budget[run][line]
      const advice = 'This group has no line in test/budget.json.'
      if (allowed === undefined) return [{ name: line, times: Infinity, advice }]
      return overspent(line, spent * scale, allowed, cheaper)
    }),
    files: groups.flatMap(({ files }) =>
      files.flatMap((time) => {
        const advice = budget.dear[nameOf(time)] === undefined ? explain : cheaper
        return overspent(nameOf(time), time.seconds * scale, allowedFor(time, budget), advice)
      }),
    ),
  }
}

/** The groups so far over their lines that the run fails, as failed tests. */
export const failedByBudget = (groups: readonly Overspent[]): TestResult[] =>
  groups
    .filter(({ times }) => times > farOver)
    .map(({ name, advice }) => failedOutside(name, advice))
