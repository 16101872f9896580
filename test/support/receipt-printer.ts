import { createServer, type Socket } from 'node:net'
import { reservedPort } from './reserved-port.ts'

/**
 * What a printer does with what it gets: prints it and says so; prints it, says nothing and hangs up when we do; takes it
 * and never says a word; dies after a few bytes.
 */
export type PrinterManner = 'answers' | 'prints-mutely' | 'silent' | 'dies'

/** A receipt printer on a real TCP port of this machine. */
export interface ReceiptPrinter {
  readonly port: number
  manner: PrinterManner
  /** What came, a connection each. */
  readonly papers: Uint8Array[]
  /** Nothing listens there any more. */
  close(): Promise<void>
  /** One that was silent says after all that it has printed. */
  answer(): void
  /** Listens again, at the same port. */
  open(): Promise<void>
}

const askForState = Buffer.from([0x1d, 0x72, 0x01])
const diesAfter = 40

export async function openReceiptPrinter(manner: PrinterManner): Promise<ReceiptPrinter> {
  const sockets = new Set<Socket>()
  const papers: Uint8Array[] = []

  function take(socket: Socket): void {
    const place = papers.push(Buffer.alloc(0)) - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('end', () => {
      if (printer.manner !== 'silent') socket.end()
    })
    socket.on('data', (data) => {
      const paper = Buffer.concat([papers[place] ?? Buffer.alloc(0), data])
      papers[place] = printer.manner === 'dies' ? paper.subarray(0, diesAfter) : paper
      if (printer.manner === 'dies') socket.resetAndDestroy()
      // First what it tells unasked, as one that was just opened does.
      else if (printer.manner === 'answers' && paper.includes(askForState))
        socket.write(Uint8Array.of(0x14, 0x00, 0x00, 0x0f, 0x00))
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
