import type { Job } from '#contract/jobs/jobs.ts'
import type { WireShift } from '#domain/shifts/figures.ts'
import { ShiftPayments, type GatheredShift, type WirePayment } from '#domain/shifts/payments.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import { PaymentWindow, type Span } from '#domain/shifts/window.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { everyTabPayment } from '#platform/lists.ts'
import { readShift } from '#platform/tabs.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { JobPlan, JobReport, JobRun } from '../jobs/jobs.ts'
import { ListReader } from '../jobs/lists.ts'
import {
  rangeOf,
  readShiftExtras,
  addShiftPayments,
  type ShiftExtras,
  type CollectedShift,
} from './shift-lists.ts'

/** Assumed if the platform does not say when a shift began. */
const maxShiftMs = 3 * 24 * 3_600_000

function spanOf({ startedAt, endedAt }: WireShift, now: number): Span {
  const to = endedAt == null ? null : Date.parse(endedAt)
  return { from: startedAt == null ? (to ?? now) - maxShiftMs : Date.parse(startedAt), to }
}

/** What is needed to read the payments of a shift. */
export interface Opened {
  currency: ShiftCurrency
  timeZone: string
}

interface ShiftJobDeps {
  clock: Clock
  storeId: string
  shiftId: string
  opened: Opened
  /** What the search knows about the shift; null if it has not found it. */
  listed(): GatheredShift | null
  /** Everything is read. */
  onRead(collected: CollectedShift): void
}

interface Begun {
  /** ISO. */
  at: string
  shift: WireShift
  unread: number
  window: PaymentWindow
}

/** Reads one shift, its payments and what else it shows from the platform. */
export class ShiftJob implements JobPlan {
  readonly stays = true
  readonly #deps: ShiftJobDeps
  readonly #payments: ShiftPayments
  readonly #reader = new ListReader<WirePayment>()
  #begun: Begun | null = null
  #extras: ShiftExtras | null = null

  constructor(deps: ShiftJobDeps) {
    this.#deps = deps
    this.#payments = new ShiftPayments(deps.opened.currency.decimals)
  }

  async *run({ connection, signal }: JobRun): AsyncGenerator<JobReport> {
    const { clock, storeId } = this.#deps
    const begun = this.#begun ?? (await this.#begin(connection, signal))
    if ('failure' in begun) {
      yield begun
      return
    }
    this.#begun = begun
    const { shift, window } = begun
    for (let span = window.next(); span !== null; span = window.next()) {
      yield* this.#readSpan(span, window, connection, signal)
      if (signal.aborted) return
    }
    this.#extras = await readShiftExtras(connection, storeId, spanOf(shift, clock.now()), signal)
  }

  done(job: Job): void {
    const { opened, onRead } = this.#deps
    const [begun, extras, payments] = [this.#begun, this.#extras, this.#payments]
    if (begun !== null && extras !== null) {
      const { shift, unread: unreadOfShift, at: begunAt } = begun
      onRead({ ...opened, shift, unreadOfShift, payments, extras, begunAt, job })
    }
    payments.release()
  }

  async #begin(
    connection: Connection,
    signal: AbortSignal,
  ): Promise<Begun | { failure: CallFailure }> {
    const { clock, storeId, shiftId, listed } = this.#deps
    const at = isoNow(clock)
    const answer = await readShift(connection, { params: { storeId, shiftId } }, { signal })
    if (!answer.ok) return { failure: answer.failure }
    const shift = answer.value
    const now = clock.now()
    const window = new PaymentWindow(spanOf(shift, now), listed(), now)
    return { at, shift, unread: answer.unread?.length ?? 0, window }
  }

  async *#readSpan(
    span: Span,
    window: PaymentWindow,
    connection: Connection,
    signal: AbortSignal,
  ): AsyncGenerator<JobReport> {
    const { storeId, shiftId } = this.#deps
    const range = rangeOf(span)
    const reports = this.#reader.read(
      (start) => everyTabPayment(connection, storeId, range, { start, signal }),
      signal,
      (part) => addShiftPayments(part, shiftId, this.#payments, window),
    )
    for await (const report of reports)
      yield 'failure' in report || window.next() === null ? report : { ...report, complete: null }
  }
}
