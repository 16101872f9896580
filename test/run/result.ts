/** How one test or one check ended; *flaky* failed at first and passed alone. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'flaky'

export interface TestResult {
  /** The test's file, from the project's root; null for a check. */
  file: string | null
  /** The titles of its groups and its own; for a journey the shell that it ran in comes first. */
  title: string
  outcome: Outcome
  seconds: number
  /** What it said when it failed, else empty. */
  message: string
  /** Pictures and traces of a failed test: paths from the project's root. */
  attachments: string[]
}

/** A group of tests or one check, as one line of the run shows it. */
export interface Group {
  name: string
  run(): Promise<TestResult[]>
  /** The groups after it in its chain cannot run when it fails. */
  isNeeded?: boolean
  /** Runs failed tests once more, with nothing beside them. A group without this is never repeated. */
  runAgain?(failed: readonly TestResult[]): Promise<TestResult[]>
}

export interface GroupResult {
  name: string
  results: TestResult[]
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
