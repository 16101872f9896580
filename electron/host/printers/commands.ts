import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { closeOutPaper, closeOutReport } from '#domain/close-outs/report.ts'
import type { Paper } from '#domain/printers/paper.ts'
import type { PaperClock } from '#domain/printers/say.ts'
import { testPaper, ticketPaper } from '#domain/printers/ticket-paper.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { shifts } from '../shifts/shifts.ts'
import type { Machines } from './machines.ts'
import { kind, warning, type PrintPayload } from './outbox.ts'
import { examinePlace } from './send.ts'
import { isSameMachine, type PrinterRow, type PrinterStore } from './store.ts'

interface NewJob extends Omit<PrintPayload, 'paper'> {
  jobId: string
}

type PaperMaker = (printer: PrinterRow, clock: PaperClock) => Paper

/** More printers than a restaurant has. The limit stops mistakes, because every screen reads all printers. */
const maxPrinters = 20

/** Saves and removes printers. */
export class PrinterCommands {
  readonly #context: Context
  readonly #store: PrinterStore
  readonly #machines: Machines
  readonly #closing: AbortSignal

  /** `closing` aborts a running check of a printer. */
  constructor(context: Context, store: PrinterStore, machines: Machines, closing: AbortSignal) {
    this.#context = context
    this.#store = store
    this.#machines = machines
    this.#closing = closing
  }

  async save({ id, ...input }: Parsed<'printers.save'>): Promise<Result<Output<'printers.save'>>> {
    const present = this.#store.find(id ?? '')
    if (this.#isLocked(present?.name) || this.#isLocked(input.name))
      return fail('set-by-profile', input.name)
    if (present === undefined || !isSameMachine(present, input)) {
      const trouble = await this.#examine(input)
      if (trouble !== null) return fail('bad-input', undefined, trouble)
    }
    // Read the printers again, because they may have changed while the new one was checked.
    const all = this.#store.all()
    const before = all.find((printer) => printer.id === id)
    if (id !== null && before === undefined) return fail('not-found')
    const isSpare = all.some((printer) => printer.id === input.spareId && printer.id !== id)
    if (input.spareId !== null && !isSpare) return fail('bad-input', 'spareId')
    if (before === undefined && all.length >= maxPrinters)
      return fail('bad-input', `at most ${String(maxPrinters)} printers`)
    const answers = before !== undefined && isSameMachine(before, input) ? before.answers : null
    const saved = { ...input, id: id ?? this.#context.newId() }
    const printer = { ...saved, answers }
    this.#save(
      before === undefined
        ? [...all, printer]
        : all.map((each) => (each === before ? printer : each)),
    )
    this.#context.outbox.hurry(saved.id)
    return ok(saved)
  }

  /** Also for a printer of a locked setup file, which doesn't say this. */
  printAnyway({ printerId }: Parsed<'printers.printAnyway'>): Result<null> {
    const printer = this.#store.find(printerId)
    if (printer === undefined) return fail('not-found')
    const all = this.#store.all()
    this.#save(all.map((each) => (each === printer ? { ...each, ignoresOffline: true } : each)))
    this.#context.outbox.hurry(printerId)
    return ok(null)
  }

  remove({ printerId }: Parsed<'printers.remove'>): Result<null> {
    const { db, outbox } = this.#context
    const printer = this.#store.find(printerId)
    if (printer === undefined) return fail('not-found')
    if (this.#isLocked(printer.name)) return fail('set-by-profile', printer.name)
    db.transact(() => {
      const others = this.#store.all().filter(({ id }) => id !== printerId)
      this.#store.save(
        others.map((each) => (each.spareId === printerId ? { ...each, spareId: null } : each)),
      )
      outbox.forgetLane(printerId)
    })
    return ok(null)
  }

  /** A printer of a locked setup file. */
  #isLocked(name: string | undefined): boolean {
    const { setup } = this.#context
    return setup?.locked === true && setup.printers.some((printer) => printer.name === name)
  }

  /** Why no printer can be there. A machine that is printing for us is a printer. */
  #examine(printer: Pick<PrinterRow, 'address' | 'port'>): ReturnType<typeof examinePlace> {
    const { clock, settings } = this.#context
    const isAnywhere = settings().anyPrinterAddress
    return this.#machines.talk(printer, (ending) =>
      examinePlace({ printer, isAnywhere, clock, signal: this.#closing, ending }),
    )
  }

  #save(printers: PrinterRow[]): void {
    this.#context.db.transact(() => this.#store.save(printers))
  }
}

/** Prints what a person asked for. */
export class PrintCommands {
  readonly #context: Context
  readonly #store: PrinterStore

  constructor(context: Context, store: PrinterStore) {
    this.#context = context
    this.#store = store
  }

  try({ jobId, printerId }: Parsed<'printers.try'>): Result<null> {
    return this.#enqueue({ jobId, printerId, printed: 'test', title: '' }, testPaper)
  }

  printTicket({ jobId, printerId, ticketId }: Parsed<'printers.printTicket'>): Result<null> {
    const { archive, use } = this.#context
    const ticket = use(tickets).wholeTicket(ticketId)
    if (ticket === null) return archive.notFound()
    const job = { jobId, printerId, printed: 'ticket', title: ticket.code } as const
    return this.#enqueue(job, (_, clock) => ticketPaper(ticket, clock))
  }

  printCloseOut({ jobId, printerId, number }: Parsed<'printers.printCloseOut'>): Result<null> {
    const { countryCode, use } = this.#context
    const closeOut = use(shifts).closeOut(number)
    if (closeOut === null) return fail('not-found')
    const job = { jobId, printerId, printed: 'close-out', title: String(number) } as const
    return this.#enqueue(job, (_, { language, timeFormat }) => {
      const locale = { language, country: countryCode(), timeFormat }
      return closeOutPaper(closeOutReport(closeOut, locale, use(shifts).closeOutHead()))
    })
  }

  /** Enqueues a job once for each id. */
  #enqueue({ jobId, ...job }: NewJob, paperOf: PaperMaker): Result<null> {
    const { db, outbox, clock, settings, timeZone, mode, notify } = this.#context
    const printer = this.#store.find(job.printerId)
    if (printer === undefined) return fail('not-found')
    if (outbox.has(jobId)) return ok(null)
    const { language } = printer
    const { timeFormat } = settings()
    const content = paperOf(printer, {
      ...{ language, timeZone: timeZone(), timeFormat, now: clock.now() },
    })
    const paper = mode === 'practice' ? [warning(printer, 'practice'), ...content] : content
    const payload: PrintPayload = { ...job, paper }
    db.transact(() => {
      outbox.enqueue({ id: jobId, kind, subject: jobId, payload })
      notify({ type: 'printers.changed' })
    })
    return ok(null)
  }
}
