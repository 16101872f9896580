import { connect } from 'node:net'
import type { PrintTrouble } from '#contract/printers/fields.ts'
import type { Printer } from '#contract/printers/printers.ts'
import type { Clock } from '../clock.ts'
import { isPrinterPlace, lookupPrinter, notForPrinters } from './printer-place.ts'
import {
  isUsbDevice,
  openUsbDevice,
  usbPlace,
  type PrinterStream,
  type UsbPlace,
} from './usb-device.ts'

/*
 * The bytes that a receipt printer can send, by the bits that ESC/POS fixes. Every byte has to be
 * one of these, so another kind of server reveals itself with its first bytes.
 */

/**
 * The first of the four bytes that a printer sends unasked when its state changes ("automatic
 * status back").
 */
const startsUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
/** The other three of those bytes. */
const continuesStatus = (byte: number): boolean => (byte & 0x90) === 0
const unaskedLength = 4

/** XON and XOFF: the printer's memory has room again, or is full. */
const isFlow = (byte: number): boolean => byte === 0x11 || byte === 0x13

/** The answer to `DLE EOT`, which comes at once, even while the printer is busy. */
const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12

/**
 * The answer to `GS r 1`, which comes after everything before it is processed: two sensors of two
 * bits each, whose two bits are always equal.
 */
const isPaper = (byte: number): boolean =>
  (byte & 0x90) === 0 &&
  [0b00, 0b11].includes(byte & 0b11) &&
  [0b00, 0b11].includes((byte >> 2) & 3)

export type Question = 'real-time' | 'paper'

/** Reads the answers of a printer from several chunks. */
export function createAnswerReader() {
  const open = { 'real-time': 0, paper: 0 }
  let state = 0
  let unasked = 0

  /** Null for a byte that is not an answer. */
  function questionOf(byte: number): Question | null | 'foreign' {
    if (unasked > 0) {
      unasked--
      return continuesStatus(byte) ? null : 'foreign'
    }
    if (isFlow(byte)) return null
    if (startsUnasked(byte)) {
      unasked = unaskedLength - 1
      return null
    }
    const question = isRealTime(byte) ? 'real-time' : 'paper'
    if (question === 'paper' && !isPaper(byte)) return 'foreign'
    // The question was not asked, or was answered already.
    if (open[question] === 0) return 'foreign'
    open[question]--
    if (question === 'real-time') state = byte
    return question
  }

  return {
    /** Call this when a question has been sent. */
    asked: (question: Question) => void open[question]++,
    /** The questions that these bytes answer; `foreign` if no printer would send them. */
    read(bytes: Uint8Array): ReadonlySet<Question> | 'foreign' {
      const answered = new Set<Question>()
      for (const byte of bytes) {
        const question = questionOf(byte)
        if (question === 'foreign') return 'foreign'
        if (question !== null) answered.add(question)
      }
      return answered
    },
    /** Whether the question was asked more often than it was answered. */
    isPending: (question: Question) => open[question] > 0,
    /** The byte of the last answer that came at once. */
    get state() {
      return state
    },
    /** Whether an answer is incomplete. A printer always completes it. */
    get isHalfway() {
      return unasked > 0
    },
  }
}

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

