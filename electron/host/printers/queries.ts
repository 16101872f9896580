import type { SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import type { PrintJob, Printer } from '#contract/printers/printers.ts'
import { fail, ok } from '#contract/result.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { closeOutTable } from './close-out-table.ts'
import { kind, printPayload, rolesFor } from './outbox.ts'
import type { KeptPrinter } from './store.ts'

interface QueriesDeps {
  outbox: Outbox
  printers: () => readonly KeptPrinter[]
  /** A sealed close-out; null where there is none, or it is not what was sealed. */
  closeOut(number: number): CloseOut | null
  /** The store's last close-out; null before the first. */
  closeOutHead(): SealPlace | null
  /** ISO 3166 alpha-2; empty where it is not known. */
  country: () => string
}

export const plainPrinter = ({ answers: _, ...printer }: KeptPrinter): Printer => printer

/** What is on it may be long, and nobody asks for it here. */
const jobPayload = printPayload.omit({ paper: true })

export type PrinterQueries = 'printers.read' | 'printers.closeOutReport' | 'printers.closeOutFile'

/** What screens ask of printers. */
export const createPrinterQueries = ({
  outbox,
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
  'printers.read'(_, { role }) {
    const known = new Set(printers().map(({ id }) => id))
    function jobOf(entry: OutboxEntry): PrintJob[] {
      const payload = jobPayload.safeParse(entry.payload).data
      if (payload === undefined || entry.state === 'withdrawn') return []
      const { printerId, printed, title } = payload
      if (!known.has(printerId) || !rolesFor(printed).includes(role)) return []
      const delivery = outbox.deliveryOf(entry)
      const { subject: id, createdAt } = entry
      return [{ id, printerId, kind: printed, title, createdAt, delivery }]
    }
    const jobs = outbox.inLanes(kind).flatMap(jobOf).toReversed()
    return ok({ printers: printers().map(plainPrinter), jobs })
  },
})
