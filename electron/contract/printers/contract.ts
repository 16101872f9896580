import { z } from 'zod'
import { answers, answersManager, defineContract, event, id, none } from '../operation.ts'
import type { CloseOutReport } from '../shifts/close-out-report.ts'
import { paperLanguages } from './fields.ts'
import { printerInput, type Printer, type Printers } from './printers.ts'

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
