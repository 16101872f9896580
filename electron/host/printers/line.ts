import { connect } from 'node:net'
import type { PrintTrouble } from '#contract/printers/fields.ts'
import type { Printer } from '#contract/printers/printers.ts'
import type { Clock } from '../clock.ts'
import { createAnswerReader, type Question } from './answer.ts'
import { isPrinterPlace, lookupPrinter, notForPrinters } from './printer-place.ts'

/**
 * What came of a question.
 * - `answered`: as a printer answers it.
 * - `foreign`: something was said that no printer says.
 * - `silent`: nothing, for as long as we wait.
 * - `closed`, `broken`: the other side hung up, in good order or not.
 */
export type Heard = 'answered' | 'foreign' | 'silent' | 'closed' | 'broken'

/** A connection to a printer. */
export interface PrinterLine {
  /**
   * Sends bytes whose last are a question, and waits for its answer, for as many as they ask it `times`. With `hangUp`
   * nothing more is sent after them.
   */
  ask(
    bytes: Uint8Array,
    question: Question,
    patienceMs: number,
    more?: { hangUp?: boolean; times?: number },
  ): Promise<Heard>
  /** Waits whether anything foreign follows. */
  settle(patienceMs: number): Promise<Heard>
  close(): void
}

const troubles: Record<string, PrintTrouble> = {
  ECONNREFUSED: 'nobody-listens',
  ENOTFOUND: 'no-such-name',
  EAI_AGAIN: 'no-such-name',
  EHOSTUNREACH: 'no-way-there',
  ENETUNREACH: 'no-way-there',
  ENETDOWN: 'no-way-there',
  EHOSTDOWN: 'no-way-there',
  ETIMEDOUT: 'too-slow',
  [notForPrinters]: 'not-for-printers',
}

export interface LinePlace {
  printer: Pick<Printer, 'address' | 'port'>
  /** Whether the restaurant allows any address and port (`anyPrinterAddress`). */
  isAnywhere: boolean
  clock: Clock
  signal: AbortSignal
}

/** Connects to a printer; answers the trouble where there is no connection. Never rejects. */
export function openLine(place: LinePlace, connectMs: number): Promise<PrinterLine | PrintTrouble> {
  const { printer, isAnywhere, clock, signal } = place
  const { promise, resolve } = Promise.withResolvers<PrinterLine | PrintTrouble>()
  if (!isAnywhere && !isPrinterPlace(printer)) return Promise.resolve('not-for-printers')
  if (signal.aborted) return Promise.resolve('cut-off')
  const socket = connect({
    host: printer.address,
    port: printer.port,
    noDelay: true,
    ...(!isAnywhere && { lookup: lookupPrinter }),
  })
  const reader = createAnswerReader()
  /** What ends every question from now on. */
  let end: Heard | null = null
  let answered: ReadonlySet<Question> = new Set()
  let look: () => void = () => undefined

  function finish(how: Heard): void {
    end ??= how
    look()
  }
  const abort = (): void => {
    socket.destroy()
    finish('broken')
    resolve('cut-off')
  }
  const stopConnecting = clock.after(connectMs, () => {
    socket.destroy()
    resolve('too-slow')
  })
  signal.addEventListener('abort', abort)

  socket.on('data', (bytes) => {
    const read = reader.read(bytes)
    if (read === 'foreign') finish('foreign')
    else {
      answered = read
      look()
    }
  })
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    finish('broken')
    resolve(troubles[cause.code ?? ''] ?? 'cut-off')
  })
  socket.on('close', () => {
    signal.removeEventListener('abort', abort)
    stopConnecting()
    finish('closed')
  })

  /** The first that ends it, an answer to `question`, or silence. */
  function wait(question: Question | null, patienceMs: number): Promise<Heard> {
    const waiting = Promise.withResolvers<Heard>()
    answered = new Set()
    const stop = clock.after(patienceMs, () =>
      // An echo stops in the middle of what looked like a printer's own word.
      waiting.resolve(reader.isHalfway ? 'foreign' : 'silent'),
    )
    let isBegun = false
    /** No printer hangs up in the middle of a word, or of its answers. */
    const endsAs = (how: Heard): Heard => {
      if (how !== 'closed') return how
      if (reader.isHalfway) return 'foreign'
      return isBegun ? 'broken' : 'closed'
    }
    look = () => {
      if (question !== null && answered.has(question)) isBegun = true
      if (end !== null) waiting.resolve(endsAs(end))
      else if (question !== null && isBegun && !reader.owes(question)) waiting.resolve('answered')
    }
    look()
    return waiting.promise.finally(stop)
  }

  const line: PrinterLine = {
    ask(bytes, question, patienceMs, { hangUp = false, times = 1 } = {}) {
      for (let asked = 0; asked < times; asked++) reader.asked(question)
      if (hangUp) socket.end(bytes)
      else socket.write(bytes)
      return wait(question, patienceMs)
    },
    settle: (patienceMs) => wait(null, patienceMs),
    close() {
      if (end === null) socket.destroySoon()
      else socket.destroy()
    },
  }
  socket.on('connect', () => {
    stopConnecting()
    resolve(line)
  })
  return promise
}
