import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Received {
  path: string
  authorization: string | undefined
  body: {
    type: string
    date: string
    eventId?: string
    websiteId?: string
    storeId?: string
    data: Record<string, unknown>
  }
}

/** A real webhook receiver on loopback that records what it gets; `answer` returns its status. */
export async function startReceiver(answer: (attempt: number) => number = () => 200) {
  const received: Received[] = []
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: (await json(request)) as Received['body'],
    })
    response.writeHead(answer(received.length)).end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
