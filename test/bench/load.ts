import { connect } from 'node:net'
import { orderText } from './order-text.ts'
import { percentile } from './figure.ts'

/** One round of load, as JSON in the first argument. */
export interface LoadPlan {
  url: string
  token: string
  connections: number
  /** Ends after these seconds, or after this many answers. */
  seconds: number
  orders?: number
  /** The prefix of all ids, so that no two rounds share one. */
  run: string
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers other than 200, and broken connections. */
  failed: number
}

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
const { host, hostname, port } = new URL(plan.url)
const head = `POST / HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${plan.token}\r\ncontent-type: application/json\r\n`
const latencies: number[] = []
let sent = 0
let failed = 0
const started = performance.now()
const isOver = (): boolean =>
  performance.now() - started > plan.seconds * 1000 || sent === (plan.orders ?? Infinity)

/**
 * The length of the first whole response in `text`; 0 if it is incomplete. Both servers send a
 * content length.
 */
function wholeResponse(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
  return end === -1 || text.length < end + 4 + length ? 0 : end + 4 + length
}

/**
 * One connection, which sends the next order after the last answer. It uses plain sockets, because
 * a client as heavy as the server would make every server look as good as the bare one.
 */
const connection = (): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let sentAt = 0
    let received = ''
    const next = (): void => {
      if (isOver()) {
        socket.destroy()
        return
      }
      sent += 1
      const body = orderText(`${plan.run}-${sent}`)
      sentAt = performance.now()
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    socket.setNoDelay(true)
    socket.on('connect', next)
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1')
      if (wholeResponse(received) === 0) return
      latencies.push(performance.now() - sentAt)
      if (!received.startsWith('HTTP/1.1 200 ')) failed += 1
      received = ''
      next()
    })
    socket.on('error', () => {
      failed += 1
    })
    socket.on('close', resolve)
  })

/**
 * A program: posts unique orders as fast as they are answered, from its own process; prints one
 * JSON line.
 */
await Promise.all(Array.from({ length: plan.connections }, connection))
const result: LoadResult = {
  perSecond: latencies.length / ((performance.now() - started) / 1000),
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  failed,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
