import type { SealPlace } from '#contract/seal-code.ts'
import type { CloseOut } from '#contract/shifts.ts'
import type { Ticket } from '#contract/ticket.ts'
import { closeOutPaper } from '#domain/close-outs/close-out-paper.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import { fail, ok, type ErrorReason, type Result } from '#contract/result.ts'
import type { PrintedKind, Printer } from '#contract/printers.ts'
import { textLine, type Paper } from '#domain/printers/paper.ts'
import { sayIn, type PaperClock } from '#domain/printers/say.ts'
import { testPaper } from '#domain/printers/test-paper.ts'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import { maySee, plainPrinter, type PrinterQueries } from './queries.ts'
import { isSameMachine, type KeptJob, type KeptPrinter, type PrintJobStore } from './store.ts'
import type { PrintWorker } from './worker.ts'

interface CommandsDeps {
  db: Database
  jobs: PrintJobStore
  worker: PrintWorker
  clock: Clock
  newId: () => string
  timeZone: () => string
  isPractice: boolean
  ticket(id: string): Ticket | null
  closeOut(number: number): CloseOut | null
  closeOutHead(): SealPlace | null
  country: () => string
  changed(): void
  printers: () => readonly KeptPrinter[]
  /** What is wrong with an address; null where a printer may be there. */
  examine(place: Pick<Printer, 'address' | 'port'>): Promise<ErrorReason | null>
  /** Keeps the printers, and does something else in the same transaction. */
  setPrinters(next: KeptPrinter[], alongside?: () => void): void
  learnAnswer(printerId: string, answers: boolean): void
}

interface Wish {
  jobId: string
  printerId: string
  kind: PrintedKind
  title: string
}

type PaperMaker = (printer: KeptPrinter, clock: PaperClock) => Paper

/** More printers than a restaurant has: somebody's mistake, and every screen reads them. */
const mostPrinters = 20

/** What people do with printers and with what they print. */
export function createPrinterCommands(
  deps: CommandsDeps,
): Omit<HandlersOf<'printers'>, PrinterQueries> {
  const { db, jobs, worker, clock } = deps
  const printerOf = (printerId: string) => deps.printers().find(({ id }) => id === printerId)
  const sayOn = (printer: KeptPrinter) => sayIn(printer.language)
  const warning = (text: string) => textLine(text, { size: 'tall', bold: true, loud: true })

  /** Puts a job into the queue, once for its id. */
  function enqueue({ jobId, printerId, kind, title }: Wish, make: PaperMaker): Result<null> {
    const printer = printerOf(printerId)
    if (printer === undefined) return fail('not-found')
    if (jobs.get(jobId) !== null) return ok(null)
    const made = make(printer, {
      language: printer.language,
      timeZone: deps.timeZone(),
      now: clock.now(),
    })
    const paper = deps.isPractice ? [warning(sayOn(printer)('practice')), ...made] : made
    const job = { id: jobId, printerId, kind, title, state: 'queued', trouble: null } as const
    db.transact(() => jobs.put({ ...job, createdAt: isoNow(clock), paper }))
    deps.changed()
    worker.hurry(printerId)
    return ok(null)
  }

  return {
    async 'printers.save'({ id, ...said }) {
      const known = printerOf(id ?? '')
      const wrong =
        known !== undefined && isSameMachine(known, said) ? null : await deps.examine(said)
      if (wrong !== null) return fail('bad-input', undefined, wrong)
      // As they are now: the machine took its time to answer.
      const all = deps.printers()
      const before = all.find((one) => one.id === id)
      if (id !== null && before === undefined) return fail('not-found')
      if (before === undefined && all.length >= mostPrinters)
        return fail('bad-input', `at most ${String(mostPrinters)} printers`)
      const answers = before !== undefined && isSameMachine(before, said) ? before.answers : null
      const saved = { ...said, id: id ?? deps.newId(), answers }
      deps.setPrinters(
        before === undefined ? [...all, saved] : all.map((one) => (one === before ? saved : one)),
      )
      worker.hurry(saved.id)
      return ok(plainPrinter(saved))
    },
    'printers.remove'({ printerId }) {
      if (printerOf(printerId) === undefined) return fail('not-found')
      deps.setPrinters(
        deps.printers().filter(({ id }) => id !== printerId),
        () => {
          for (const job of jobs.all()) if (job.printerId === printerId) jobs.remove(job.id)
        },
      )
      return ok(null)
    },
    'printers.try': ({ jobId, printerId }) =>
      enqueue({ jobId, printerId, kind: 'test', title: '' }, testPaper),
    'printers.printTicket'({ jobId, printerId, ticketId }) {
      const ticket = deps.ticket(ticketId)
      if (ticket === null) return fail('not-found')
      return enqueue({ jobId, printerId, kind: 'ticket', title: ticket.code }, (_, around) =>
        ticketPaper(ticket, around),
      )
    },
    'printers.printCloseOut'({ jobId, printerId, number }) {
      const closeOut = deps.closeOut(number)
      if (closeOut === null) return fail('not-found')
      const wish = { jobId, printerId, kind: 'close-out', title: String(number) } as const
      return enqueue(wish, ({ language }) => {
        const tongue = { language, country: deps.country() }
        return closeOutPaper(closeOutReport(closeOut, tongue, deps.closeOutHead()))
      })
    },
    'printers.decide'({ jobId, choice }, { role }) {
      const job = jobs.get(jobId)
      const printer = printerOf(job?.printerId ?? '')
      if (job === null || printer === undefined || !maySee(job, role)) return fail('not-found')
      if (job.state !== 'unknown') return fail('too-late')
      const isThere = choice === 'it-is-there'
      const again = warning(sayOn(printer)('again'))
      const next: KeptJob = isThere
        ? { ...job, state: 'done' }
        : { ...job, state: 'queued', paper: [again, ...job.paper] }
      db.transact(() => jobs.put(next))
      deps.changed()
      // It printed without a word, and has never said one: it is of those that do not.
      if (isThere && printer.answers === null && worker.wasSilent(jobId, printer))
        deps.learnAnswer(printer.id, false)
      worker.hurry(printer.id)
      return ok(null)
    },
    'printers.withdraw'({ jobId }, { role }) {
      const job = jobs.get(jobId)
      if (job === null || !maySee(job, role)) return fail('not-found')
      if (job.state !== 'queued') return fail('too-late')
      db.transact(() => jobs.remove(jobId))
      deps.changed()
      return ok(null)
    },
  }
}
