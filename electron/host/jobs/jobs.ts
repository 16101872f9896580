import { operations } from '#contract/index.ts'
import { jobsContract, type Job, type JobProgress, type JobSteering } from '#contract/jobs.ts'
import { fail, ok, type AppError, type Result } from '#contract/result.ts'
import {
  canSteer,
  isUnderWay,
  newJob,
  paceOf,
  isTemporaryFailure,
  withPoint,
  type PacePoint,
} from '#domain/jobs/job.ts'
import { appError, type CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { isoNow } from '../clock.ts'
import { isStorageError } from '../db/open.ts'
import { defineNoun, type Context } from '../noun.ts'

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
  keep?(job: Job): void
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

interface Held {
  job: Job
  plan: JobPlan
  points: readonly PacePoint[]
  stop: AbortController
  run: Promise<void>
  callOff: () => void
  lookedAt: number
  /** The run ends, and the job cannot be found any more. */
  isForgotten: boolean
}

/** The jobs that one operation starts, each with a value of their noun. */
export interface JobsOf<StoredValue> {
  /** Starts a job. A job that is `known` from before a restart continues if it was under way. */
  start(plan: JobPlan, stored: StoredValue, known?: Job): Job
  /** Null if the job was forgotten. */
  find(id: string): { job: Job; stored: StoredValue } | null
  /** Removes the job. Resolves when its run has ended. */
  forget(id: string): Promise<void>
}

const forgottenAfterMs = 30 * 60_000
const patience = { firstMs: 5_000, longestMs: 60_000 }

/** The error of the disk or the database; null if the cause is a bug. */
function storageError(cause: unknown): AppError | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isOfDisk = isStorageError(cause) || (code !== '' && !code.startsWith('ERR_'))
  return isOfDisk ? { code: 'storage', detail: code } : null
}

/** The noun of jobs: long lists that the host reads from the platform in several parts. */
export const jobs = defineNoun(jobsContract, {
  create(context) {
    const { clock } = context
    const all = new Map<string, Held>()
    /** Screens receive the newest state of each job once per turn. */
    const touched = new Set<string>()
    const { go, move } = createRunner(context, (id) => {
      touched.add(id)
      context.changed()
    })

    /** Resolves once the run has ended. */
    function halt(held: Held): Promise<void> {
      held.callOff()
      held.stop.abort()
      return held.run
    }

    async function forget(id: string): Promise<void> {
      const held = all.get(id)
      if (held === undefined) return
      held.isForgotten = true
      await halt(held)
      all.delete(id)
    }

    async function steer(held: Held, how: JobSteering): Promise<Result<null>> {
      // The job may end while it is being paused, or another screen may steer it.
      const isLate = (): boolean => held.isForgotten || !canSteer(held.job, how)
      if (isLate()) return fail('too-late')
      do await halt(held)
      // Another screen may resume it meanwhile.
      while (!held.stop.signal.aborted)
      if (isLate()) return fail('too-late')
      if (how === 'cancel') held.plan.discard?.(held.job)
      const [state, endedAt] = {
        pause: ['paused', null] as const,
        resume: ['running', null] as const,
        cancel: ['cancelled', isoNow(clock)] as const,
      }[how]
      move(held, { state, endedAt, error: null })
      if (how === 'resume') go(held)
      return ok(null)
    }

    return {
      handlers: {
        'jobs.steer'({ jobId, how }, { role }) {
          const held = all.get(jobId)
          if (held === undefined) return fail('not-found')
          if (!operations[held.job.startedBy].roles.includes(role)) return fail('not-allowed')
          return steer(held, how)
        },
      },
      api: {
        of<StoredValue>(startedBy: Job['startedBy']): JobsOf<StoredValue> {
          const storedOf = new WeakMap<Held, StoredValue>()
          return {
            start(plan, stored, known) {
              const job =
                known === undefined
                  ? newJob(context.newId(), startedBy, isoNow(clock))
                  : { ...known, ...paceOf([], known) }
              const held: Held = {
                job,
                plan,
                points: [],
                stop: new AbortController(),
                run: Promise.resolve(),
                callOff: () => undefined,
                lookedAt: clock.monotonic(),
                isForgotten: false,
              }
              storedOf.set(held, stored)
              if (known === undefined) move(held, {})
              all.set(job.id, held)
              if (isUnderWay(job)) go(held)
              return held.job
            },
            find(id) {
              const held = all.get(id)
              const stored = held && storedOf.get(held)
              if (held === undefined || held.isForgotten || stored === undefined) return null
              held.lookedAt = clock.monotonic()
              return { job: held.job, stored }
            },
            forget,
          }
        },
      },
      changes() {
        const found = [...touched].flatMap((id) => all.get(id) ?? [])
        touched.clear()
        return found
          .filter(({ isForgotten }) => !isForgotten)
          .map(({ job }) => ({ type: 'jobs.changed', job }))
      },
      catchUp() {
        for (const [id, { plan, lookedAt }] of all)
          if (plan.stays !== true && clock.monotonic() - lookedAt > forgottenAfterMs)
            void forget(id)
      },
      close: () => Promise.all([...all.keys()].map(forget)),
    }
  },
})

