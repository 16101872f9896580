import type { AppError } from '#contract/result.ts'
import type { ShiftReading } from '#contract/shifts/shifts.ts'
import type { WirePayment } from '#domain/shifts/payments.ts'
import { appError } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { PageStart, PageStep } from '#platform/lists/page.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'

/** What a reading is made of. An error that `before` or `after` answers stops it; `after` is asked again when it goes on. */
interface ReadingSteps {
  /** Asked until it succeeds, once. */
  before?(connection: Connection, signal: AbortSignal): Promise<AppError | null>
  /** Puts each page where it belongs before it yields it. */
  pages(
    connection: Connection,
    start: PageStart | null,
    signal: AbortSignal,
  ): AsyncIterable<PageStep<WirePayment>>
  after(connection: Connection, signal: AbortSignal): Promise<AppError | null>
  /** All of it is read. */
  done(): void
  /** Each time the state changes. */
  told(state: ShiftReading): void
}

const bug: AppError = { code: 'internal' }
const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

/** Starts a reading of payments. It can be stopped where it is, and goes on from there. */
export function startReading({ connection, clock, log }: Context, steps: ReadingSteps) {
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
    steps.told(state)
  }

  function end(how: 'stopped' | 'cancelled' | 'done', error: AppError | null = null): void {
    move({ state: how, error, endedAt: isoNow(clock) })
  }

  /** Answers what stopped it; null where nothing did. */
  async function readPages(from: Connection, signal: AbortSignal): Promise<AppError | null> {
    const { pages, payments, leftOut } = state
    for await (const step of steps.pages(from, start, signal)) {
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
    if (connection === null) {
      isStopped(noToken)
      return
    }
    if (!hasBegun && isStopped((await steps.before?.(connection, signal)) ?? null)) return
    hasBegun = true
    if (!arePagesRead && isStopped(await readPages(connection, signal))) return
    if (isStopped(await steps.after(connection, signal))) return
    steps.done()
    end('done')
  }

  function begin(): Promise<void> {
    running = new AbortController()
    steps.told(state)
    return run(running.signal).catch((cause: unknown) => {
      log.error('bug', { in: 'shifts', cause: cause instanceof Error ? cause.stack : null })
      end('stopped', bug)
    })
  }

  // In a turn of its own, so that the caller has the reading before it hears of its state.
  let under = Promise.resolve().then(begin)
  return {
    get state() {
      return state
    },
    /** Answers false where nothing is under way. */
    cancel() {
      if (state.state !== 'reading') return false
      running.abort()
      return true
    },
    /** Answers false where it is under way, or done. */
    resume() {
      if (state.state === 'reading' || state.state === 'done') return false
      move({ state: 'reading', error: null, endedAt: null })
      under = under.then(begin)
      return true
    },
    /** Resolves when nothing is under way. */
    settled: () => under,
  }
}
export type Reading = ReturnType<typeof startReading>
