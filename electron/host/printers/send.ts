import { connect } from 'node:net'
import type { Printer, PrintTrouble } from '#contract/printers.ts'
import type { Clock } from '../clock.ts'
import { createAnswerReader } from './answer.ts'

/** How long a printer may take to be there, and to say that a paper is printed: a close-out is half a metre long. */
const connectMs = 5_000
const silenceMs = 20_000

/**
 * What became of bytes for a printer.
 * - `not-sent`: no connection was made, and nothing left.
 * - `silent`: some of them left, and the printer never said that all is printed.
 * - `done`: all is printed; `answered` where it said so itself.
 */
export type Sent =
  | { kind: 'not-sent'; trouble: PrintTrouble }
  | { kind: 'silent' }
  | { kind: 'done'; answered: boolean }

const troubles: Record<string, PrintTrouble> = {
  ECONNREFUSED: 'nobody-listens',
  ENOTFOUND: 'no-such-name',
  EAI_AGAIN: 'no-such-name',
  EHOSTUNREACH: 'no-way-there',
  ENETUNREACH: 'no-way-there',
  ENETDOWN: 'no-way-there',
  EHOSTDOWN: 'no-way-there',
  ETIMEDOUT: 'too-slow',
}

interface Sending {
  printer: Pick<Printer, 'address' | 'port'>
  bytes: Uint8Array
  /** False for one that prints and says nothing: it is done when it has taken all, and hung up in good order. */
  answers: boolean
  clock: Clock
  signal: AbortSignal
}

/** Sends bytes to a printer once, over a connection of their own. Never rejects. */
export function sendToPrinter({ printer, bytes, answers, clock, signal }: Sending): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>()
  const socket = connect({ host: printer.address, port: printer.port, noDelay: true })
  const heard = createAnswerReader()
  let hasLeft = false
  let stopWaiting = clock.after(connectMs, () => end({ kind: 'not-sent', trouble: 'too-slow' }))

  function end(sent: Sent): void {
    stopWaiting()
    signal.removeEventListener('abort', abort)
    if (sent.kind === 'done') socket.destroySoon()
    else socket.destroy()
    resolve(sent)
  }
  const fail = (trouble: PrintTrouble): void =>
    end(hasLeft ? { kind: 'silent' } : { kind: 'not-sent', trouble })
  const abort = (): void => fail('cut-off')

  socket.on('connect', () => {
    stopWaiting()
    stopWaiting = clock.after(silenceMs, () => end({ kind: 'silent' }))
    hasLeft = true
    if (answers) socket.write(bytes)
    else socket.end(bytes)
  })
  socket.on('data', (data) => {
    if (heard(data)) end({ kind: 'done', answered: true })
  })
  socket.on('error', (cause: NodeJS.ErrnoException) =>
    fail(troubles[cause.code ?? ''] ?? 'cut-off'),
  )
  socket.on('close', (hadError) => {
    if (hadError || answers) fail('cut-off')
    else end({ kind: 'done', answered: false })
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return promise
}
