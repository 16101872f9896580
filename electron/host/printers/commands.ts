import type { SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { closeOutPaper } from '#domain/close-outs/close-out-paper.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import { fail, ok, type ErrorReason, type Result } from '#contract/result.ts'
import type { Printer } from '#contract/printers/printers.ts'
import type { Paper } from '#domain/printers/paper.ts'
import type { PaperClock } from '#domain/printers/say.ts'
import { testPaper } from '#domain/printers/test-paper.ts'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { kind, warning, type PrintPayload } from './outbox.ts'
import { plainPrinter, type PrinterQueries } from './queries.ts'
import { isSameMachine, type KeptPrinter } from './store.ts'

interface CommandsDeps {
  db: Database
  outbox: Outbox
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
}

interface Wish extends Omit<PrintPayload, 'paper'> {
  jobId: string
}

type PaperMaker = (printer: KeptPrinter, clock: PaperClock) => Paper

/** More printers than a restaurant has: somebody's mistake, and every screen reads them. */
const mostPrinters = 20

/** What people do with printers and with what they print. */
export function createPrinterCommands(
  deps: CommandsDeps,
): Omit<HandlersOf<'printers'>, PrinterQueries> {
  const { db, outbox, clock } = deps
  const printerOf = (printerId: string) => deps.printers().find(({ id }) => id === printerId)

  /** Enqueues a job, once for its id. */
  function enqueue({ jobId, ...wish }: Wish, make: PaperMaker): Result<null> {
    const printer = printerOf(wish.printerId)
    if (printer === undefined) return fail('not-found')
    if (outbox.has(jobId)) return ok(null)
    const made = make(printer, {
      language: printer.language,
      timeZone: deps.timeZone(),
      now: clock.now(),
    })
    const paper = deps.isPractice ? [warning(printer, 'practice'), ...made] : made
    const payload: PrintPayload = { ...wish, paper }
    db.transact(() => outbox.enqueue({ id: jobId, kind, subject: jobId, payload }))
    deps.changed()
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
      outbox.hurry(saved.id)
      return ok(plainPrinter(saved))
    },
    'printers.remove'({ printerId }) {
      if (printerOf(printerId) === undefined) return fail('not-found')
      deps.setPrinters(
        deps.printers().filter(({ id }) => id !== printerId),
        () => outbox.forgetLane(printerId),
      )
      return ok(null)
    },
    'printers.try': ({ jobId, printerId }) =>
      enqueue({ jobId, printerId, printed: 'test', title: '' }, testPaper),
    'printers.printTicket'({ jobId, printerId, ticketId }) {
      const ticket = deps.ticket(ticketId)
      if (ticket === null) return fail('not-found')
      return enqueue({ jobId, printerId, printed: 'ticket', title: ticket.code }, (_, around) =>
        ticketPaper(ticket, around),
      )
    },
    'printers.printCloseOut'({ jobId, printerId, number }) {
      const closeOut = deps.closeOut(number)
      if (closeOut === null) return fail('not-found')
      const wish = { jobId, printerId, printed: 'close-out', title: String(number) } as const
      return enqueue(wish, ({ language }) => {
        const tongue = { language, country: deps.country() }
        return closeOutPaper(closeOutReport(closeOut, tongue, deps.closeOutHead()))
      })
    },
  }
}
