import { connect } from 'node:net'
import type { PrintTrouble } from '#contract/printers/fields.ts'
import type { Printer } from '#contract/printers/printers.ts'
import type { Clock } from '../clock/clock.ts'
import { AnswerReader, type Question } from './answer-reader.ts'
import { isPrinterPlace, lookupPrinter, notForPrinters } from './printer-place.ts'
import {
  isUsbDevice,
  openUsbDevice,
  usbPlace,
  type PrinterStream,
  type UsbPlace,
} from './usb-device.ts'

/**
 * The outcome of a question.
 * - `answered`: as a printer answers.
 * - `foreign`: bytes that no printer sends.
 * - `silent`: nothing within the waiting time.
 * - `closed`, `broken`: the other side closed the connection, in order or not.
 */
export type Received = 'answered' | 'foreign' | 'silent' | 'closed' | 'broken'

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

/** How a connection ends. */
export interface PrinterEnding {
  /** How long the machine may keep it. */
  patienceMs: number
  /** It is closed, or there was none. `isInTime` says whether the machine closed it in that time. */
  closed(isInTime: boolean): void
}

export interface PrinterAddress {
  printer: Pick<Printer, 'address' | 'port'>
  /** Whether the restaurant allows any address and port (`anyPrinterAddress`). */
  isAnywhere: boolean
  clock: Clock
  signal: AbortSignal
  /** Default: this computer's. */
  usb?: UsbPlace
  /** Default: we close the connection at once. */
  ending?: PrinterEnding
}

interface Waiting {
  /** Null if only the end counts. */
  question: Question | null
  isBegun: boolean
  resolve(outcome: Received): void
}

/** Asks questions over a connection, one after the other. `signal` breaks it off. */
export class PrinterConnection {
  readonly #stream: PrinterStream
  readonly #clock: Clock
  readonly #reader = new AnswerReader()
  /** How the connection ended. Every later question ends the same way. */
  #end: Received | null = null
  #answered: ReadonlySet<Question> = new Set()
  #waiting: Waiting | null = null

  constructor(stream: PrinterStream, { clock, signal }: Pick<PrinterAddress, 'clock' | 'signal'>) {
    this.#stream = stream
    this.#clock = clock
    const closed = new AbortController()
    stream.on('data', (bytes: Uint8Array) => this.#received(bytes))
    stream.on('error', () => this.#finish('broken'))
    stream.on('close', () => {
      closed.abort()
      this.#finish('closed')
    })
    if (signal.aborted) this.#abort()
    signal.addEventListener('abort', () => this.#abort(), { signal: closed.signal })
  }

  /** The byte of the last answer to `DLE EOT`. */
  get state(): number {
    return this.#reader.state
  }

  /**
   * Sends bytes that end with a question, and waits for the answer. `times` says how often the
   * bytes ask it. With `hangUp`, nothing more is sent after them.
   */
  ask(
    bytes: Uint8Array,
    question: Question,
    patienceMs: number,
    { hangUp = false, times = 1 } = {},
  ): Promise<Received> {
    for (let asked = 0; asked < times; asked++) this.#reader.asked(question)
    if (hangUp) this.#stream.end(bytes)
    else this.#stream.write(bytes)
    return this.#wait(question, patienceMs)
  }

  /** Waits to see whether foreign bytes follow. */
  settle(patienceMs: number): Promise<Received> {
    return this.#wait(null, patienceMs)
  }

  /**
   * Ends the connection, and waits for as long until the other side has closed it too. Resolves
   * once it is closed, with whether that was in time.
   */
  close(patienceMs: number): Promise<boolean> {
    const stream = this.#stream
    if (stream.closed) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    stream.on('close', () => resolve(true))
    if (this.#end !== null) stream.destroy()
    else if (patienceMs === 0) stream.destroySoon()
    else {
      stream.end()
      const stop = this.#clock.after(patienceMs, () => {
        resolve(false)
        stream.destroy()
      })
      stream.on('close', stop)
    }
    return promise
  }

  #abort(): void {
    this.#stream.destroy()
    this.#finish('broken')
  }

  #received(bytes: Uint8Array): void {
    const answered = this.#reader.read(bytes)
    if (answered === 'foreign') this.#finish('foreign')
    else {
      this.#answered = answered
      this.#look()
    }
  }

  /** Ends the current question and every later one. */
  #finish(how: Received): void {
    this.#end ??= how
    this.#look()
  }

  /** Resolves with whatever comes first: the end, an answer to `question`, or silence. */
  #wait(question: Question | null, patienceMs: number): Promise<Received> {
    const { promise, resolve } = Promise.withResolvers<Received>()
    this.#answered = new Set()
    const stop = this.#clock.after(patienceMs, () =>
      // A server that echoes stops in the middle of what looked like a printer's answer.
      resolve(this.#reader.isHalfway ? 'foreign' : 'silent'),
    )
    this.#waiting = { question, isBegun: false, resolve }
    this.#look()
    return promise.finally(stop)
  }

  #look(): void {
    const waiting = this.#waiting
    if (waiting === null) return
    const { question } = waiting
    if (question !== null && this.#answered.has(question)) waiting.isBegun = true
    if (this.#end !== null) waiting.resolve(this.#outcomeOfEnd(this.#end, waiting))
    else if (question !== null && waiting.isBegun && !this.#reader.isPending(question))
      waiting.resolve('answered')
  }

  /** No printer closes the connection in the middle of an answer, or before all its answers. */
  #outcomeOfEnd(how: Received, { isBegun }: Waiting): Received {
    if (how !== 'closed') return how
    if (this.#reader.isHalfway) return 'foreign'
    return isBegun ? 'broken' : 'closed'
  }
}

/** Connects to a printer. Resolves with the trouble if there is no connection. Never rejects. */
export function connectToPrinter(
  place: PrinterAddress,
  connectMs: number,
): Promise<PrinterConnection | PrintTrouble> {
  const { usb = usbPlace } = place
  return isUsbDevice(place.printer.address, usb)
    ? connectToDevice(place, usb)
    : connectToNetwork(place, connectMs)
}

/** Opens the device file of a USB printer. */
async function connectToDevice(
  place: PrinterAddress,
  usb: UsbPlace,
): Promise<PrinterConnection | PrintTrouble> {
  const stream = await openUsbDevice(place.printer.address, usb)
  return typeof stream === 'string' ? stream : new PrinterConnection(stream, place)
}

async function connectToNetwork(
  place: PrinterAddress,
  connectMs: number,
): Promise<PrinterConnection | PrintTrouble> {
  const { printer, isAnywhere, clock, signal } = place
  if (!isAnywhere && !isPrinterPlace(printer)) return 'not-for-printers'
  if (signal.aborted) return 'cut-off'
  const { promise, resolve } = Promise.withResolvers<PrinterConnection | PrintTrouble>()
  const socket = connect({
    host: printer.address,
    port: printer.port,
    noDelay: true,
    ...(!isAnywhere && { lookup: lookupPrinter }),
  })
  const connection = new PrinterConnection(socket, place)
  const stopConnecting = clock.after(connectMs, () => {
    resolve('too-slow')
    socket.destroy()
  })
  socket.on('error', (cause: NodeJS.ErrnoException) =>
    resolve(troubles[cause.code ?? ''] ?? 'cut-off'),
  )
  socket.on('close', () => {
    stopConnecting()
    resolve('cut-off')
  })
  socket.on('connect', () => {
    stopConnecting()
    resolve(connection)
  })
  return promise
}
