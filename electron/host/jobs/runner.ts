import type { Job, JobSteering } from '#contract/jobs/jobs.ts'
import { type AppError, fail, ok, type Result } from '#contract/shared/result.ts'
import {
  isTemporaryFailure,
  paceOf,
  withPoint,
  canSteer,
  isUnderWay,
  newJob,
} from '#domain/jobs/job.ts'
import { appError, type CallFailure } from '#platform/call/failure.ts'
import { stampNow } from '../clock/clock.ts'
import { isStorageError } from '../db/open.ts'
import type { Context } from '../noun.ts'
import type { HeldJob, JobReport, JobPlan } from './plan.ts'

const forgottenAfterMs = 30 * 60_000

/** Every job of the host, in memory. */
export class HeldJobs {
  readonly #context: Context
  readonly #runner: JobRunner
  readonly #all = new Map<string, HeldJob>()
  /** Screens receive the newest state of each job once per turn. */
  readonly #touched = new Set<string>()

  constructor(context: Context) {
    this.#context = context
    this.#runner = new JobRunner(context, (id) => {
      this.#touched.add(id)
      context.changed()
    })
  }

  get(id: string): HeldJob | null {
    return this.#all.get(id) ?? null
  }

  /** A job from `before` a restart continues if it was under way. */
  add(plan: JobPlan, startedBy: Job['startedBy'], before: Job | undefined): HeldJob {
    const { clock, newId } = this.#context
    const held: HeldJob = {
      job:
        before === undefined
          ? newJob(newId(), startedBy, stampNow(clock))
          : { ...before, ...paceOf([], before) },
      plan,
      points: [],
      stop: new AbortController(),
      run: Promise.resolve(),
      callOff: () => undefined,
      lookedAt: clock.monotonic(),
      isForgotten: false,
    }
    if (before === undefined) this.#runner.move(held, {})
    this.#all.set(held.job.id, held)
    if (isUnderWay(held.job)) this.#runner.go(held)
    return held
  }

  async steer(held: HeldJob, how: JobSteering): Promise<Result<null>> {
    if (isLate(held, how)) return fail('too-late')
    do await halt(held)
    // Another screen may resume it meanwhile.
    while (!held.stop.signal.aborted)
    if (isLate(held, how)) return fail('too-late')
    if (how === 'cancel') held.plan.discard?.(held.job)
    const endedAt = how === 'cancel' ? stampNow(this.#context.clock) : null
    this.#runner.move(held, { state: stateAfter[how], endedAt, error: null })
    if (how === 'resume') this.#runner.go(held)
    return ok(null)
  }

  /** Removes the job. Resolves when its run has ended. */
  async forget(id: string): Promise<void> {
    const held = this.#all.get(id)
    if (held === undefined) return
    held.isForgotten = true
    await halt(held)
    this.#all.delete(id)
  }

  /** Removes those that nobody asked for in half an hour. */
  forgetUnused(): void {
    const now = this.#context.clock.monotonic()
    for (const [id, { plan, lookedAt }] of this.#all)
      if (plan.stays !== true && now - lookedAt > forgottenAfterMs) void this.forget(id)
  }

  async forgetAll(): Promise<void> {
    await Promise.all([...this.#all.keys()].map((id) => this.forget(id)))
  }

  /** The jobs that changed since the last call. */
  drainChanged(): Job[] {
    const changed = [...this.#touched].flatMap((id) => this.#all.get(id) ?? [])
    this.#touched.clear()
    return changed.filter(({ isForgotten }) => !isForgotten).map(({ job }) => job)
  }
}

const stateAfter = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const

/** The job may end while it is being paused, or another screen may steer it. */
const isLate = (held: HeldJob, how: JobSteering): boolean =>
  held.isForgotten || !canSteer(held.job, how)

/** Resolves once the run has ended. */
function halt(held: HeldJob): Promise<void> {
  held.callOff()
  held.stop.abort()
  return held.run
}

const patience = { firstMs: 5_000, maxMs: 60_000 }

type RunnerContext = Pick<Context, 'db' | 'log' | 'clock' | 'connection' | 'backOff'>

/** The error of the disk or the database; null if the cause is a bug. */
function storageError(cause: unknown): AppError | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isOfDisk = isStorageError(cause) || (code !== '' && !code.startsWith('ERR_'))
  return isOfDisk ? { code: 'storage', detail: code } : null
}

/** Runs jobs, and records what each run reports. */
export class JobRunner {
  readonly #context: RunnerContext
  /** The screens don't have its newest state. */
  readonly #touch: (jobId: string) => void

  constructor(context: RunnerContext, touch: (jobId: string) => void) {
    this.#context = context
    this.#touch = touch
  }

  /** Changes the state of a job. */
  move(held: HeldJob, change: Partial<Job>): void {
    const { plan } = held
    const next = { ...held.job, ...change }
    if (next.state !== 'running') held.points = []
    const job = { ...next, ...paceOf(held.points, next) }
    if (plan.save !== undefined) this.#context.db.transact(() => plan.save?.(job))
    held.job = job
    this.#touch(job.id)
  }

  go(held: HeldJob): void {
    const stop = new AbortController()
    held.stop = stop
    // Run in the next turn, so that the caller has the job before it reports anything.
    held.run = Promise.resolve()
      .then(() => this.#run(held, stop.signal))
      .catch((cause: unknown) => this.#endBroken(held, cause))
  }

  async #run(held: HeldJob, signal: AbortSignal): Promise<void> {
    if (this.#context.connection === null) {
      this.#end(held, 'stopped', { code: 'unauthorised', reason: 'no-token' })
      return
    }
    const last = await this.#recordReports(held, signal, this.#context.connection)
    if (signal.aborted) return
    if (last !== null && 'failure' in last) this.#fail(held, last.failure)
    else if (last?.isFull === true) this.#end(held, 'full', null)
    else {
      held.plan.done?.(held.job)
      this.#end(held, 'done', null)
    }
  }

  /** Returns the last report. */
  async #recordReports(
    held: HeldJob,
    signal: AbortSignal,
    connection: NonNullable<Context['connection']>,
  ): Promise<JobReport | null> {
    const { plan, job } = held
    held.points = []
    this.#addPoint(held, job.items)
    let last: JobReport | null = null
    for await (const report of plan.run({ connection, signal, job })) {
      last = report
      if ('failure' in report) break
      if (plan.waits === true) this.#context.backOff.answered()
      const { progress, complete = null, isFull = false } = report
      this.#addPoint(held, progress.items ?? held.job.items)
      this.move(held, { ...progress, state: 'running', complete, error: null })
      if (isFull) break
    }
    return last
  }

  #addPoint(held: HeldJob, items: number): void {
    held.points = withPoint(held.points, { at: this.#context.clock.monotonic(), items })
  }

  #fail(held: HeldJob, failure: CallFailure): void {
    const { clock, backOff } = this.#context
    const error = appError(failure)
    if (held.plan.waits !== true || !isTemporaryFailure(failure)) {
      this.#end(held, 'stopped', error)
      return
    }
    this.move(held, { state: 'waiting', error })
    held.callOff = clock.after(backOff.after(failure, patience), () => this.go(held))
  }

  #endBroken(held: HeldJob, cause: unknown): void {
    const { startedBy } = held.job
    const storage = storageError(cause)
    if (storage === null) {
      const stack = cause instanceof Error ? cause.stack : null
      this.#context.log.error('bug', { in: startedBy, cause: stack })
    }
    const error = storage ?? { code: 'internal', detail: startedBy }
    try {
      this.#end(held, 'stopped', error)
    } catch {
      // The database does not accept the job either, but the screens must still receive its error.
      held.job = { ...held.job, state: 'stopped', error }
      this.#touch(held.job.id)
    }
  }

  #end(held: HeldJob, state: 'stopped' | 'full' | 'done', error: AppError | null): void {
    const { clock, log } = this.#context
    this.move(held, { state, error, endedAt: stampNow(clock) })
    const { startedBy, items } = held.job
    log.info('job ended', { startedBy, state, code: error?.code, items })
  }
}
