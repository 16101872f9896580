import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { printerInput, type Printer, type PrinterInput } from '#contract/printers/printers.ts'
import type { Values } from '../db/values.ts'
import type { Context } from '../noun.ts'

const printerRow = printerInput.extend({
  id: z.string(),
  /** Whether the printer answers when it has printed; null while unknown. */
  answers: z.boolean().nullable(),
})
export type PrinterRow = z.infer<typeof printerRow>

type Place = Pick<Printer, 'address' | 'port'>

/** Another address means another machine. */
export const isSameMachine = (one: Place, other: Place): boolean =>
  one.address === other.address && one.port === other.port

const storedIn = (values: Values) => values('printers', z.array(printerRow))

/** A printer in a setup file, which doesn't know stations, ids and what is learned about a printer. */
type GivenPrinter = Omit<PrinterInput, 'prints' | 'spareId' | 'ignoresOffline'>

/** The printers of a closed store, as a setup file has them; one for each name. */
export function storedPrinters(values: Values): GivenPrinter[] {
  const all = (storedIn(values).read() ?? []).map(
    ({ id: _, answers: _a, prints: _p, spareId: _s, ignoresOffline: _i, ...given }) => given,
  )
  return [...new Map(all.map((input) => [input.name.toLowerCase(), input])).values()]
}

export function createPrinterStore({ values, notify }: Context) {
  const stored = storedIn(values)
  let printers = stored.read() ?? []
  /** Printers that said at their last job that their paper is nearly used up. */
  const low = new Set<string>()

  function keep(next: PrinterRow[]): void {
    stored.write(next)
    printers = next
    notify({ type: 'printers.changed' })
  }

  return {
    all: (): readonly PrinterRow[] => printers,
    find: (printerId: string) => printers.find(({ id }) => id === printerId),
    /** Call this within a transaction. */
    keep,
    /**
     * Records whether a printer answers when it has printed. A printer that answered once stays one
     * that answers. Nothing is recorded if its address has changed. Call this within a transaction.
     */
    learn(printer: PrinterRow, answers: boolean): void {
      const known = printers.find(({ id }) => id === printer.id)
      if (known === undefined || known.answers === answers || !isSameMachine(known, printer)) return
      if (!answers && known.answers !== null) return
      keep(printers.map((one) => (one === known ? { ...one, answers } : one)))
    },
    notePaper(printerId: string, isLow: boolean): void {
      if (low.has(printerId) === isLow) return
      if (isLow) low.add(printerId)
      else low.delete(printerId)
      notify({ type: 'printers.changed' })
    },
    lowOnPaper: (): string[] => [...low],
    rolledBack() {
      printers = stored.read() ?? []
    },
  }
}
export type PrinterStore = ReturnType<typeof createPrinterStore>

/**
 * Adds printers, or changes those with the same name. Returns how many differ. What answers at a
 * new address is found out when something is printed. Call this within a transaction.
 */
export function givePrinters(
  store: PrinterStore,
  given: readonly GivenPrinter[],
  newId: () => string,
): number {
  let next = [...store.all()]
  let count = 0
  for (const input of given) {
    const before = next.find(({ name }) => name === input.name)
    const answers = before !== undefined && isSameMachine(before, input) ? before.answers : null
    const own = { prints: null, spareId: null, ignoresOffline: false }
    const { prints, spareId, ignoresOffline, id } = before ?? { ...own, id: newId() }
    const printer = { ...input, prints, spareId, ignoresOffline, id, answers }
    if (before !== undefined && isDeepStrictEqual(before, printer)) continue
    count += 1
    next = before === undefined ? [...next, printer] : next.with(next.indexOf(before), printer)
  }
  if (count > 0) store.keep(next)
  return count
}
