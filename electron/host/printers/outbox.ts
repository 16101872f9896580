import { z } from 'zod'
import type { Role } from '#contract/caller.ts'
import { deliveryRoles } from '#contract/deliveries/delivery.ts'
import { printedKinds, type PrintedKind } from '#contract/printers/printers.ts'
import { paperSchema, textLine, type PaperLine } from '#domain/printers/paper.ts'
import { sayIn } from '#domain/printers/say.ts'
import type { Context } from '../noun.ts'
import { whenUndecided, type LaneRules, type SendOutcome } from '../outbox/rules.ts'
import { encodePaper } from './encode.ts'
import type { Machines } from './machines.ts'
import type { PrinterEnding } from './printer-connection.ts'
import { sendToPrinter, type Sent } from './send.ts'
import type { PrinterRow, PrinterStore } from './store.ts'

export const kind = 'print'

/** A print job. Jobs of one printer share a lane. The content is deleted once the job is over. */
export const printPayload = z.object({
  printerId: z.string(),
  /** The printer that can't print it, if this is its spare one. */
  insteadOf: z.string().optional(),
  printed: z.enum(printedKinds),
  title: z.string(),
  paper: paperSchema,
})
export type PrintPayload = z.infer<typeof printPayload>

/** Only managers may print what shows money, and the test strip of Settings. */
export const rolesFor = (printed: PrintedKind): readonly Role[] =>
  printed === 'ticket' ? deliveryRoles[kind] : ['manager']

/** The warning at the top of a printout. */
export const warning = (
  { language }: Pick<PrinterRow, 'language'>,
  what: 'again' | 'practice',
): PaperLine => textLine(sayIn(language)(what), { size: 'tall', bold: true, loud: true })

/** What a printer reported about itself when it printed. */
const answerSchema = z.object({ answered: z.literal(true), printer: z.custom<PrinterRow>() })

function outcomeOf(sent: Sent, printer: PrinterRow): SendOutcome {
  switch (sent.kind) {
    case 'not-sent':
      return { state: 'queued', reason: sent.trouble }
    case 'silent':
      return { state: 'unknown', reason: null }
    case 'foreign':
      return { state: 'unknown', reason: 'no-printer' }
    case 'done':
      return { ok: true, value: { answered: sent.answered, printer }, answeredAt: null }
  }
}

/** How jobs are printed and settled. `closing` aborts what is being sent. */
export function printRules(
  { outbox, clock, settings, notify }: Context,
  store: PrinterStore,
  machines: Machines,
  closing: AbortSignal,
): LaneRules<PrintPayload> {
  /** Printers that accepted a job since the start without an answer. After a crash this is unknown. */
  const silent = new Map<string, PrinterRow>()

  return {
    payload: printPayload,
    mayRepeat: () => false,
    lane: ({ printerId }) => printerId,
    longestWaitMs: 30_000,
    async send({ subject, payload: { printerId, paper } }) {
      const printer = store.find(printerId)
      if (printer === undefined) return { state: 'withdrawn', reason: 'not-needed' }
      silent.delete(subject)
      const bytes = await encodePaper(paper, printer)
      const send = (ending: PrinterEnding, expectsAnswer: boolean) =>
        sendToPrinter({
          printer,
          isAnywhere: settings().anyPrinterAddress,
          bytes,
          answers: printer.answers ?? true,
          ignoresOffline: printer.ignoresOffline,
          expectsAnswer,
          clock,
          signal: closing,
          ending,
          onPaper: (isLow) => store.notePaper(printerId, isLow),
          onAnswer: () => machines.answered(printer),
        })
      const sent = await machines.send(printer, send, () => outbox.hurry(printerId))
      if (sent.kind === 'silent') silent.set(subject, printer)
      return outcomeOf(sent, printer)
    },
    changed(entry, answer) {
      notify({ type: 'printers.changed' })
      if (entry.state !== 'confirmed' && entry.state !== 'withdrawn') return
      const said = answerSchema.safeParse(answer).data
      if (said !== undefined) store.learn(said.printer, true)
      const mute = silent.get(entry.subject)
      if (mute !== undefined && entry.reason === 'by-person') store.learn(mute, false)
      silent.delete(entry.subject)
      const payload = printPayload.safeParse(entry.payload).data
      if (payload !== undefined && payload.paper.length > 0)
        outbox.replace(entry, { ...payload, paper: [] })
    },
    choices(entry) {
      if (entry.state === 'queued') return ['dismiss']
      return whenUndecided('retry', 'mark-done')(entry)
    },
    title: ({ payload }) => payload.title,
    about: ({ payload: { printed, printerId } }) => ({
      printed,
      printer: store.find(printerId)?.name ?? '',
    }),
    roles: ({ payload }) => rolesFor(payload.printed),
    retried({ payload }) {
      const printer = store.find(payload.printerId)
      if (printer === undefined) return null
      return { ...payload, paper: [warning(printer, 'again'), ...payload.paper] }
    },
  }
}
