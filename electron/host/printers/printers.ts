import { printersContract } from '#contract/printers/contract.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import { orders } from '../orders/orders.ts'
import { shifts } from '../shifts/shifts.ts'
import { defineNoun } from '../noun.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createPrinterCommands } from './commands.ts'
import { kind, printRules } from './outbox.ts'
import { createPrinterQueries } from './queries.ts'
import { examinePlace } from './send.ts'
import { isSameMachine, keptPrintersIn, type KeptPrinter } from './store.ts'

const dayMs = 24 * 3_600_000

interface PrintersDeps {
  db: Database
  values: Values
  clock: Clock
  agreed: AgreedTime
  outbox: Outbox
  newId: () => string
  settings: () => Settings
  /** The screens have something to hear. */
  changed(): void
  /** The restaurant's zone. */
  timeZone: () => string
  /** What is printed is marked as no real order. */
  isPractice: boolean
  /** A ticket as it is now; null where nobody heard of it. */
  ticket(id: string): Ticket | null
  /** A sealed close-out; null where there is none, or it is not what was sealed. */
  closeOut(number: number): CloseOut | null
  /** The store's last close-out; null before the first. */
  closeOutHead(): SealPlace | null
  /** ISO 3166 alpha-2; empty where it is not known. */
  country: () => string
}

function createPrinters(deps: PrintersDeps) {
  const { db, clock, outbox } = deps
  const kept = keptPrintersIn(deps.values)
  let printers = kept.read() ?? []
  let untold = false
  const closing = new AbortController()
  const { signal } = closing
  const isAnywhere = (): boolean => deps.settings().anyPrinterAddress

  function changed(): void {
    untold = true
    deps.changed()
  }
  /** Within a transaction. */
  function keep(next: KeptPrinter[]): void {
    kept.write(next)
    printers = next
    changed()
  }
  /** It may have been given another address since; and one that has once said that it printed is not believed without a word. */
  function learn(printer: KeptPrinter, answers: boolean): void {
    const known = printers.find(({ id }) => id === printer.id)
    if (known === undefined || known.answers === answers || !isSameMachine(known, printer)) return
    if (!answers && known.answers !== null) return
    keep(printers.map((one) => (one === known ? { ...one, answers } : one)))
  }

  return {
    handlers: {
      ...createPrinterQueries({ ...deps, printers: () => printers }),
      ...createPrinterCommands({
        ...deps,
        changed,
        printers: () => printers,
        examine: (printer) => examinePlace({ printer, isAnywhere: isAnywhere(), clock, signal }),
        setPrinters: (next, alongside) =>
          db.transact(() => {
            keep(next)
            alongside?.()
          }),
      }),
    },
    outbox: {
      [kind]: printRules({
        outbox,
        clock,
        signal,
        printers: () => printers,
        isAnywhere,
        learn,
        changed,
      }),
    },
    changes(): HostEvent[] {
      const told = untold
      untold = false
      return told ? [{ type: 'printers.changed' }] : []
    },
    /** A day later nobody looks for it any more, and it may name a guest. */
    catchUp() {
      const before = new Date(deps.agreed.toDelete() - dayMs).toISOString()
      if (outbox.forgetInLanes(kind, before)) changed()
    },
    rolledBack() {
      printers = kept.read() ?? []
    },
    close: () => closing.abort(),
  }
}

/** The noun of receipt printers: which there are, and what they are to print. */
export const printers = defineNoun(printersContract, {
  needs: [orders, shifts],
  create: (context) =>
    createPrinters({
      ...context,
      isPractice: context.mode === 'practice',
      ticket: context.use(orders).ticket,
      ...context.use(shifts),
      country: context.countryCode,
    }),
})
