import { createServer, type Socket } from 'node:net'
import { reservedPort } from './reserved-port.ts'

/**
 * What a printer does with a job: prints it and reports it; prints it without a report, and closes
 * the connection when we do; accepts it and never answers; dies after a few bytes, or once
 * everything is printed; dies in the middle of its answer; or is a web server. All except the mute
 * one answer the real-time status question.
 */
export type PrinterBehaviour =
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
  behaviour: PrinterBehaviour
  /** Its answers to `DLE EOT` 1, 2 and 4; null for a question that it doesn't know. */
  states: { 1: number; 2: number | null; 4: number | null }
  /** The received bytes, one entry per connection. */
  readonly papers: Uint8Array[]
  /** How many jobs were printed to their end. */
  readonly printed: number
  close(): Promise<void>
  /** A silent printer reports after all that it has printed. */
  answer(): void
  /** Listens again on the same port. */
  open(): Promise<void>
}

const askForState = Buffer.from([0x1d, 0x72, 0x01])
const askAtOnce = Buffer.from([0x10, 0x04])
const diesAfter = 40

export async function openReceiptPrinter(behaviour: PrinterBehaviour): Promise<ReceiptPrinter> {
  const sockets = new Set<Socket>()
  const papers: Uint8Array[] = []

  function take(socket: Socket): void {
    /** The index of the job in `papers`; null before anything is to be printed. */
    let place: number | null = null
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('end', () => {
      if (printer.behaviour !== 'silent') socket.end()
    })
    /** Removes the questions that are answered at once from the bytes. */
    function withoutQuestions(data: Buffer): Buffer {
      const at = data.indexOf(askAtOnce)
      if (at === -1) return data
      const asked = data[at + askAtOnce.length] as 1 | 2 | 4
      const state = printer.states[asked]
      if (printer.behaviour !== 'prints-mutely' && state !== null)
        socket.write(Uint8Array.of(state))
      const rest = data.subarray(at + askAtOnce.length + 1)
      return Buffer.concat([data.subarray(0, at), withoutQuestions(rest)])
    }
    socket.on('data', (bytes) => {
      if (printer.behaviour === 'web-server') {
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
        return
      }
      const data = withoutQuestions(bytes)
      // This includes the empty line that comes before the question when a printer is set up.
      if (data.toString().trim() === '') return
      place ??= papers.push(Buffer.alloc(0)) - 1
      const paper = Buffer.concat([papers[place] ?? Buffer.alloc(0), data])
      papers[place] = printer.behaviour === 'dies' ? paper.subarray(0, diesAfter) : paper
      if (printer.behaviour === 'dies') socket.resetAndDestroy()
      if (!paper.includes(askForState)) return
      if (printer.behaviour === 'dies-after') socket.resetAndDestroy()
      if (printer.behaviour === 'dies-halfway') socket.end(Uint8Array.of(0x14, 0x00))
      // Printers send their state unasked after they were opened.
      if (printer.behaviour === 'answers') socket.write(Uint8Array.of(0x14, 0x00, 0x00, 0x0f, 0x00))
    })
  }

  const server = createServer({ allowHalfOpen: true }, take)
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  const port = await reservedPort()
  await listen(port)
  const printer: ReceiptPrinter = {
    port,
    behaviour,
    states: { 1: 0x16, 2: 0x12, 4: 0x12 },
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
