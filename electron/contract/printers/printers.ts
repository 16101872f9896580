import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { highestPort, paperLanguages, printerAddress, rollWidths } from './fields.ts'
import { answers, answersManager, defineContract, event, id, none } from '../operation.ts'
import type { CloseOutReport } from '../shifts/close-out-report.ts'

/** What a manager says of a receipt printer. */
export const printerInput = z.strictObject({
  name: z.string().trim().min(1).max(40),
  address: z.string().trim().regex(printerAddress),
  port: z.int().min(1).max(highestPort),
  width: z.literal(rollWidths),
  language: z.enum(paperLanguages),
})
export type PrinterInput = z.infer<typeof printerInput>

/** A receipt printer of the restaurant. */
export interface Printer extends PrinterInput {
  id: string
}

/** What a job prints. */
export const printedKinds = ['ticket', 'close-out', 'test'] as const
export type PrintedKind = (typeof printedKinds)[number]

/** Something for a printer, without what is on it. What a person decides goes by `deliveries.decide`, with its id as the subject. */
export interface PrintJob {
  id: string
  printerId: string
  kind: PrintedKind
  /** The code of a ticket, the number of a close-out; empty for a test strip. */
  title: string
  /** ISO. */
  createdAt: string
  /**
   * - `queued`: nothing of it was sent; a reason says what it waits for, where its turn has come. - `unknown`: sent, and
   * nobody knows whether it is on paper: somebody looks. The reason is `no-printer` where what answered is none, else the
   * printer went silent. - `confirmed`: after all of it was sent, the printer said that it is printed. One that says
   * nothing has taken all of it and hung up in good order, after a person once said that the paper came out of it.
   */
  delivery: Delivery
}

/** The printers, and what was given to them within a day, as far as the screen that asks may see it; the newest first. */
export interface Printers {
  printers: Printer[]
  jobs: PrintJob[]
}

/** The id of what is to be printed is made by the screen, so that a repeated message prints nothing twice. */
const onPrinter = { jobId: id, printerId: id }
const closeOut = { number: z.int().min(1) }

export const printersContract = defineContract({
  name: 'printers',
  operations: {
    'printers.read': answers<Printers>()(none),
    /** Another one where there is no id yet. */
    'printers.save': answersManager<Printer>()(printerInput.extend({ id: id.nullable() })),
    /** Takes it off the list, with what still waits for it. */
    'printers.remove': answersManager<null>()(z.strictObject({ printerId: id })),
    /** Prints a strip that shows whether everything can be read. */
    'printers.try': answersManager<null>()(z.strictObject(onPrinter)),
    'printers.printTicket': answers<null>()(z.strictObject({ ...onPrinter, ticketId: id })),
    /** A sealed close-out, as much of it as a roll has room for. */
    'printers.printCloseOut': answersManager<null>()(z.strictObject({ ...onPrinter, ...closeOut })),
    /** The same in words, for a sheet of paper. */
    'printers.closeOutReport': answersManager<CloseOutReport>()(
      z.strictObject({ ...closeOut, language: z.enum(paperLanguages) }),
    ),
    /** The same for machines: a table with a row a method, or the sealed document itself (close-out-schema.ts). */
    'printers.closeOutFile': answersManager<string>()(
      z.strictObject({ ...closeOut, as: z.enum(['csv', 'json']) }),
    ),
  },
  events: {
    /** Printers or what they print changed: ask again. */
    'printers.changed': event(),
  },
})
