import type { SealPlace } from '#contract/seal-code.ts'
import type { CloseOut } from '#contract/shifts.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { HostEvent } from '#contract/operations.ts'
import type { Settings } from '#contract/settings.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import { createPrinterCommands } from './commands.ts'
import { createPrinterQueries } from './queries.ts'
import { examinePlace } from './send.ts'
import { createPrintJobStore, isSameMachine, keptPrintersIn, type KeptPrinter } from './store.ts'
import { createPrintWorker } from './worker.ts'

const dayMs = 24 * 3_600_000

interface PrintersDeps {
  db: Database
  values: Values
  clock: Clock
  agreed: AgreedTime
  log: Log
  newId: () => string
  settings: () => Settings
  /** The screens have something to hear. */
  changed(): void
  /** The restaurant's zone. */
  timeZone: () => string
  /** What is printed is marked as no real order. */
  isPractice: boolean
  /** A ticket as it is now; null where nobody heard of it. */
  ticket(id: string): Ticket | null
  /** A sealed close-out; null where there is none, or it is not what was sealed. */
  closeOut(number: number): CloseOut | null
  /** The store's last close-out; null before the first. */
  closeOutHead(): SealPlace | null
  /** ISO 3166 alpha-2; empty where it is not known. */
  country: () => string
}

/** The noun of receipt printers: which there are, and what they are to print. */
export interface PrintersNoun extends Noun {
  readonly handlers: HandlersOf<'printers'>
}

export function createPrinters(deps: PrintersDeps): PrintersNoun {
  const { db, clock, log } = deps
  const jobs = createPrintJobStore(db, log)
  const kept = keptPrintersIn(deps.values)
  let printers = kept.read() ?? []
  let untold = false

  function changed(): void {
    untold = true
    deps.changed()
  }
  function setPrinters(next: KeptPrinter[], alongside: () => void = () => undefined): void {
    db.transact(() => {
      kept.write(next)
      alongside()
    })
    printers = next
    changed()
  }
  function learnAnswer(printerId: string, answers: boolean): void {
    const known = printers.find(({ id }) => id === printerId)
    if (known === undefined || known.answers === answers) return
    setPrinters(printers.map((one) => (one === known ? { ...one, answers } : one)))
  }
  const closing = new AbortController()
  const isAnywhere = (): boolean => deps.settings().anyPrinterAddress
  const worker = createPrintWorker({
    db,
    jobs,
    clock,
    log,
    printers: () => printers,
    isAnywhere,
    onAnswer(printer) {
      // It may have been given another address while it printed.
      if (printers.some((one) => one.id === printer.id && isSameMachine(one, printer)))
        learnAnswer(printer.id, true)
    },
    changed,
  })

  return {
    handlers: {
      ...createPrinterQueries({ ...deps, jobs, printers: () => printers }),
      ...createPrinterCommands({
        ...deps,
        jobs,
        worker,
        changed,
        printers: () => printers,
        examine: (printer) =>
          examinePlace({ printer, isAnywhere: isAnywhere(), clock, signal: closing.signal }),
        setPrinters,
        learnAnswer,
      }),
    },
    changes(): HostEvent[] {
      const told = untold
      untold = false
      return told ? [{ type: 'printers.changed' }] : []
    },
    /** A day later nobody looks for it any more, and it may name a guest. */
    catchUp() {
      const before = new Date(deps.agreed.toDelete() - dayMs).toISOString()
      if (!jobs.isOlder(before)) return
      db.transact(() => jobs.forget(before))
      changed()
    },
    rolledBack() {
      printers = kept.read() ?? []
    },
    start: worker.plan,
    close() {
      closing.abort()
      return worker.stop()
    },
  }
}
