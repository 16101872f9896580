import { Worker } from 'node:worker_threads'
import type { JobName, JobOutcome, Jobs } from './jobs.ts'

/** Beside this module, in the sources as in the bundle (electron.vite.config.ts). */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './thread.ts' : './worker-thread.js',
  import.meta.url,
)

/** The thread ends when it had nothing to do for this long: it holds 30 MB. */
const idleMs = 30_000

export interface JobOrder {
  id: number
  name: JobName
  input: unknown
}

interface WaitingJob extends JobOrder {
  resolve(value: unknown): void
  reject(cause: Error): void
}

type Input<Name extends JobName> = Parameters<Jobs[Name]>[0]
type Output<Name extends JobName> = ReturnType<Jobs[Name]>

/**
 * A thread for heavy work on plain values, so that taps and events never wait for it. It starts
 * with the first job. Where no thread can start, this one does the work.
 */
export class WorkerThread {
  readonly #program: URL
  readonly #jobs = new Map<number, WaitingJob>()
  #thread: Worker | null = null
  /** Whether a thread said that its program is loaded. */
  #works = false
  #isOut = false
  #nextId = 1
  #idle: NodeJS.Timeout | undefined

  constructor(where = program) {
    this.#program = where
  }

  get isBusy(): boolean {
    return this.#jobs.size > 0
  }

  /** Jobs are done in their order. Rejects if the job fails, or the thread ends while it works. */
  run<Name extends JobName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    return new Promise((resolve, reject) => {
      const job: WaitingJob = {
        ...{ id: this.#nextId++, name, input, reject },
        resolve: (value) => resolve(value as Output<Name>),
      }
      // It throws if the input isn't plain; then there is no job.
      this.#give(job)
      this.#jobs.set(job.id, job)
    })
  }

  #give(job: WaitingJob): void {
    const { id, name, input } = job
    if (this.#isOut) void this.#runHere(job)
    else this.#started().postMessage({ id, name, input } satisfies JobOrder)
  }

  #started(): Worker {
    clearTimeout(this.#idle)
    if (this.#thread !== null) {
      this.#thread.ref()
      return this.#thread
    }
    const thread = new Worker(this.#program)
    this.#thread = thread
    thread.on('message', (outcome: JobOutcome & { id: number }) => {
      this.#works = true
      this.#settle(outcome.id, outcome)
    })
    thread.on('error', (cause) => this.#lose(thread, cause as Error))
    thread.on('exit', () => this.#lose(thread, new Error('the thread ended')))
    return thread
  }

  #settle(id: number, outcome: JobOutcome): void {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    if ('error' in outcome) job?.reject(new Error(outcome.error))
    else job?.resolve(outcome.value)
    if (this.#jobs.size > 0 || this.#thread === null) return
    // Nothing waits for it, so the process may end.
    this.#thread.unref()
    this.#idle = setTimeout(() => this.#end(), idleMs).unref()
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = null
    void thread?.terminate()
  }

  /** The thread ended: by itself when idle, or in the middle of a job, which then fails. */
  #lose(thread: Worker, cause: Error): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#isOut = !this.#works
    const [current, ...others] = this.#jobs.values()
    if (this.#isOut) process.emitWarning(`No worker thread: ${cause.message}`)
    if (!this.#isOut && current !== undefined) {
      this.#jobs.delete(current.id)
      current.reject(cause)
    }
    const again = this.#isOut && current !== undefined ? [current, ...others] : others
    for (const job of again) this.#give(job)
  }

  async #runHere({ id, name, input }: WaitingJob): Promise<void> {
    const { runJob } = await import('./jobs.ts')
    this.#settle(id, runJob(name, input))
  }
}

/** The process's own, like the threads of Node itself. */
export const worker = new WorkerThread()

/** Another one for whole files: a copy takes seconds on a slow disk, and events don't wait for it. */
export const fileWorker = new WorkerThread()
