import { createServer, type Server, type Socket } from 'node:net'
import type { Server as WebServer } from 'node:http'
import { maxAtOnce } from '#receiver/connections.ts'
import { plainAddress } from '#receiver/addresses.ts'

/** How long a connection may say nothing before it says what it is. */
const silenceMs = 10_000

/** The first byte of an encrypted connection. */
const startOfTls = 0x16

/**
 * One port for both: encrypted connections go to `secure`, others to `plain`, so people type one
 * address. Connections from addresses that aren't allowed are closed unread.
 */
export function openGate({
  secure,
  plain,
  mayConnect,
}: {
  secure: WebServer
  plain: WebServer
  mayConnect(address: string): boolean
}): Server {
  function pass(socket: Socket, first: Buffer): void {
    socket.pause()
    socket.setTimeout(0)
    socket.unshift(first)
    if (first[0] === startOfTls) {
      // It takes what was read from the paused connection itself.
      secure.emit('connection', socket)
      return
    }
    plain.emit('connection', socket)
    socket.resume()
  }

  return createServer((socket) => {
    socket.on('error', () => undefined)
    if (!mayConnect(plainAddress(socket.remoteAddress ?? ''))) {
      socket.destroy()
      return
    }
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.once('data', (first) => {
      pass(socket, first)
    })
  })
}

/** Opens it at a port of all addresses of this computer. Rejects if the port is taken. */
export const listenAt = (gate: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    gate.once('error', reject)
    gate.listen({ port, backlog: maxAtOnce }, () => {
      gate.off('error', reject)
      resolve()
    })
  })
