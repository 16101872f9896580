import { fail, ok, type Result } from '#contract/result.ts'
import { closeOutPaper, closeOutReport } from '#domain/close-outs/report.ts'
import type { Paper } from '#domain/printers/paper.ts'
import type { PaperClock } from '#domain/printers/say.ts'
import { testPaper, ticketPaper } from '#domain/printers/ticket-paper.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { shifts } from '../shifts/shifts.ts'
import type { Machines } from './machines.ts'
import { kind, warning, type PrintPayload } from './outbox.ts'
import { examinePlace } from './send.ts'
import { isSameMachine, type PrinterRow, type PrinterStore } from './store.ts'

interface NewJob extends Omit<PrintPayload, 'paper'> {
  jobId: string
}

type PaperMaker = (printer: PrinterRow, clock: PaperClock) => Paper

type Handlers = HandlersOf<'printers'>

/** More printers than a restaurant has. The limit stops mistakes, because every screen reads all printers. */
const mostPrinters = 20

/** Saves and removes printers. `closing` aborts a running check of a printer. */
export function createPrinterCommands(
  { db, outbox, clock, settings, newId, setup }: Context,
  store: PrinterStore,
  machines: Machines,
  closing: AbortSignal,
): Pick<Handlers, 'printers.save' | 'printers.printAnyway' | 'printers.remove'> {
  /** A printer of a locked setup file. */
  const isLocked = (name: string | undefined): boolean =>
    setup?.locked === true && setup.printers.some((printer) => printer.name === name)

  return {
    async 'printers.save'({ id, ...input }) {
      const known = store.find(id ?? '')
      if (isLocked(known?.name) || isLocked(input.name)) return fail('set-by-profile', input.name)
      if (known === undefined || !isSameMachine(known, input)) {
        const isAnywhere = settings().anyPrinterAddress
        // A machine that is printing for us is a printer.
        const trouble = await machines.talk(input, (ending) =>
          examinePlace({ printer: input, isAnywhere, clock, signal: closing, ending }),
        )
        if (trouble !== null) return fail('bad-input', undefined, trouble)
      }
      // Read the printers again, because they may have changed while the new one was checked.
      const all = store.all()
      const before = all.find((printer) => printer.id === id)
      if (id !== null && before === undefined) return fail('not-found')
      const isSpare = all.some((printer) => printer.id === input.spareId && printer.id !== id)
      if (input.spareId !== null && !isSpare) return fail('bad-input', 'spareId')
      if (before === undefined && all.length >= mostPrinters)
        return fail('bad-input', `at most ${String(mostPrinters)} printers`)
      const answers = before !== undefined && isSameMachine(before, input) ? before.answers : null
      const saved = { ...input, id: id ?? newId() }
      const printer = { ...saved, answers }
      db.transact(() =>
        store.keep(
          before === undefined
            ? [...all, printer]
            : all.map((each) => (each === before ? printer : each)),
        ),
      )
      outbox.hurry(saved.id)
      return ok(saved)
    },
    // Also for a printer of a locked setup file, which doesn't say this.
    'printers.printAnyway'({ printerId }) {
      const known = store.find(printerId)
      if (known === undefined) return fail('not-found')
      db.transact(() => {
        const all = store.all()
        store.keep(all.map((each) => (each === known ? { ...each, ignoresOffline: true } : each)))
      })
      outbox.hurry(printerId)
      return ok(null)
    },
    'printers.remove'({ printerId }) {
      const known = store.find(printerId)
      if (known === undefined) return fail('not-found')
      if (isLocked(known.name)) return fail('set-by-profile', known.name)
      db.transact(() => {
        const others = store.all().filter(({ id }) => id !== printerId)
        store.keep(
          others.map((each) => (each.spareId === printerId ? { ...each, spareId: null } : each)),
        )
        outbox.forgetLane(printerId)
      })
      return ok(null)
    },
  }
}

export function createPrintCommands(
  { db, archive, outbox, clock, settings, timeZone, countryCode, mode, notify, use }: Context,
  store: PrinterStore,
): Pick<Handlers, 'printers.try' | 'printers.printTicket' | 'printers.printCloseOut'> {
  const tickets = use(orders)
  const { closeOut, closeOutHead } = use(shifts)

  /** Enqueues a job once for each id. */
  function enqueue({ jobId, ...job }: NewJob, make: PaperMaker): Result<null> {
    const printer = store.find(job.printerId)
    if (printer === undefined) return fail('not-found')
    if (outbox.has(jobId)) return ok(null)
    const { language } = printer
    const { timeFormat } = settings()
    const made = make(printer, { language, timeZone: timeZone(), timeFormat, now: clock.now() })
    const paper = mode === 'practice' ? [warning(printer, 'practice'), ...made] : made
    const payload: PrintPayload = { ...job, paper }
    db.transact(() => {
      outbox.enqueue({ id: jobId, kind, subject: jobId, payload })
      notify({ type: 'printers.changed' })
    })
    return ok(null)
  }

  return {
    'printers.try': ({ jobId, printerId }) =>
      enqueue({ jobId, printerId, printed: 'test', title: '' }, testPaper),
    'printers.printTicket'({ jobId, printerId, ticketId }) {
      const found = tickets.wholeTicket(ticketId)
      if (found === null) return archive.notFound()
      return enqueue({ jobId, printerId, printed: 'ticket', title: found.code }, (_, paperClock) =>
        ticketPaper(found, paperClock),
      )
    },
    'printers.printCloseOut'({ jobId, printerId, number }) {
      const found = closeOut(number)
      if (found === null) return fail('not-found')
      const job = { jobId, printerId, printed: 'close-out', title: String(number) } as const
      return enqueue(job, (_, { language, timeFormat }) => {
        const locale = { language, country: countryCode(), timeFormat }
        return closeOutPaper(closeOutReport(found, locale, closeOutHead()))
      })
    },
  }
}
