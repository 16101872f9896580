import type { Role } from '#contract/caller.ts'
import type { SealPlace } from '#contract/seal-code.ts'
import type { CloseOut } from '#contract/shifts.ts'
import type { PrintJob, Printer } from '#contract/printers.ts'
import { fail, ok } from '#contract/result.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import type { HandlersOf } from '../dispatch.ts'
import { closeOutTable } from './close-out-table.ts'
import type { KeptJob, KeptPrinter, PrintJobStore } from './store.ts'

interface QueriesDeps {
  jobs: PrintJobStore
  printers: () => readonly KeptPrinter[]
  /** A sealed close-out; null where there is none, or it is not what was sealed. */
  closeOut(number: number): CloseOut | null
  /** The store's last close-out; null before the first. */
  closeOutHead(): SealPlace | null
  /** ISO 3166 alpha-2; empty where it is not known. */
  country: () => string
}

/** What has money on it is a manager's alone, and so is Setup's test. */
export const maySee = ({ kind }: PrintJob, role: Role): boolean =>
  kind === 'ticket' || role === 'manager'

export const plainPrinter = ({ answers: _, ...printer }: KeptPrinter): Printer => printer

const plainJob = ({ paper: _, ...job }: KeptJob): PrintJob => job

export type PrinterQueries = 'printers.read' | 'printers.closeOutReport' | 'printers.closeOutFile'

/** What screens ask of printers. */
export const createPrinterQueries = ({
  jobs,
  printers,
  closeOut,
  closeOutHead,
  country,
}: QueriesDeps): Pick<HandlersOf<'printers'>, PrinterQueries> => ({
  'printers.closeOutReport'({ number, language }) {
    const found = closeOut(number)
    return found === null
      ? fail('not-found')
      : ok(closeOutReport(found, { language, country: country() }, closeOutHead()))
  },
  'printers.closeOutFile'({ number, as }) {
    const found = closeOut(number)
    if (found === null) return fail('not-found')
    const head = closeOutHead()
    if (as === 'csv') return ok(closeOutTable(found, head))
    return ok(`${JSON.stringify(head === null ? found : { ...found, head }, null, 2)}\n`)
  },
  'printers.read': (_, { role }) =>
    ok({
      printers: printers().map(plainPrinter),
      jobs: jobs
        .all()
        .filter((job) => maySee(job, role))
        .map(plainJob)
        .toReversed(),
    }),
})
