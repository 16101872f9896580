import type { FileTime } from './cpu/file-times.ts'

/** How a test or check ended; *flaky* failed at first and passed alone. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'flaky'

export interface TestResult {
  /** The test's file, from the project's root; null for a check. */
  file: string | null
  /** The titles of its groups and its own; a journey begins with its shell. */
  title: string
  outcome: Outcome
  seconds: number
  message: string
  /** Pictures and traces of a failed test: paths from the project's root. */
  attachments: string[]
}

/** What a run of a group gives. */
export interface GroupRun {
  results: TestResult[]
  /** CPU seconds of its processes; 0 where they can't be measured. */
  cpuSeconds: number
  /** CPU seconds of its files or journeys, as far as they are measured one by one. */
  files: FileTime[]
}

/** A group of tests or one check: one line of the output. */
export interface Group {
  name: string
  run(): Promise<GroupRun>
  /** What has to succeed first; if it fails, this group doesn't run. */
  after?: Group
  /** Runs failed tests once more, alone. A group without this is never repeated. */
  runAgain?(failed: readonly TestResult[]): Promise<TestResult[]>
}

export interface GroupResult extends GroupRun {
  name: string
  seconds: number
}

/** A failure that no test reported, such as a suite that ended before it wrote its report. */
export const failedOutside = (title: string, message: string): TestResult => ({
  file: null,
  title,
  outcome: 'failed',
  seconds: 0,
  message,
  attachments: [],
})

export const countOf = (results: readonly TestResult[], outcome: Outcome): number =>
  results.filter((result) => result.outcome === outcome).length
