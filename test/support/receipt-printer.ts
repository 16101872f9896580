import { createServer, type Socket } from 'node:net'
import { reservedPort } from './reserved-port.ts'

/**
 * What a printer does with what it gets: prints it and says so; prints it, says nothing and hangs up when we do; takes it
 * and never says a word; dies after a few bytes, or once all is printed; dies in the middle of what it says of itself; is a
 * web server. All but the mute one answer when they are asked for their state at once.
 */
export type PrinterManner =
  | 'answers'
  | 'prints-mutely'
  | 'silent'
  | 'dies'
  | 'dies-after'
  | 'dies-halfway'
  | 'web-server'

/** A receipt printer on a real TCP port of this machine. */
export interface ReceiptPrinter {
  readonly port: number
  manner: PrinterManner
  /** What came, a connection each. */
  readonly papers: Uint8Array[]
  /** How many of them came to their end. */
  readonly printed: number
  /** Nothing listens there any more. */
  close(): Promise<void>
  /** One that was silent says after all that it has printed. */
  answer(): void
  /** Listens again, at the same port. */
  open(): Promise<void>
}

const askForState = Buffer.from([0x1d, 0x72, 0x01])
const askAtOnce = Buffer.from([0x10, 0x04, 0x01])
const diesAfter = 40

export async function openReceiptPrinter(manner: PrinterManner): Promise<ReceiptPrinter> {
  const sockets = new Set<Socket>()
  const papers: Uint8Array[] = []

  function take(socket: Socket): void {
    /** Where its paper lies; null before anything is to be printed. */
    let place: number | null = null
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('end', () => {
      if (printer.manner !== 'silent') socket.end()
    })
    /** What is left of the bytes without questions that are answered at once. */
    function withoutQuestions(data: Buffer): Buffer {
      const at = data.indexOf(askAtOnce)
      if (at === -1) return data
      if (printer.manner !== 'prints-mutely') socket.write(Uint8Array.of(0x16))
      const rest = data.subarray(at + askAtOnce.length)
      return Buffer.concat([data.subarray(0, at), withoutQuestions(rest)])
    }
    socket.on('data', (bytes) => {
      if (printer.manner === 'web-server') {
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
        return
      }
      const data = withoutQuestions(bytes)
      // Also the empty line that comes before the question when a printer is set up.
      if (data.toString().trim() === '') return
      place ??= papers.push(Buffer.alloc(0)) - 1
      const paper = Buffer.concat([papers[place] ?? Buffer.alloc(0), data])
      papers[place] = printer.manner === 'dies' ? paper.subarray(0, diesAfter) : paper
      if (printer.manner === 'dies') socket.resetAndDestroy()
      if (!paper.includes(askForState)) return
      if (printer.manner === 'dies-after') socket.resetAndDestroy()
      if (printer.manner === 'dies-halfway') socket.end(Uint8Array.of(0x14, 0x00))
      // First what it tells unasked, as one that was just opened does.
      if (printer.manner === 'answers') socket.write(Uint8Array.of(0x14, 0x00, 0x00, 0x0f, 0x00))
    })
  }

  const server = createServer({ allowHalfOpen: true }, take)
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const port = await reservedPort()
  await listen(port)
  const printer: ReceiptPrinter = {
    port,
    manner,
    papers,
    get printed() {
      return papers.filter((paper) => Buffer.from(paper).includes(askForState)).length
    },
    answer() {
      for (const socket of sockets) socket.write(Uint8Array.of(0x00))
    },
    open: () => listen(port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return printer
}
