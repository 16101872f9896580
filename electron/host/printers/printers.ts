import { printersContract } from '#contract/printers/printers.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type Context, type NounEvents } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { shifts } from '../shifts/shifts.ts'
import { stations } from '../stations/stations.ts'
import { AutomaticPrinting } from './automatic-printing.ts'
import { PrintCommands, PrinterCommands } from './commands.ts'
import { Machines } from './machines.ts'
import { kind, PrintRules } from './outbox.ts'
import { printedRows } from './printed-rows.ts'
import { PrinterQueries } from './queries.ts'
import { SpareMoves } from './spare.ts'
import { PrinterStore, type GivenPrinter } from './store.ts'

/** After a day nobody looks for a job, and it may contain the name of a guest. */
const jobsStoredMs = 24 * 3_600_000

/** Printers, and what they print. */
class Printers {
  readonly handlers: HandlersOf<'printers'>
  readonly outbox: { [kind]: PrintRules }
  readonly listens = {
    'order.received': (order: NounEvents['order.received']) => this.#automatic.received(order),
    'course.fired': (course: { orderId: string }) => this.#automatic.courseFired(course),
    'settings.changing': () => this.#automatic.forget(),
    'file.restored': () => this.#automatic.forget(),
  }
  readonly #context: Context
  readonly #store: PrinterStore
  readonly #automatic: AutomaticPrinting
  readonly #spareMoves: SpareMoves
  readonly #closing = new AbortController()

  constructor(context: Context) {
    const machines = new Machines(context.clock)
    const { signal } = this.#closing
    this.#context = context
    this.#store = new PrinterStore(context)
    this.#automatic = new AutomaticPrinting(context, this.#store)
    this.#spareMoves = new SpareMoves(context, this.#store)
    this.outbox = { [kind]: new PrintRules(context, this.#store, machines, signal) }
    this.handlers = handlersOf(
      printersContract,
      new PrinterQueries(context, this.#store),
      new PrinterCommands(context, this.#store, machines, signal),
      new PrintCommands(context, this.#store),
    )
  }

  /** Adds or changes printers by their names; returns how many. Inside a transaction. */
  give(inputs: readonly GivenPrinter[]): number {
    return this.#store.give(inputs)
  }

  catchUp(): void {
    const { outbox, agreed, notify } = this.#context
    this.#automatic.catchUp()
    this.#spareMoves.move()
    const before = new Date(agreed.toDelete() - jobsStoredMs).toISOString()
    if (outbox.forgetInLanes(kind, before)) notify({ type: 'printers.changed' })
  }

  rolledBack(): void {
    this.#store.rolledBack()
    this.#automatic.forget()
  }

  close(): void {
    this.#closing.abort()
  }
}

export const printers = defineNoun(printersContract, {
  needs: [tickets, shifts, stations],
  tables: [printedRows],
  create: (context) => new Printers(context),
})