function createRunner(context: Context, touch: (id: string) => void) {
  const { log, clock, connection } = context
  function move(held: Held, change: Partial<Job>): void {
    const { plan } = held
    const next = { ...held.job, ...change }
    if (next.state !== 'running') held.points = []
    const job = { ...next, ...paceOf(held.points, next) }
    if (plan.keep !== undefined) context.db.transact(() => plan.keep?.(job))
    held.job = job
    touch(job.id)
  }

  function end(held: Held, state: 'stopped' | 'full' | 'done', error: AppError | null): void {
    move(held, { state, error, endedAt: isoNow(clock) })
    const { startedBy, items } = held.job
    log.info('job ended', { startedBy, state, code: error?.code, items })
  }

  function failed(held: Held, failure: CallFailure): void {
    const error = appError(failure)
    if (held.plan.waits !== true || !isTemporaryFailure(failure)) return end(held, 'stopped', error)
    move(held, { state: 'waiting', error })
    held.callOff = clock.after(context.backOff.after(failure, patience), () => go(held))
  }

  function broken(held: Held, cause: unknown): void {
    const { startedBy } = held.job
    const stored = storageError(cause)
    if (stored === null)
      log.error('bug', { in: startedBy, cause: cause instanceof Error ? cause.stack : null })
    const error = stored ?? { code: 'internal', detail: startedBy }
    try {
      end(held, 'stopped', error)
    } catch {
      // The database does not accept the job either, but the screens must still receive its error.
      held.job = { ...held.job, state: 'stopped', error }
      touch(held.job.id)
    }
  }

  async function run(held: Held, { signal }: AbortController): Promise<void> {
    const { plan, job } = held
    if (connection === null) {
      end(held, 'stopped', { code: 'unauthorised', reason: 'no-token' })
      return
    }
    const point = (items: number): void => {
      held.points = withPoint(held.points, { at: clock.monotonic(), items })
    }
    held.points = []
    point(job.items)
    let last: JobReport | null = null
    for await (const report of plan.run({ connection, signal, job })) {
      last = report
      if ('failure' in report) break
      if (plan.waits === true) context.backOff.answered()
      const { progress, complete = null, isFull = false } = report
      point(progress.items ?? held.job.items)
      move(held, { ...progress, state: 'running', complete, error: null })
      if (isFull) break
    }
    if (signal.aborted) return
    if (last !== null && 'failure' in last) failed(held, last.failure)
    else if (last?.isFull === true) end(held, 'full', null)
    else {
      plan.done?.(held.job)
      end(held, 'done', null)
    }
  }

  function go(held: Held): void {
    const stop = new AbortController()
    held.stop = stop
    // Run in the next turn, so that the caller has the job before it reports anything.
    held.run = Promise.resolve()
      .then(() => run(held, stop))
      .catch((cause: unknown) => broken(held, cause))
  }

  return { move, go }
}
