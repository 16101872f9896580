import { connect, type Socket } from 'node:net'
import type { PrintTrouble } from '#contract/printers/fields.ts'
import type { Printer } from '#contract/printers/printers.ts'
import type { Clock } from '../clock.ts'
import { isPrinterPlace, lookupPrinter, notForPrinters } from './printer-place.ts'

/*
 * What a receipt printer says, by the bits that ESC/POS fixes. Every byte has to be one of these; a server of another kind
 * gives itself away with its first words.
 */

/** The first of the four bytes that it sends unasked when its state changes ("automatic status back"). */
const startsUnasked = (byte: number): boolean => (byte & 0x93) === 0x10
/** The other three of them. */
const goesOnUnasked = (byte: number): boolean => (byte & 0x90) === 0
const unaskedLength = 4

/** XON and XOFF, when its memory has room again or is full. */
const isFlow = (byte: number): boolean => byte === 0x11 || byte === 0x13

/** The answer to `DLE EOT`, at once, whatever it is doing. */
const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12

/** The answer to `GS r 1`, once it has worked off what came before: two sensors of two bits each, always alike. */
const isPaper = (byte: number): boolean =>
  (byte & 0x90) === 0 &&
  [0b00, 0b11].includes(byte & 0b11) &&
  [0b00, 0b11].includes((byte >> 2) & 3)

/** What can be asked of a printer. */
export type Question = 'real-time' | 'paper'

/** Reads what a printer says, over several pieces. */
export function createAnswerReader() {
  const open = { 'real-time': 0, paper: 0 }
  let unasked = 0

  /** Null for what is no answer. */
  function questionOf(byte: number): Question | null | 'foreign' {
    if (unasked > 0) {
      unasked--
      return goesOnUnasked(byte) ? null : 'foreign'
    }
    if (isFlow(byte)) return null
    if (startsUnasked(byte)) {
      unasked = unaskedLength - 1
      return null
    }
    const question = isRealTime(byte) ? 'real-time' : 'paper'
    if (question === 'paper' && !isPaper(byte)) return 'foreign'
    // Nobody asked, or it has answered already.
    if (open[question] === 0) return 'foreign'
    open[question]--
    return question
  }

  return {
    /** A question has been sent. */
    asked: (question: Question) => void open[question]++,
    /** Which questions these bytes answer; `foreign` where no printer would have sent them. */
    read(bytes: Uint8Array): ReadonlySet<Question> | 'foreign' {
      const answered = new Set<Question>()
      for (const byte of bytes) {
        const question = questionOf(byte)
        if (question === 'foreign') return 'foreign'
        if (question !== null) answered.add(question)
      }
      return answered
    },
    /** Whether it has not answered this question as often as it was asked. */
    isPending: (question: Question) => open[question] > 0,
    /** Whether it is in the middle of what it says, which no printer stays. */
    get isHalfway() {
      return unasked > 0
    },
  }
}

/**
 * What came of a question.
 * - `answered`: as a printer answers it.
 * - `foreign`: something was said that no printer says.
 * - `silent`: nothing, for as long as we wait.
 * - `closed`, `broken`: the other side hung up, in good order or not.
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

export interface PrinterAddress {
  printer: Pick<Printer, 'address' | 'port'>
  /** Whether the restaurant allows any address and port (`anyPrinterAddress`). */
  isAnywhere: boolean
  clock: Clock
  signal: AbortSignal
}

/** Asks questions over a socket, one after the other. */
function createConversation(socket: Socket, clock: Clock) {
  const reader = createAnswerReader()
  /** How the connection ended; it ends every question from now on. */
  let end: Received | null = null
  let answered: ReadonlySet<Question> = new Set()
  let look: () => void = () => undefined

  function finish(how: Received): void {
    end ??= how
    look()
  }

  socket.on('data', (bytes) => {
    const read = reader.read(bytes)
    if (read === 'foreign') finish('foreign')
    else {
      answered = read
      look()
    }
  })
  socket.on('error', () => finish('broken'))
  socket.on('close', () => finish('closed'))

  /** Resolves with what comes first: the end, an answer to `question`, or silence. */
  function wait(question: Question | null, patienceMs: number): Promise<Received> {
    const waiting = Promise.withResolvers<Received>()
    answered = new Set()
    const stop = clock.after(patienceMs, () =>
      // An echo stops in the middle of what looked like a printer's own word.
      waiting.resolve(reader.isHalfway ? 'foreign' : 'silent'),
    )
    let isBegun = false
    /** No printer hangs up in the middle of a word, or of its answers. */
    const endsAs = (how: Received): Received => {
      if (how !== 'closed') return how
      if (reader.isHalfway) return 'foreign'
      return isBegun ? 'broken' : 'closed'
    }
    look = () => {
      if (question !== null && answered.has(question)) isBegun = true
      if (end !== null) waiting.resolve(endsAs(end))
      else if (question !== null && isBegun && !reader.isPending(question))
        waiting.resolve('answered')
    }
    look()
    return waiting.promise.finally(stop)
  }

  return {
    /** Ends what is being asked, and whatever is asked later. */
    finish,
    /**
     * Sends bytes that end with a question, and waits for the answer. `times` says how often the bytes ask it. With `hangUp`
     * nothing more is sent after them.
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
    /** Waits whether anything foreign follows. */
    settle: (patienceMs: number) => wait(null, patienceMs),
    close() {
      if (end === null) socket.destroySoon()
      else socket.destroy()
    },
  }
}

/** Connects to a printer; resolves with the trouble where there is no connection. Never rejects. */
export function connectToPrinter(place: PrinterAddress, connectMs: number) {
  const { printer, isAnywhere, clock, signal } = place
  const { promise, resolve } = Promise.withResolvers<
    ReturnType<typeof createConversation> | PrintTrouble
  >()
  if (!isAnywhere && !isPrinterPlace(printer)) resolve('not-for-printers')
  else if (signal.aborted) resolve('cut-off')
  else {
    const socket = connect({
      host: printer.address,
      port: printer.port,
      noDelay: true,
      ...(!isAnywhere && { lookup: lookupPrinter }),
    })
    const conversation = createConversation(socket, clock)
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
