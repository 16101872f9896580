import { textLine } from '#domain/printers/paper.ts'
import { sayIn } from '#domain/printers/say.ts'
import type { Context } from '../noun.ts'
import { isQueued } from '../outbox/outbox.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import { kind, printPayload, type PrintPayload } from './outbox.ts'
import type { PrinterRow, PrinterStore } from './store.ts'

/** How long a ticket waits for its printer before the spare one prints it. */
const patienceMs = 60_000
/** The outbox asks often. */
const lookEveryMs = 1_000

/** A job of a printer for its spare, which says so at its top. */
export function onSpare(
  payload: PrintPayload,
  printer: Pick<PrinterRow, 'id' | 'name' | 'language'>,
  spare: Pick<PrinterRow, 'id'>,
): PrintPayload {
  const text = sayIn(printer.language)('forPrinter', { name: printer.name })
  const line = textLine(text, { size: 'tall', bold: true, loud: true })
  const paper = [line, ...payload.paper]
  return { ...payload, printerId: spare.id, insteadOf: printer.id, paper }
}

/**
 * Moves tickets that wait for a printer to its spare one. Only entries of which nothing was sent
 * are moved, and each only once.
 */
export class SpareMoves {
  readonly #context: Context
  readonly #store: PrinterStore
  #lookedAt = -Infinity

  constructor(context: Context, store: PrinterStore) {
    this.#context = context
    this.#store = store
  }

  move(): void {
    const { db, outbox, clock, notify, storeMove } = this.#context
    const printers = this.#store.all().filter(({ spareId }) => spareId !== null)
    const isEarly = clock.monotonic() - this.#lookedAt < lookEveryMs
    if (printers.length === 0 || isEarly || storeMove.isAway) return
    this.#lookedAt = clock.monotonic()
    const entries = outbox.allOpen(kind)
    const moves = printers.flatMap((printer) => this.#movesOf(printer, entries))
    if (moves.length === 0) return
    db.transact(() => {
      for (const { entry, payload } of moves) outbox.redirect(entry, payload)
      notify({ type: 'printers.changed' })
    })
  }

  #movesOf(
    printer: PrinterRow,
    entries: readonly OutboxEntry[],
  ): { entry: OutboxEntry; payload: PrintPayload }[] {
    const spare = this.#store.find(printer.spareId ?? '')
    if (spare === undefined) return []
    return this.#waiting(printer.id, entries).flatMap((entry) => {
      const payload = printPayload.safeParse(entry.payload).data
      const isOwn = payload?.printed === 'ticket' && payload.insteadOf === undefined
      return isOwn ? [{ entry, payload: onSpare(payload, printer, spare) }] : []
    })
  }

  /** The tickets of a printer that wait for too long, if its first job could not be sent. */
  #waiting(printerId: string, entries: readonly OutboxEntry[]): OutboxEntry[] {
    const { clock } = this.#context
    const own = entries.filter((entry) => entry.lane === printerId && isQueued(entry))
    // A busy printer prints them soon.
    const reason = own[0]?.reason ?? null
    if (reason === null || reason === 'printer-busy') return []
    return own.filter(({ createdAt }) => clock.now() - Date.parse(createdAt) >= patienceMs)
  }
}
