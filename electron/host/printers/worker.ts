import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { encodePaper } from './encode.ts'
import { sendToPrinter, type Sent } from './send.ts'
import { isSameMachine, type KeptJob, type KeptPrinter, type PrintJobStore } from './store.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
const storageRetryMs = 5_000

/** Prints what waits: one job at a time on each printer, in the order in which they were given. */
export interface PrintWorker {
  /** Looks at what waits, in a later turn of the event loop: after a commit. */
  plan(): void
  /** Somebody has just given it a job, or changed where it is: it is tried at once. */
  hurry(printerId: string): void
  /** Whether the machine that is there now took a job since the start, and said nothing: after a crash nobody knows that. */
  wasSilent(jobId: string, printer: KeptPrinter): boolean
  /** Ends what is underway: what has begun is then found as unknown. */
  stop(): Promise<void>
}

interface WorkerDeps {
  db: Database
  jobs: PrintJobStore
  clock: Clock
  log: Log
  printers: () => readonly KeptPrinter[]
  /** Whether printers may be at any address and port. */
  isAnywhere: () => boolean
  /** A printer has said that it printed. */
  onAnswer(printer: KeptPrinter): void
  /** A job has changed. */
  changed(): void
}

export function createPrintWorker(deps: WorkerDeps): PrintWorker {
  const { db, jobs, clock, log } = deps
  const underway = new Map<string, Promise<void>>()
  /** Printers that could not be reached, and for how long they are left alone. */
  const resting = new Map<string, { waitMs: number; stop: (() => void) | null }>()
  /** Who took a job and said nothing. */
  const silent = new Map<string, KeptPrinter>()
  const stopping = new AbortController()
  let planned = false

  function keep(job: KeptJob): void {
    db.transact(() => jobs.put(job))
    deps.changed()
  }

  function rest(printerId: string, atLeastMs = 0): void {
    const before = resting.get(printerId)?.waitMs ?? 0
    const waitMs = Math.max(Math.min(before * 2 || firstWaitMs, longestWaitMs), atLeastMs)
    const stop = clock.after(waitMs, () => {
      resting.set(printerId, { waitMs, stop: null })
      plan()
    })
    resting.set(printerId, { waitMs, stop })
  }

  function outcome(job: KeptJob, printer: KeptPrinter, sent: Sent): void {
    silent.delete(job.id)
    switch (sent.kind) {
      case 'not-sent':
        rest(job.printerId)
        keep({ ...job, state: 'queued', trouble: sent.trouble })
        return
      case 'silent':
        silent.set(job.id, printer)
        keep({ ...job, state: 'unknown', trouble: null })
        return
      case 'foreign':
        keep({ ...job, state: 'unknown', trouble: 'no-printer' })
        return
      case 'done':
        if (sent.answered) deps.onAnswer(printer)
        keep({ ...job, state: 'done', trouble: null })
    }
  }

  async function print(job: KeptJob, printer: KeptPrinter): Promise<void> {
    const bytes = await encodePaper(job.paper, printer.width)
    // It may have been taken back meanwhile.
    if (jobs.get(job.id)?.state !== 'queued' || stopping.signal.aborted) return
    // On disk before the socket opens: whatever happens now, it is not printed a second time by itself.
    keep({ ...job, state: 'printing' })
    const answers = printer.answers ?? true
    const { signal } = stopping
    const isAnywhere = deps.isAnywhere()
    const sent = await sendToPrinter({ printer, isAnywhere, bytes, answers, clock, signal })
    if (sent.kind !== 'not-sent') resting.delete(printer.id)
    if (sent.kind !== 'done') log.warn('not printed', { id: job.id, kind: sent.kind })
    // Its printer was taken off the list meanwhile.
    if (jobs.get(job.id) !== null) outcome(job, printer, sent)
  }

  function begin(job: KeptJob, printer: KeptPrinter): void {
    const run = print(job, printer)
      .catch((cause: unknown) => {
        // The disk refused: what the row says still holds, and one that says `printing` is unknown.
        log.error('print job not recorded', { id: job.id, cause: String(cause) })
        rest(printer.id, storageRetryMs)
      })
      .finally(() => {
        underway.delete(printer.id)
        plan()
      })
    underway.set(printer.id, run)
  }

  function look(): void {
    planned = false
    if (stopping.signal.aborted) return
    try {
      const pending = jobs.pending()
      for (const printer of deps.printers()) {
        if (underway.has(printer.id)) continue
        const own = pending.filter(({ printerId }) => printerId === printer.id)
        // What is being printed by its row only was cut off: by a crash, or by a disk that refused the outcome.
        for (const job of own) if (job.state === 'printing') keep({ ...job, state: 'unknown' })
        const next = own.find(({ state }) => state === 'queued')
        if (next === undefined || resting.get(printer.id)?.stop) continue
        begin(next, printer)
      }
    } catch (cause) {
      log.error('print queue not read', { cause: String(cause) })
      clock.after(storageRetryMs, plan)
    }
  }

  function plan(): void {
    if (planned || stopping.signal.aborted) return
    planned = true
    setImmediate(look)
  }

  return {
    plan,
    hurry(printerId) {
      resting.get(printerId)?.stop?.()
      resting.delete(printerId)
      plan()
    },
    wasSilent(jobId, printer) {
      const one = silent.get(jobId)
      return one !== undefined && isSameMachine(one, printer)
    },
    async stop() {
      stopping.abort()
      for (const { stop } of resting.values()) stop?.()
      await Promise.allSettled(underway.values())
    },
  }
}
