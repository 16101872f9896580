import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What went over the wire: whole requests and answers, their headers too. */
export interface Traffic {
  requests: number
  /** Bytes of requests. */
  received: number
  /** Bytes of answers. */
  sent: number
}

export interface TrafficCount {
  note(request: IncomingMessage, response: ServerResponse): void
  /** Of all requests whose path begins so. */
  of(path: string): Traffic
}

/** Counts by path, on the sockets themselves; right for clients that do not send a request before the last is answered. */
export function countTraffic(): TrafficCount {
  const byPath = new Map<string, Traffic>()
  const counted = new WeakMap<Socket, { read: number; written: number }>()
  return {
    note({ socket, url = '' }, response) {
      const [path = ''] = url.split('?')
      response.once('close', () => {
        const before = counted.get(socket) ?? { read: 0, written: 0 }
        const now = { read: socket.bytesRead, written: socket.bytesWritten }
        counted.set(socket, now)
        const sum = byPath.get(path) ?? { requests: 0, received: 0, sent: 0 }
        byPath.set(path, {
          requests: sum.requests + 1,
          received: sum.received + now.read - before.read,
          sent: sum.sent + now.written - before.written,
        })
      })
    },
    of(path) {
      const parts = [...byPath].filter(([each]) => each.startsWith(path)).map(([, sum]) => sum)
      const total = (field: keyof Traffic) => parts.reduce((sum, part) => sum + part[field], 0)
      return { requests: total('requests'), received: total('received'), sent: total('sent') }
    },
  }
}
