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

/** The printers of a closed store, as a setup file has them; one for each name. */
export function storedPrinters(values: Values): PrinterInput[] {
  const all = (storedIn(values).read() ?? []).map(
    ({ id: _id, answers: _answers, ...input }) => input,
  )
  return [...new Map(all.map((input) => [input.name.toLowerCase(), input])).values()]
}

export function createPrinterStore({ values, notify }: Context) {
  const stored = storedIn(values)
  let printers = stored.read() ?? []

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
  given: readonly PrinterInput[],
  newId: () => string,
): number {
  let next = [...store.all()]
  let count = 0
  for (const input of given) {
    const before = next.find(({ name }) => name === input.name)
    const answers = before !== undefined && isSameMachine(before, input) ? before.answers : null
    const printer = { ...input, id: before?.id ?? newId(), answers }
    if (before !== undefined && isDeepStrictEqual(before, printer)) continue
    count += 1
    next = before === undefined ? [...next, printer] : next.with(next.indexOf(before), printer)
  }
  if (count > 0) store.keep(next)
  return count
}
