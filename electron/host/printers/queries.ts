import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import type { Printer, PrintJob } from '#contract/printers/printers.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import { shifts } from '../shifts/shifts.ts'
import { closeOutTable } from './close-out-table.ts'
import { kind, printPayload, rolesFor } from './outbox.ts'
import type { PrinterRow, PrinterStore } from './store.ts'
import { findUsbDevices, usbPlace } from './usb-device.ts'

/** The payload without its content, which may be long and is not shown. */
const jobPayload = printPayload.omit({ paper: true })

const toPrinter = ({ answers: _, ...printer }: PrinterRow): Printer => printer

/** What screens read of printers, and of the close-outs that they print. */
export class PrinterQueries {
  readonly #context: Context
  readonly #store: PrinterStore

  constructor(context: Context, store: PrinterStore) {
    this.#context = context
    this.#store = store
  }

  get(_input: object, { role }: Caller): Result<Output<'printers.get'>> {
    const jobs = this.#context.outbox
      .inLanes(kind)
      .map((entry) => this.#toJob(entry))
      .filter((job) => job !== null)
      .filter((job) => this.#store.find(job.printerId) && rolesFor(job.kind).includes(role))
    const lowOnPaper = this.#store.lowOnPaper()
    return ok({
      printers: this.#store.all().map(toPrinter),
      jobs: jobs.toReversed(),
      ...(lowOnPaper.length > 0 && { lowOnPaper }),
    })
  }

  async usb(): Promise<Result<Output<'printers.usb'>>> {
    const isOffered = usbPlace.system === 'linux'
    return ok({ isOffered, devices: await findUsbDevices(usbPlace) })
  }

  closeOutReport({
    number,
    language,
  }: Parsed<'printers.closeOutReport'>): Result<Output<'printers.closeOutReport'>> {
    const { settings, countryCode, use } = this.#context
    const closeOut = use(shifts).closeOut(number)
    if (closeOut === null) return fail('not-found')
    const locale = { language, country: countryCode(), timeFormat: settings().timeFormat }
    return ok(closeOutReport(closeOut, locale, use(shifts).closeOutHead()))
  }

  closeOutFile({ number, as }: Parsed<'printers.closeOutFile'>): Result<string> {
    const { use } = this.#context
    const closeOut = use(shifts).closeOut(number)
    if (closeOut === null) return fail('not-found')
    const head = use(shifts).closeOutHead()
    if (as === 'csv') return ok(closeOutTable(closeOut, head))
    return ok(`${JSON.stringify(head === null ? closeOut : { ...closeOut, head }, null, 2)}\n`)
  }

  /** A job for the screens; null if it was withdrawn or cannot be read. */
  #toJob(entry: OutboxEntry): PrintJob | null {
    const payload = jobPayload.safeParse(entry.payload).data
    if (payload === undefined || entry.state === 'withdrawn') return null
    const { printerId, printed, title } = payload
    const { subject: id, createdAt } = entry
    const delivery = this.#context.outbox.deliveryOf(entry)
    return { id, printerId, kind: printed, title, createdAt, delivery }
  }
}
