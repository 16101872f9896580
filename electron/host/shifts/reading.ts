import type { AppError } from '#contract/result.ts'
import type { ShiftReading } from '#contract/shifts/shifts.ts'
import type { WirePayment } from '#domain/shifts/payments.ts'
import { appError } from '#platform/call/failure.ts'
import type { PageStart, PageStep } from '#platform/lists/page.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** What a reading is made of. What `before` and `after` answer stops it; both are asked again where it goes on. */
export interface ReadingSteps {
  /** Only until it has succeeded. */
  before?(signal: AbortSignal): Promise<AppError | null>
  /** Each page is put where it belongs before it is told. */
  pages(start: PageStart | null, signal: AbortSignal): AsyncIterable<PageStep<WirePayment>>
  after(signal: AbortSignal): Promise<AppError | null>
  /** All of it is read. */
  done(): void
}

interface ReadingDeps {
  clock: Clock
  log: Log
  told(state: ShiftReading): void
}

/** A reading of payments under way: it can be stopped where it is, and goes on from there. */
export interface Reading {
  readonly state: ShiftReading
  /** Answers false where nothing is under way. */
  cancel(): boolean
  /** Answers false where it is under way, or done. */
  resume(): boolean
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

const bug: AppError = { code: 'internal' }

/** Begins to read. */
export function beginReading(steps: ReadingSteps, { clock, log, told }: ReadingDeps): Reading {
  let state: ShiftReading = {
    state: 'reading',
    pages: 0,
    totalPages: null,
    payments: 0,
    leftOut: 0,
    missing: 0,
    error: null,
    startedAt: isoNow(clock),
    endedAt: null,
    complete: null,
  }
  let start: PageStart | null = null
  let hasBegun = false
  let arePagesRead = false
  let running = new AbortController()

  function move(next: Partial<ShiftReading>): void {
    state = { ...state, ...next }
    told(state)
  }

  function end(how: 'stopped' | 'cancelled' | 'done', error: AppError | null = null): void {
    move({ state: how, error, endedAt: isoNow(clock) })
  }

  /** Answers what stopped it. */
  async function readPages(signal: AbortSignal): Promise<AppError | null> {
    const { pages, payments, leftOut } = state
    for await (const step of steps.pages(start, signal)) {
      start = step.resume
      if (!step.ok) return appError(step.failure)
      move({
        pages: pages + step.progress.pages,
        payments: payments + step.progress.items,
        leftOut: leftOut + step.progress.leftOut,
        totalPages: step.progress.totalPages ?? state.totalPages,
        complete: step.complete,
      })
      if (signal.aborted) return null
    }
    arePagesRead = !signal.aborted
    return null
  }

  async function run(signal: AbortSignal): Promise<void> {
    const isStopped = (error: AppError | null): boolean => {
      if (signal.aborted) end('cancelled')
      else if (error !== null) end('stopped', error)
      return signal.aborted || error !== null
    }
    if (!hasBegun && isStopped((await steps.before?.(signal)) ?? null)) return
    hasBegun = true
    if (!arePagesRead && isStopped(await readPages(signal))) return
    if (isStopped(await steps.after(signal))) return
    steps.done()
    end('done')
  }

  function begin(): Promise<void> {
    running = new AbortController()
    told(state)
    return run(running.signal).catch((cause: unknown) => {
      log.error('bug', { in: 'shifts', cause: cause instanceof Error ? cause.stack : null })
      end('stopped', bug)
    })
  }

  // A turn of its own: whoever begins it has to hold it before it tells anything.
  let under = Promise.resolve().then(begin)
  return {
    get state() {
      return state
    },
    cancel() {
      if (state.state !== 'reading') return false
      running.abort()
      return true
    },
    resume() {
      if (state.state === 'reading' || state.state === 'done') return false
      move({ state: 'reading', error: null, endedAt: null })
      under = under.then(begin)
      return true
    },
    settled: () => under,
  }
}
