import { z } from 'zod'
import type { Role } from '#contract/shared/caller.ts'
import {
  deliveryRoles,
  type AboutEntry,
  type DeliveryChoice,
} from '#contract/deliveries/delivery.ts'
import { printedKinds, type PrintedKind } from '#contract/printers/printers.ts'
import { paperSchema, textLine, type PaperLine } from '#domain/printers/paper.ts'
import { sayIn } from '#domain/printers/say.ts'
import type { Context } from '../noun.ts'
import {
  whenUndecided,
  type LaneRules,
  type OutboxEntry,
  type SendOutcome,
} from '../outbox/rules.ts'
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

/** How jobs are printed and settled. */
export class PrintRules implements LaneRules<PrintPayload> {
  readonly payload = printPayload
  readonly maxWaitMs = 30_000
  readonly #context: Context
  readonly #store: PrinterStore
  readonly #machines: Machines
  readonly #closing: AbortSignal
  /** Printers that accepted a job since the start without an answer. After a crash this is unknown. */
  readonly #silent = new Map<string, PrinterRow>()

  /** `closing` aborts what is being sent. */
  constructor(context: Context, store: PrinterStore, machines: Machines, closing: AbortSignal) {
    this.#context = context
    this.#store = store
    this.#machines = machines
    this.#closing = closing
  }

  mayRepeat(): boolean {
    return false
  }

  lane({ printerId }: PrintPayload): string {
    return printerId
  }

  async send({ subject, payload }: OutboxEntry<PrintPayload>): Promise<SendOutcome> {
    const { printerId, paper } = payload
    const printer = this.#store.find(printerId)
    if (printer === undefined) return { state: 'withdrawn', reason: 'not-needed' }
    this.#silent.delete(subject)
    const bytes = await encodePaper(paper, printer)
    const sent = await this.#machines.send(
      printer,
      (ending, expectsAnswer) => this.#sendTo(printer, bytes, ending, expectsAnswer),
      () => this.#context.outbox.hurry(printerId),
    )
    if (sent.kind === 'silent') this.#silent.set(subject, printer)
    return outcomeOf(sent, printer)
  }

  #sendTo(
    printer: PrinterRow,
    bytes: Uint8Array,
    ending: PrinterEnding,
    expectsAnswer: boolean,
  ): Promise<Sent> {
    const { clock, settings } = this.#context
    return sendToPrinter({
      printer,
      isAnywhere: settings().anyPrinterAddress,
      bytes,
      answers: printer.answers ?? true,
      ignoresOffline: printer.ignoresOffline,
      expectsAnswer,
      clock,
      signal: this.#closing,
      ending,
      onPaper: (isLow) => this.#store.notePaper(printer.id, isLow),
      onAnswer: () => this.#machines.answered(printer),
    })
  }

  changed(entry: OutboxEntry<PrintPayload>, answer?: unknown): void {
    const { outbox, notify } = this.#context
    notify({ type: 'printers.changed' })
    if (entry.state !== 'confirmed' && entry.state !== 'withdrawn') return
    const reported = answerSchema.safeParse(answer).data
    if (reported !== undefined) this.#store.learn(reported.printer, true)
    const mute = this.#silent.get(entry.subject)
    if (mute !== undefined && entry.reason === 'by-person') this.#store.learn(mute, false)
    this.#silent.delete(entry.subject)
    const payload = printPayload.safeParse(entry.payload).data
    if (payload !== undefined && payload.paper.length > 0)
      outbox.replace(entry, { ...payload, paper: [] })
  }

  choices(entry: OutboxEntry<PrintPayload>): readonly DeliveryChoice[] {
    return entry.state === 'queued' ? ['dismiss'] : whenUndecided('retry', 'mark-done')(entry)
  }

  title({ payload }: OutboxEntry<PrintPayload>): string {
    return payload.title
  }

  about({ payload: { printed, printerId } }: OutboxEntry<PrintPayload>): AboutEntry {
    return { printed, printer: this.#store.find(printerId)?.name ?? '' }
  }

  roles({ payload }: OutboxEntry<PrintPayload>): readonly Role[] {
    return rolesFor(payload.printed)
  }

  retried({ payload }: OutboxEntry<PrintPayload>): PrintPayload | null {
    const printer = this.#store.find(payload.printerId)
    if (printer === undefined) return null
    return { ...payload, paper: [warning(printer, 'again'), ...payload.paper] }
  }
}
