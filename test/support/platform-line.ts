import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import type { Practice } from '#practice/platform.ts'

const httpAnswer = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${String(body.length)}\r\nConnection: close\r\n\r\n${body}`

/** What an outage does with a request once its first bytes arrived. */
const outages = {
  /** Nobody listens. */
  refused: null,
  cut: (socket: Socket) => void socket.destroy(),
  silent: () => undefined,
  '503': (socket: Socket) =>
    void socket.end(httpAnswer('503 Service Unavailable', 'application/json', '{"success":false}')),
  portal: (socket: Socket) =>
    void socket.end(httpAnswer('200 OK', 'text/html', '<!doctype html><h1>Guest Wi-Fi</h1>')),
}
export type Outage = keyof typeof outages
export const outageNames = Object.keys(outages) as Outage[]

/** A connection to the practice platform that can break in different ways. */
export function createPlatformLine() {
  const sockets = new Set<Socket>()
  /** The first line of each request that arrived in an outage. */
  const requests: string[] = []
  let target = 0
  let port = 0
  let outage: Outage | null = null

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  const server = createServer((socket) => {
    keep(socket)
    const behave = outage === null ? null : outages[outage]
    if (behave === null) {
      const onward = keep(connect(target, '127.0.0.1'))
      onward.on('close', () => socket.destroy())
      socket.on('close', () => onward.destroy())
      socket.pipe(onward).pipe(socket)
      return
    }
    socket.once('data', (data: Buffer) => {
      requests.push(data.toString().split('\r\n')[0] ?? '')
      behave(socket)
    })
  })

  async function listen(): Promise<void> {
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function unlisten(): Promise<void> {
    if (!server.listening) return
    server.close()
    endAll()
    await once(server, 'close')
  }

  function endAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  const through = (address: string): string =>
    `http://127.0.0.1:${String(port)}${new URL(address).pathname}`

  onTestFinished(unlisten)
  return {
    requests,
    /** For `inFront` of a test store. */
    async inFront({ v3 }: Practice): Promise<string> {
      target = Number(new URL(v3).port)
      await listen()
      return through(v3)
    },
    /** The addresses of all interfaces through the line, once it is in front of the platform. */
    reach: ({ v3, v1, tabs }: Practice): Partial<Connection> => ({
      v3Url: through(v3),
      v1Url: through(v1),
      tabsUrl: through(tabs),
    }),
    /** From now on every request meets this outage; requests on the wire are cut. */
    async break(how: Outage): Promise<void> {
      outage = how
      requests.length = 0
      endAll()
      if (how === 'refused') await unlisten()
    },
    async repair(): Promise<void> {
      outage = null
      endAll()
      await listen()
    },
  }
}
