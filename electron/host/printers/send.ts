import type { PrintTrouble } from '#contract/printers/fields.ts'
import { askForState } from './encode.ts'
import {
  connectToPrinter,
  type PrinterAddress,
  type PrinterConnection,
  type PrinterEnding,
  type Received,
} from './printer-connection.ts'

/**
 * How long a printer may take to connect, and to report that a job is printed: a close-out is half
 * a metre long.
 */
const connectMs = 5_000
const silenceMs = 20_000
/** How long a printer may take to answer at once. */
const realTimeMs = 500
/** Waits for more bytes: a server's text may start with a letter that looks like a printer's state. */
const settleMs = 200
/** Shorter, because a person waits. */
const setUpConnectMs = 3_000
const setUpSilenceMs = 1_500

/** `DLE EOT 1`, the real-time status. It prints nothing. */
const askAtOnce = Uint8Array.of(0x10, 0x04, 0x01)
/** `DLE EOT 2` and `DLE EOT 4`: why it is off-line, and what its paper sensors see. */
const askForCause = Uint8Array.of(0x10, 0x04, 0x02)
const askForRoll = Uint8Array.of(0x10, 0x04, 0x04)
/** Bits of the answers to the three questions, as ESC/POS defines them. */
const isOffline = 0x08
const isCoverOpen = 0x04
const stoppedByPaper = 0x20
const isPaperLow = 0x0c
const isPaperOut = 0x60
/** The same after an empty line: many servers answer only when a line has ended. */
const askAtSetUp = Uint8Array.of(0x0d, 0x0a, ...askAtOnce)

/**
 * The outcome of sending to a printer.
 * - `not-sent`: no byte was sent.
 * - `silent`: some bytes were sent, and the printer never reported that everything is printed.
 * - `foreign`: the same, and the device that answered is not a printer.
 * - `done`: everything is printed; `answered` if the printer reported it.
 */
export type Sent =
  | { kind: 'not-sent'; trouble: PrintTrouble }
  | { kind: 'silent' }
  | { kind: 'foreign' }
  | { kind: 'done'; answered: boolean }

interface Sending extends PrinterAddress {
  /** They end with the paper status question (`encode.ts`). */
  bytes: Uint8Array
  /**
   * False for a printer that prints without an answer. Its job is done when it has accepted
   * everything and closed the connection in order.
   */
  answers: boolean
  /** Whether it prints even when it says that it is off-line. */
  ignoresOffline: boolean
  /** Whether it always answers the first question unless it is busy. Default: unknown. */
  expectsAnswer?: boolean
  /** Called when it answers the first question. */
  onAnswer?: () => void
  /** Called when the printer says whether its paper is nearly used up. */
  onPaper?: (isLow: boolean) => void
}

const atOnce: PrinterEnding = { patienceMs: 0, closed: () => undefined }

/** What the answer to the first question says about a machine; null if it may be a printer. */
function notAPrinter(answer: Received): PrintTrouble | null {
  if (answer === 'foreign') return 'no-printer'
  return answer === 'closed' || answer === 'broken' ? 'cut-off' : null
}

type ExamineOptions = { [Key in 'ignoresOffline' | 'onPaper']: Sending[Key] | undefined }

/**
 * Asks a printer that answers whether it can print. Null if it can, or says nothing about it. An
 * older printer may not know these questions, and is not asked any more after the first silence.
 */
async function examineState(
  connection: PrinterConnection,
  { ignoresOffline, onPaper }: ExamineOptions,
): Promise<PrintTrouble | null> {
  const states = [connection.state]
  for (const question of [askForCause, askForRoll]) {
    const answer = await connection.ask(question, 'real-time', realTimeMs)
    const trouble = notAPrinter(answer)
    if (trouble !== null) return trouble
    if (answer !== 'answered') break
    states.push(connection.state)
  }
  const [state = 0, cause = 0, roll] = states
  if (roll !== undefined) onPaper?.((roll & isPaperLow) !== 0)
  if ((cause & isCoverOpen) !== 0) return 'cover-open'
  if ((cause & stoppedByPaper) !== 0 || ((roll ?? 0) & isPaperOut) !== 0) return 'no-paper'
  return ignoresOffline || (state & isOffline) === 0 ? null : 'printer-offline'
}

/**
 * Sends bytes to a printer once, over their own connection, after a question that only a printer
 * understands. A machine that answers in another way receives no content. Never rejects.
 */
export async function sendToPrinter({
  bytes,
  answers,
  ignoresOffline,
  onPaper,
  onAnswer,
  expectsAnswer = false,
  ...place
}: Sending): Promise<Sent> {
  const { ending = atOnce } = place
  const connection = await connectToPrinter(place, connectMs)
  if (typeof connection === 'string') {
    ending.closed(true)
    return { kind: 'not-sent', trouble: connection }
  }
  let { patienceMs } = ending
  try {
    // Some printers do not know this question.
    const first = await connection.ask(askAtOnce, 'real-time', realTimeMs)
    if (first === 'answered') onAnswer?.()
    // Its system took the connection, but the printer has another one. Content would be printed when
    // nobody waits for it any more.
    else if (first === 'silent' && expectsAnswer) {
      patienceMs = 0
      return { kind: 'not-sent', trouble: 'printer-busy' }
    }
    const trouble =
      first === 'answered'
        ? await examineState(connection, { ignoresOffline, onPaper })
        : notAPrinter(first)
    if (trouble !== null) return { kind: 'not-sent', trouble }
    // A single byte that looks like a state may be chance, even after the content, so a printer has
    // to answer twice.
    const paper =
      first === 'answered'
        ? { bytes, times: 1 }
        : { bytes: Uint8Array.of(...askForState, ...bytes), times: 2 }
    const answer = await connection.ask(paper.bytes, 'paper', silenceMs, {
      hangUp: !answers,
      times: paper.times,
    })
    if (answer === 'foreign') return { kind: 'foreign' }
    if (answer === 'closed' && !answers) return { kind: 'done', answered: false }
    if (answer !== 'answered') {
      patienceMs = 0
      return { kind: 'silent' }
    }
    return (await connection.settle(settleMs)) === 'foreign'
      ? { kind: 'foreign' }
      : { kind: 'done', answered: true }
  } finally {
    void connection.close(patienceMs).then((isInTime) => ending.closed(isInTime))
  }
}

/**
 * Checks an address before it is saved. Null if a printer may be there, even one that is off or
 * silent; otherwise why none can be there.
 */
export async function examinePlace(
  place: PrinterAddress,
): Promise<'no-printer' | 'not-for-printers' | 'usb-needs-linux' | null> {
  const { ending = atOnce } = place
  const connection = await connectToPrinter(place, setUpConnectMs)
  if (typeof connection === 'string') {
    ending.closed(true)
    return connection === 'not-for-printers' || connection === 'usb-needs-linux' ? connection : null
  }
  try {
    const answer = await connection.ask(askAtSetUp, 'real-time', setUpSilenceMs)
    if (answer === 'foreign') return 'no-printer'
    if (answer !== 'answered') return null
    return (await connection.settle(settleMs)) === 'foreign' ? 'no-printer' : null
  } finally {
    // A person wants to print a test now. If the machine keeps this connection, the test waits.
    void connection.close(0).then((isInTime) => ending.closed(isInTime))
  }
}
