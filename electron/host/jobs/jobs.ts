import type { Caller } from '#contract/shared/caller.ts'
import { operations, type HostEvent, type Output } from '#contract/index.ts'
import { jobsContract, type Job } from '#contract/jobs/jobs.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import type { Clock } from '../clock/clock.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { HeldJobs } from './runner.ts'
import type { HeldJob, JobPlan } from './plan.ts'

export type { JobPlan, JobReport, JobRun } from './plan.ts'

/** The jobs that one operation starts, each with a value of their noun. */
export class JobsOf<StoredValue> {
  readonly #startedBy: Job['startedBy']
  readonly #jobs: HeldJobs
  readonly #clock: Clock
  readonly #storedOf = new WeakMap<HeldJob, StoredValue>()

  constructor(startedBy: Job['startedBy'], jobs: HeldJobs, clock: Clock) {
    this.#startedBy = startedBy
    this.#jobs = jobs
    this.#clock = clock
  }

  /** Starts a job. One from `before` a restart continues if it was under way. */
  start(plan: JobPlan, stored: StoredValue, before?: Job): Job {
    const held = this.#jobs.add(plan, this.#startedBy, before)
    this.#storedOf.set(held, stored)
    return held.job
  }

  /** Null if the job was forgotten. */
  find(id: string): { job: Job; stored: StoredValue } | null {
    const held = this.#jobs.get(id)
    const stored = held === null ? undefined : this.#storedOf.get(held)
    if (held === null || held.isForgotten || stored === undefined) return null
    held.lookedAt = this.#clock.monotonic()
    return { job: held.job, stored }
  }

  /** Removes the job. Resolves when its run has ended. */
  forget(id: string): Promise<void> {
    return this.#jobs.forget(id)
  }
}

/** Jobs: long lists that the host reads from the platform in several parts. */
class Jobs {
  readonly handlers: HandlersOf<'jobs'> = handlersOf(jobsContract, this)
  readonly #clock: Clock
  readonly #held: HeldJobs

  constructor(context: Context) {
    this.#clock = context.clock
    this.#held = new HeldJobs(context)
  }

  steer(
    { jobId, how }: Parsed<'jobs.steer'>,
    { role }: Caller,
  ): Result<never> | Promise<Result<Output<'jobs.steer'>>> {
    const held = this.#held.get(jobId)
    if (held === null) return fail('not-found')
    if (!operations[held.job.startedBy].roles.includes(role)) return fail('not-allowed')
    return this.#held.steer(held, how)
  }

  of<StoredValue>(startedBy: Job['startedBy']): JobsOf<StoredValue> {
    return new JobsOf(startedBy, this.#held, this.#clock)
  }

  changes(): HostEvent[] {
    return this.#held.drainChanged().map((job) => ({ type: 'jobs.changed', job }))
  }

  catchUp(): void {
    this.#held.forgetUnused()
  }

  close(): Promise<void> {
    return this.#held.forgetAll()
  }
}

/** The noun of jobs. */
export const jobs = defineNoun(jobsContract, {
  create: (context) => new Jobs(context),
})
