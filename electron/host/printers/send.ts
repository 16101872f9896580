import type { PrintTrouble } from '#contract/printers/fields.ts'
import { askForState } from './encode.ts'
import { connectToPrinter, type Received, type PrinterAddress } from './printer-connection.ts'

/** How long a printer may take to be there, and to say that a paper is printed: a close-out is half a metre long. */
const connectMs = 5_000
const silenceMs = 20_000
/** How long one may take to answer at once. */
const realTimeMs = 500
/** Whoever answers in words does not stop after a letter that looks like a state. */
const settleMs = 200
/** A person waits for these. */
const setUpConnectMs = 3_000
const setUpSilenceMs = 1_500

/** `DLE EOT 1`: "Tell your state at once." Prints nothing. */
const askAtOnce = Uint8Array.of(0x10, 0x04, 0x01)
/** The same, and an empty line: many servers say nothing before a line has ended. */
const askAtSetUp = Uint8Array.of(0x0d, 0x0a, ...askAtOnce)

/**
 * What became of bytes for a printer.
 * - `not-sent`: nothing of them left.
 * - `silent`: some of them left, and the printer never said that all is printed.
 * - `foreign`: the same, and what answered is no printer.
 * - `done`: all is printed; `answered` where it said so itself.
 */
export type Sent =
  | { kind: 'not-sent'; trouble: PrintTrouble }
  | { kind: 'silent' }
  | { kind: 'foreign' }
  | { kind: 'done'; answered: boolean }

interface Sending extends PrinterAddress {
  /** They end with the question of the state of the paper (`encode.ts`). */
  bytes: Uint8Array
  /** False for one that prints and says nothing: it is done when it has taken all, and hung up in good order. */
  answers: boolean
}

/** What its answer to the first question makes of a machine; null where it may be a printer. */
function notAPrinter(received: Received): PrintTrouble | null {
  if (received === 'foreign') return 'no-printer'
  return received === 'closed' || received === 'broken' ? 'cut-off' : null
}

/**
 * Sends bytes to a printer once, over a connection of their own, after a question that only a printer understands: what
 * answers in another way gets nothing. Never rejects.
 */
export async function sendToPrinter({ bytes, answers, ...place }: Sending): Promise<Sent> {
  const connection = await connectToPrinter(place, connectMs)
  if (typeof connection === 'string') return { kind: 'not-sent', trouble: connection }
  try {
    // Some printers do not know this question.
    const first = await connection.ask(askAtOnce, 'real-time', realTimeMs)
    const trouble = notAPrinter(first)
    if (trouble !== null) return { kind: 'not-sent', trouble }
    // One byte that looks like a state may be chance, also after the paper: a printer answers twice.
    const paper =
      first === 'answered'
        ? { bytes, times: 1 }
        : { bytes: Uint8Array.of(...askForState, ...bytes), times: 2 }
    const received = await connection.ask(paper.bytes, 'paper', silenceMs, {
      hangUp: !answers,
      times: paper.times,
    })
    if (received === 'foreign') return { kind: 'foreign' }
    if (received === 'closed' && !answers) return { kind: 'done', answered: false }
    if (received !== 'answered') return { kind: 'silent' }
    return (await connection.settle(settleMs)) === 'foreign'
      ? { kind: 'foreign' }
      : { kind: 'done', answered: true }
  } finally {
    connection.close()
  }
}

/**
 * Asks what is at an address before it is kept. Null where a printer may be there, also one that is off or says nothing;
 * else `no-printer` or `not-for-printers`.
 */
export async function examinePlace(place: PrinterAddress): Promise<PrintTrouble | null> {
  const connection = await connectToPrinter(place, setUpConnectMs)
  if (typeof connection === 'string') return connection === 'not-for-printers' ? connection : null
  try {
    const received = await connection.ask(askAtSetUp, 'real-time', setUpSilenceMs)
    if (received === 'foreign') return 'no-printer'
    if (received !== 'answered') return null
    return (await connection.settle(settleMs)) === 'foreign' ? 'no-printer' : null
  } finally {
    connection.close()
  }
}