/** Asks questions over a connection, one after the other. */
function createQuestions(socket: PrinterStream, clock: Clock) {
  const reader = createAnswerReader()
  /** How the connection ended. Every later question ends the same way. */
  let end: Received | null = null
  let answered: ReadonlySet<Question> = new Set()
  let look: () => void = () => undefined

  function finish(how: Received): void {
    end ??= how
    look()
  }

  socket.on('data', (bytes: Uint8Array) => {
    const read = reader.read(bytes)
    if (read === 'foreign') finish('foreign')
    else {
      answered = read
      look()
    }
  })
  socket.on('error', () => finish('broken'))
  socket.on('close', () => finish('closed'))

  /** Resolves with whatever comes first: the end, an answer to `question`, or silence. */
  function wait(question: Question | null, patienceMs: number): Promise<Received> {
    const waiting = Promise.withResolvers<Received>()
    answered = new Set()
    const stop = clock.after(patienceMs, () =>
      // A server that echoes stops in the middle of what looked like a printer's answer.
      waiting.resolve(reader.isHalfway ? 'foreign' : 'silent'),
    )
    let isBegun = false
    /** No printer closes the connection in the middle of an answer, or before all its answers. */
    const outcomeOfEnd = (how: Received): Received => {
      if (how !== 'closed') return how
      if (reader.isHalfway) return 'foreign'
      return isBegun ? 'broken' : 'closed'
    }
    look = () => {
      if (question !== null && answered.has(question)) isBegun = true
      if (end !== null) waiting.resolve(outcomeOfEnd(end))
      else if (question !== null && isBegun && !reader.isPending(question))
        waiting.resolve('answered')
    }
    look()
    return waiting.promise.finally(stop)
  }

  return {
    /** Ends the current question and every later one. */
    finish,
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
      for (let asked = 0; asked < times; asked++) reader.asked(question)
      if (hangUp) socket.end(bytes)
      else socket.write(bytes)
      return wait(question, patienceMs)
    },
    /** The byte of the last answer to `DLE EOT`. */
    state: () => reader.state,
    /** Waits to see whether foreign bytes follow. */
    settle: (patienceMs: number) => wait(null, patienceMs),
    /**
     * Ends the connection, and waits for as long until the other side has closed it too. Resolves
     * once it is closed, with whether that was in time.
     */
    close(patienceMs: number): Promise<boolean> {
      if (socket.closed) return Promise.resolve(true)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      socket.on('close', () => resolve(true))
      if (end !== null) socket.destroy()
      else if (patienceMs === 0) socket.destroySoon()
      else {
        socket.end()
        const stop = clock.after(patienceMs, () => {
          resolve(false)
          socket.destroy()
        })
        socket.on('close', stop)
      }
      return promise
    },
  }
}

type Questions = ReturnType<typeof createQuestions>

/** Opens the device file of a USB printer. */
async function connectToDevice(
  { printer, clock, signal }: PrinterAddress,
  usb: UsbPlace,
): Promise<Questions | PrintTrouble> {
  const stream = await openUsbDevice(printer.address, usb)
  if (typeof stream === 'string') return stream
  const conversation = createQuestions(stream, clock)
  const abort = (): void => {
    stream.destroy()
    conversation.finish('broken')
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  stream.on('close', () => signal.removeEventListener('abort', abort))
  return conversation
}

/** Connects to a printer. Resolves with the trouble if there is no connection. Never rejects. */
export function connectToPrinter(
  place: PrinterAddress,
  connectMs: number,
): Promise<Questions | PrintTrouble> {
  const { usb = usbPlace } = place
  return isUsbDevice(place.printer.address, usb)
    ? connectToDevice(place, usb)
    : connectToNetwork(place, connectMs)
}

function connectToNetwork(place: PrinterAddress, connectMs: number) {
  const { printer, isAnywhere, clock, signal } = place
  const { promise, resolve } = Promise.withResolvers<Questions | PrintTrouble>()
  if (!isAnywhere && !isPrinterPlace(printer)) resolve('not-for-printers')
  else if (signal.aborted) resolve('cut-off')
  else {
    const socket = connect({
      host: printer.address,
      port: printer.port,
      noDelay: true,
      ...(!isAnywhere && { lookup: lookupPrinter }),
    })
    const conversation = createQuestions(socket, clock)
    const abort = (): void => {
      socket.destroy()
      conversation.finish('broken')
      resolve('cut-off')
    }
    const stopConnecting = clock.after(connectMs, () => {
      socket.destroy()
      resolve('too-slow')
    })
    signal.addEventListener('abort', abort)
    socket.on('error', (cause: NodeJS.ErrnoException) =>
      resolve(troubles[cause.code ?? ''] ?? 'cut-off'),
    )
    socket.on('close', () => {
      signal.removeEventListener('abort', abort)
      stopConnecting()
    })
    socket.on('connect', () => {
      stopConnecting()
      resolve(conversation)
    })
  }
  return promise
}
