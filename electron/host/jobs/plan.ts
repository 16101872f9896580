import type { Job, JobProgress } from '#contract/jobs/jobs.ts'
import type { PacePoint } from '#domain/jobs/job.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'

export type JobReport =
  | { progress: Partial<JobProgress>; complete?: boolean | null; isFull?: boolean }
  | { failure: CallFailure }

/** `job` is its state when the run started. */
export interface JobRun {
  connection: Connection
  signal: AbortSignal
  job: Job
}

/** How a noun runs its job. */
export interface JobPlan {
  /**
   * Continues after the previous run. It ends soon after the signal aborts, and what it reports
   * until then counts. It ends without a failure once everything is read.
   */
  run(run: JobRun): AsyncIterable<JobReport>
  /** Called once everything is read. */
  done?(job: Job): void
  /** Writes the job within a transaction. A job without this stays in memory only. */
  save?(job: Job): void
  /** Deletes what was read, when a person cancels the job. */
  discard?(job: Job): void
  /** The job waits while the connection is down, and resumes by itself. */
  waits?: boolean
  /**
   * The job stays until its noun forgets it. Other jobs are forgotten after nobody asks for them
   * for half an hour.
   */
  stays?: boolean
}

/** A job with its runs. */
export interface HeldJob {
  job: Job
  readonly plan: JobPlan
  points: readonly PacePoint[]
  stop: AbortController
  run: Promise<void>
  callOff: () => void
  lookedAt: number
  /** The run ends, and the job cannot be found any more. */
  isForgotten: boolean
}
