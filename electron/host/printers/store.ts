import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { printerInput, type Printer, type PrinterInput } from '#contract/printers/printers.ts'
import type { StoredValue, Values } from '../db/values.ts'
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

const storedIn = (values: Values): StoredValue<PrinterRow[]> =>
  values('printers', z.array(printerRow))

/** A printer in a setup file, which doesn't know stations, ids and what is learned about a printer. */
export type GivenPrinter = Omit<PrinterInput, 'prints' | 'spareId' | 'ignoresOffline'>

/** The printers of a closed store, as a setup file has them; one for each name. */
export function storedPrinters(values: Values): GivenPrinter[] {
  const all = (storedIn(values).read() ?? []).map(
    ({ id: _, answers: _a, prints: _p, spareId: _s, ignoresOffline: _i, ...input }) => input,
  )
  return [...new Map(all.map((input) => [input.name.toLowerCase(), input])).values()]
}

/** The printers of this store, and what they reported about themselves. */
export class PrinterStore {
  readonly #context: Context
  readonly #stored: StoredValue<PrinterRow[]>
  #printers: readonly PrinterRow[]
  /** Printers that said at their last job that their paper is nearly used up. */
  readonly #low = new Set<string>()

  constructor(context: Context) {
    this.#context = context
    this.#stored = storedIn(context.values)
    this.#printers = this.#stored.read() ?? []
  }

  all(): readonly PrinterRow[] {
    return this.#printers
  }

  find(printerId: string): PrinterRow | undefined {
    return this.#printers.find(({ id }) => id === printerId)
  }

  /** Call this within a transaction. */
  save(printers: PrinterRow[]): void {
    this.#stored.write(printers)
    this.#printers = printers
    this.#context.notify({ type: 'printers.changed' })
  }

  /**
   * Adds printers, or changes those with the same name. Returns how many differ. What answers at a
   * new address is found out when something is printed. Call this within a transaction.
   */
  give(inputs: readonly GivenPrinter[]): number {
    let next = [...this.#printers]
    let count = 0
    for (const input of inputs) {
      const before = next.find(({ name }) => name === input.name)
      const answers = before !== undefined && isSameMachine(before, input) ? before.answers : null
      const own = { prints: null, spareId: null, ignoresOffline: false }
      const { prints, spareId, ignoresOffline, id } = before ?? {
        ...own,
        id: this.#context.newId(),
      }
      const printer = { ...input, prints, spareId, ignoresOffline, id, answers }
      if (before !== undefined && isDeepStrictEqual(before, printer)) continue
      count += 1
      next = before === undefined ? [...next, printer] : next.with(next.indexOf(before), printer)
    }
    if (count > 0) this.save(next)
    return count
  }

  /**
   * Records whether a printer answers when it has printed. A printer that answered once stays one
   * that answers. Nothing is recorded if its address has changed. Call this within a transaction.
   */
  learn(asked: PrinterRow, answers: boolean): void {
    const printer = this.find(asked.id)
    if (printer === undefined || printer.answers === answers || !isSameMachine(printer, asked))
      return
    if (!answers && printer.answers !== null) return
    this.save(this.#printers.map((one) => (one === printer ? { ...one, answers } : one)))
  }

  notePaper(printerId: string, isLow: boolean): void {
    if (this.#low.has(printerId) === isLow) return
    if (isLow) this.#low.add(printerId)
    else this.#low.delete(printerId)
    this.#context.notify({ type: 'printers.changed' })
  }

  lowOnPaper(): string[] {
    return [...this.#low]
  }

  rolledBack(): void {
    this.#printers = this.#stored.read() ?? []
  }
}
