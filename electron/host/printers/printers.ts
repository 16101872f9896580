import { printersContract, type Printer, type PrintJob } from '#contract/printers/printers.ts'
import { fail, ok } from '#contract/result.ts'
import { closeOutReport } from '#domain/close-outs/report.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import { shifts } from '../shifts/shifts.ts'
import { stations } from '../stations/stations.ts'
import { createPrintsByItself } from './by-itself.ts'
import { closeOutTable } from './close-out-table.ts'
import { createPrintCommands, createPrinterCommands } from './commands.ts'
import { Machines } from './machines.ts'
import { kind, printPayload, printRules, rolesFor } from './outbox.ts'
import { printedRows } from './printed-rows.ts'
import { createSpareMoves } from './spare.ts'
import { findUsbDevices, usbPlace } from './usb-device.ts'
import { createPrinterStore, givePrinters, type PrinterRow } from './store.ts'

/** After a day nobody looks for a job, and it may contain the name of a guest. */
const jobsStoredMs = 24 * 3_600_000

/** The payload without its content, which may be long and is not shown. */
const jobPayload = printPayload.omit({ paper: true })

const toPrinter = ({ answers: _, ...printer }: PrinterRow): Printer => printer

export const printers = defineNoun(printersContract, {
  needs: [orders, shifts, stations],
  tables: [printedRows],
  create(context) {
    const { use, outbox, agreed, notify, settings, countryCode } = context
    const { closeOut, closeOutHead } = use(shifts)
    const store = createPrinterStore(context)
    const machines = new Machines(context.clock)
    const closing = new AbortController()
    const byItself = createPrintsByItself(context, store)
    const moveToSpares = createSpareMoves(context, store)

    /** A job for the screens; null if it was withdrawn or cannot be read. */
    const toJob = (entry: OutboxEntry): PrintJob | null => {
      const payload = jobPayload.safeParse(entry.payload).data
      if (payload === undefined || entry.state === 'withdrawn') return null
      const { printerId, printed, title } = payload
      const { subject: id, createdAt } = entry
      return { id, printerId, kind: printed, title, createdAt, delivery: outbox.deliveryOf(entry) }
    }

    return {
      handlers: {
        'printers.read'(_, { role }) {
          const jobs = outbox
            .inLanes(kind)
            .map(toJob)
            .filter((job) => job !== null)
            .filter((job) => store.find(job.printerId) && rolesFor(job.kind).includes(role))
          const lowOnPaper = store.lowOnPaper()
          return ok({
            printers: store.all().map(toPrinter),
            jobs: jobs.toReversed(),
            ...(lowOnPaper.length > 0 && { lowOnPaper }),
          })
        },
        async 'printers.usb'() {
          const isOffered = usbPlace.system === 'linux'
          return ok({ isOffered, devices: await findUsbDevices(usbPlace) })
        },
        'printers.closeOutReport'({ number, language }) {
          const found = closeOut(number)
          if (found === null) return fail('not-found')
          const locale = { language, country: countryCode(), timeFormat: settings().timeFormat }
          return ok(closeOutReport(found, locale, closeOutHead()))
        },
        'printers.closeOutFile'({ number, as }) {
          const found = closeOut(number)
          if (found === null) return fail('not-found')
          const head = closeOutHead()
          if (as === 'csv') return ok(closeOutTable(found, head))
          return ok(`${JSON.stringify(head === null ? found : { ...found, head }, null, 2)}\n`)
        },
        ...createPrinterCommands(context, store, machines, closing.signal),
        ...createPrintCommands(context, store),
      },
      api: {
        /** Adds or changes printers by their names; returns how many. Inside a transaction. */
        give: (given: Parameters<typeof givePrinters>[1]) =>
          givePrinters(store, given, context.newId),
      },
      outbox: { [kind]: printRules(context, store, machines, closing.signal) },
      listens: {
        'order.received': byItself.received,
        'course.fired': byItself.courseFired,
        'settings.changing': byItself.forget,
        'file.restored': byItself.forget,
      },
      catchUp() {
        byItself.catchUp()
        moveToSpares()
        const before = new Date(agreed.toDelete() - jobsStoredMs).toISOString()
        if (outbox.forgetInLanes(kind, before)) notify({ type: 'printers.changed' })
      },
      rolledBack() {
        store.rolledBack()
        byItself.forget()
      },
      close: () => closing.abort(),
    }
  },
})
