import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { languages } from '../shared/languages.ts'
import {
  columnLimits,
  highestPort,
  printedParts,
  printerAddress,
  printerLetters,
  printMoments,
  rollWidths,
} from './fields.ts'
import {
  answers,
  answersFront,
  answersManager,
  defineContract,
  event,
  id,
  none,
} from '../shared/operation.ts'
import type { CloseOutReport } from '../shifts/close-out-report.ts'
import { maxStations } from '../stations/station.ts'

const printsSchema = z.strictObject({
  what: z.enum(printedParts),
  /** Only tickets with a dish of these stations; empty for all. */
  stations: z.array(id).max(maxStations + 1),
  when: z.enum(printMoments),
})
export type Prints = z.infer<typeof printsSchema>

export const printerInput = z.strictObject({
  name: z.string().trim().min(1).max(40),
  address: z.string().trim().regex(printerAddress),
  port: z.int().min(1).max(highestPort),
  width: z.literal(rollWidths),
  language: z.enum(languages),
  /** How many letters of normal size fit in a line; null for as many as usual (`usualColumns`). */
  columns: z.int().min(columnLimits.min).max(columnLimits.max).nullable().default(null),
  letters: z.enum(printerLetters).default('code-page'),
  /** Whether it prints images. Without, letters that it lacks become plain ones. */
  images: z.boolean().default(true),
  /** Null if it prints only what a person asks for. */
  prints: printsSchema.nullable().default(null),
  /** The printer that prints its tickets while it can't; null for none. */
  spareId: id.nullable().default(null),
  /** It prints even when it says that it is off-line. Some cheap printers always say so. */
  ignoresOffline: z.boolean().default(false),
})
export type PrinterInput = z.infer<typeof printerInput>

export interface Printer extends PrinterInput {
  id: string
}

export const printedKinds = ['ticket', 'close-out', 'test'] as const
export type PrintedKind = (typeof printedKinds)[number]

/**
 * A job of a printer, without its content. A person decides about it with `deliveries.decide`; the
 * subject is the job's id.
 */
export interface PrintJob {
  id: string
  printerId: string
  kind: PrintedKind
  /** The code of a ticket or the number of a close-out; empty for a test strip. */
  title: string
  createdAt: string
  /**
   * - `queued`: nothing was sent yet. If it is this job's turn, a reason says what it waits for.
   * - `unknown`: it was sent, but may not be on paper, so a person has to look. The reason is
   * `no-printer` if the device that answered is not a printer; otherwise the printer went silent.
   * - `confirmed`: everything was sent, and the printer reported that it is printed. A printer that
   * reports nothing counts as confirmed if it accepted everything and closed the connection in
   * order, and a person once confirmed that it prints.
   */
  delivery: Delivery
}

/** The printers and their jobs of the last day, newest first, as far as the calling screen may see them. */
export interface Printers {
  printers: Printer[]
  jobs: PrintJob[]
  /** The ids of printers that said at their last job that their paper is nearly used up. */
  lowOnPaper?: string[]
}

/** The USB printers of the host's computer. */
export interface UsbPrinters {
  /** Whether this system lets a program print to a USB printer. */
  isOffered: boolean
  /** Their device files. */
  devices: string[]
}

/** The screen makes the job's id, so that a repeated message does not print twice. */
const onPrinter = { jobId: id, printerId: id }
const closeOut = { number: z.int().min(1) }

export const printersContract = defineContract({
  name: 'printers',
  operations: {
    'printers.get': answers<Printers>()(none),
    'printers.usb': answersManager<UsbPrinters>()(none),
    /** Creates a printer if `id` is null. */
    'printers.save': answersManager<Printer>()(printerInput.extend({ id: id.nullable() })),
    /** From now on, a printer prints even when it says that it is off-line (`ignoresOffline`). */
    'printers.printAnyway': answersFront<null>()(z.strictObject({ printerId: id })),
    /** Removes a printer and the jobs that still wait for it. */
    'printers.remove': answersManager<null>()(z.strictObject({ printerId: id })),
    /** Prints a strip that shows whether the printer writes every letter correctly. */
    'printers.try': answersManager<null>()(z.strictObject(onPrinter)),
    'printers.printTicket': answers<null>()(z.strictObject({ ...onPrinter, ticketId: id })),
    /** A sealed close-out, as much of it as fits on a roll. */
    'printers.printCloseOut': answersManager<null>()(z.strictObject({ ...onPrinter, ...closeOut })),
    /** The report of a sealed close-out, for a page of paper. */
    'printers.closeOutReport': answersManager<CloseOutReport>()(
      z.strictObject({ ...closeOut, language: z.enum(languages) }),
    ),
    /**
     * A sealed close-out for programs: a table with one row per method, or the sealed JSON itself
     * (close-out-schema.ts).
     */
    'printers.closeOutFile': answersManager<string>()(
      z.strictObject({ ...closeOut, as: z.enum(['csv', 'json']) }),
    ),
  },
  events: {
    'printers.changed': event(),
  },
})
