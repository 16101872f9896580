import type { Job, JobSteering } from '#contract/jobs/jobs.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { canSteer, isUnderWay, newJob, paceOf } from '#domain/jobs/job.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import type { HeldJob, JobPlan } from './plan.ts'
import { JobRunner } from './runner.ts'

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
          ? newJob(newId(), startedBy, isoNow(clock))
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
    const endedAt = how === 'cancel' ? isoNow(this.#context.clock) : null
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
  takeChanged(): Job[] {
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
