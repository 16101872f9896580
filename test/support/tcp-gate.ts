import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A cable between two programs, which can be pulled out. */
export interface TcpGate {
  readonly port: number
  /** Ends all connections and accepts no others. */
  cut(): void
  reopen(): void
  close(): Promise<void>
}

/** Passes TCP connections on to a port of this machine. */
export async function openTcpGate(target: number): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    const other = connect(target, '127.0.0.1')
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(another)
      one.on('error', () => another.destroy())
      one.on('close', () => {
        sockets.delete(one)
        another.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      endAll()
    },
    reopen() {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endAll()
      }),
  }
}
