import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from './connection.ts'
import { createDialect } from './dialect.ts'
import { probeServer } from './probe.ts'

/** A server that answers everything with a status, and what it was asked. */
async function open(status: number, more: Partial<Connection> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(
      `${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`,
    )
    response.writeHead(status, { 'content-type': 'text/plain' }).end('Cannot GET /')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const connection: Connection = {
    ...{ v3Url: 'http://127.0.0.2:1/v3', v1Url: `${origin}/v1`, tabsUrl: null },
    ...{ token: 'secret', channelToken: 'own', dialect: createDialect() },
    ...more,
  }
  return {
    asked,
    probe: (at = origin) =>
      probeServer(connection, {
        ...{ origin: at, nth: 1, storeId: 's' },
        signal: new AbortController().signal,
      }),
  }
}

test.each([
  [200, true],
  [404, true],
  [401, true],
  [500, false],
  [503, false],
])(
  'a server with version 1 alone: status %i shows that it answers: %s',
  async (status, isThere) => {
    const { probe, asked } = await open(status, {})
    const result = await probe()
    expect(result.ok || (result.failure.kind === 'answered' && status < 500)).toBe(isThere)
    expect(asked).toEqual(['GET /v1/ Bearer secret'])
  },
)

test('nothing is asked of a server that nobody gave, or while another computer has the store', async () => {
  const { probe, asked } = await open(200)
  expect(await probe('http://127.0.0.3:1')).toMatchObject({ failure: { kind: 'invalid' } })
  const moved = await open(200, { isMoved: () => true })
  expect(await moved.probe()).toMatchObject({ failure: { kind: 'invalid' } })
  expect([...asked, ...moved.asked]).toEqual([])
})
