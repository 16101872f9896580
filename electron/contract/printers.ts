import { z } from 'zod'
import { highestPort, paperLanguages, printerAddress, rollWidths } from './printer-fields.ts'

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

/**
 * Why a printer has not taken a job yet.
 * - `no-printer`: what answers at its address is none.
 * - `not-for-printers`: an address or a port at which Kitchen Pass looks for no printer (`anyPrinterAddress`).
 */
export const printTroubles = [
  'nobody-listens',
  'no-such-name',
  'no-way-there',
  'too-slow',
  'cut-off',
  'no-printer',
  'not-for-printers',
] as const
export type PrintTrouble = (typeof printTroubles)[number]

/** What a job prints. */
export const printedKinds = ['ticket', 'close-out', 'test'] as const
export type PrintedKind = (typeof printedKinds)[number]

/**
 * How far a job is.
 * - `queued`: nothing of it was sent; `trouble` says what it waits for, null where its turn has not come.
 * - `printing`: on its way; on disk before the socket opened.
 * - `unknown`: sent, and nobody knows whether it is on paper: somebody looks. `trouble` is null where the printer went
 *   silent, and `no-printer` where what answered is none.
 * - `done`: after all of it was sent, the printer said that it is printed. One that says nothing has taken all of it and
 *   hung up in good order, after a person once said that the paper came out of it.
 */
export const printStates = ['queued', 'printing', 'unknown', 'done'] as const
export type PrintState = (typeof printStates)[number]

/** A job of the print queue, without what it prints. */
export interface PrintJob {
  id: string
  printerId: string
  kind: PrintedKind
  /** The code of a ticket, the number of a close-out; empty for a test strip. */
  title: string
  state: PrintState
  trouble: PrintTrouble | null
  /** ISO. */
  createdAt: string
}

/** The printers, and what was given to them within a day, as far as the screen that asks may see it; the newest first. */
export interface Printers {
  printers: Printer[]
  jobs: PrintJob[]
}
