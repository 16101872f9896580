import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../connection.ts'
import { createDialect } from '../dialect.ts'
import { createReservation } from '../reservations.ts'
import { holdTimers } from './timers.fixture.ts'

/** A self-signed certificate for 127.0.0.1 with its key, to test TLS errors. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg49xjV3zhSHRMmiwH
H5wbtT7r1aGoSSxl+LF0dsL2zyuhRANCAASOobj1FsplkQ3ewAKD/5F3Gd7BYns6
jUYQetIL8mMJ4+CAG6OQ6K68KawBzvMFmCHw54x2A1QLuYqK7/T4e0ao
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUXYjPKILigSwOYTTPhgXlxpD6XeQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEyMzk1OFoYDzIxMjYxMDI5
MTIzOTU4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASOobj1FsplkQ3ewAKD/5F3Gd7BYns6jUYQetIL8mMJ4+CAG6OQ6K68
KawBzvMFmCHw54x2A1QLuYqK7/T4e0aoo2QwYjAdBgNVHQ4EFgQUHDAKlfAU7Shp
QluSUw7DPMRbp2UwHwYDVR0jBBgwFoAUHDAKlfAU7ShpQluSUw7DPMRbp2UwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IAeBJMZoTA0ZCn0wf6lTM1E6TvjK7/BTeoyIcRSA4Qv3AiBx3n/C2qyU9j5DEn/K
JORdHwWS7F7HPLnEakFly2ICBQ==
-----END CERTIFICATE-----`,
} as const

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A raw server: calls the test's function for each line and records what it received. */
async function raw(onData: (line: Socket) => void) {
  const received: string[] = []
  const port = await listen(
    createServer((line) => {
      line.on('error', () => undefined)
      line.on('data', (data) => {
        received.push(data.toString('latin1'))
        onData(line)
      })
      onTestFinished(() => void line.destroy())
    }),
  )
  return { port, received }
}

async function tls(options: TlsOptions = {}): Promise<number> {
  const server = createTlsServer({ ...selfSigned, ...options }, (line) => {
    line.on('error', () => undefined)
  })
  server.on('tlsClientError', () => undefined)
  return listen(server)
}

/** A port whose queue is full: the system lets connections wait, and nobody accepts them. */
async function fullPort(): Promise<number> {
  const worker = new Worker(
    `const { createServer } = require('node:net')
     const { parentPort } = require('node:worker_threads')
     const server = createServer()
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       // At once, so that it takes none.
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
     })`,
    { eval: true },
  )
  onTestFinished(() => void worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  // A queue of one holds two.
  for (let nth = 0; nth < 2; nth += 1) {
    const line = connect(port, '127.0.0.1')
    onTestFinished(() => void line.destroy())
    await once(line, 'connect')
  }
  return port
}

/** A write that must not happen twice. */
const connectTo = (origin: string, more: Partial<Connection> = {}) =>
  createReservation(
    {
      v3Url: `${origin}/v3`,
      v1Url: null,
      tabsUrl: null,
      token: 'a-token',
      channelToken: null,
      dialect: createDialect(),
      ...more,
    },
    {
      body: {
        storeId: 's',
        startsAt: '2026-12-24T20:00:00.000Z',
        partySize: 2,
        clientData: { firstName: 'Ana' },
      },
    },
  )

describe('not sent: there was no connection to send it over', () => {
  test('a certificate that is refused', async () => {
    expect(await connectTo(`https://127.0.0.1:${await tls()}`)).toMatchObject({
      failure: { kind: 'not-sent', message: 'DEPTH_ZERO_SELF_SIGNED_CERT', reason: 'not-secure' },
    })
  })

  test('a protocol that is too old', async () => {
    const old: TlsOptions = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }
    expect(await connectTo(`https://127.0.0.1:${await tls(old)}`)).toMatchObject({
      failure: { kind: 'not-sent', reason: 'not-secure' },
    })
  })

  test('a port that speaks no TLS, and answers something', async () => {
    const { port, received } = await raw((line) => line.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await connectTo(`https://127.0.0.1:${port}`)).toMatchObject({
      failure: { kind: 'not-sent', reason: 'not-secure' },
    })
    expect(received.join('')).not.toContain('Ana')
  })

  test('one that says nothing, until the time is over', async () => {
    const { port } = await raw(() => undefined)
    expect(await connectTo(`https://127.0.0.1:${port}`, { answerWithinMs: 500 })).toMatchObject({
      failure: { kind: 'not-sent', message: 'no answer in time', reason: 'too-slow' },
    })
  })

  test('a connection that is cut during the TLS handshake', async () => {
    const { port } = await raw((line) => line.destroy())
    expect(await connectTo(`https://127.0.0.1:${port}`)).toMatchObject({
      failure: { kind: 'not-sent', message: 'ECONNRESET' },
    })
  })

  test('a port that never takes the connection', async () => {
    const port = await fullPort()
    expect(await connectTo(`http://127.0.0.1:${port}`, { answerWithinMs: 500 })).toMatchObject({
      failure: { kind: 'not-sent' },
    })
  })

  test.each([
    ['a port that fetch asks nobody on', 'http://127.0.0.1:9', 'no-address'],
    ['a name that nobody has', 'https://no-such-platform.invalid', 'no-such-name'],
  ])('%s', async (_what, origin, reason) => {
    expect(await connectTo(origin)).toMatchObject({ failure: { kind: 'not-sent', reason } })
  })

  test('an address to which no connection can be made', async () => {
    expect(await connectTo('https://255.255.255.255:81')).toMatchObject({
      failure: { kind: 'not-sent' },
    })
  })
})

describe('lost: it may have arrived', () => {
  test('a connection that is cut after the request arrived', async () => {
    const { port, received } = await raw((line) => line.destroy())
    expect(await connectTo(`http://127.0.0.1:${port}`)).toMatchObject({ failure: { kind: 'lost' } })
    expect(received.join('')).toContain('POST /v3/')
  })

  test('no answer in time', async () => {
    const { pass } = holdTimers()
    const { port, received } = await raw(() => pass(500))
    expect(await connectTo(`http://127.0.0.1:${port}`, { answerWithinMs: 500 })).toMatchObject({
      failure: { kind: 'lost', reason: 'too-slow' },
    })
    expect(received.join('')).toContain('POST /v3/')
  })

  test('a reused connection that is closed as the request arrives', async () => {
    let requests = 0
    const port = await listen(
      createHttpServer((request, response) => {
        requests += 1
        if (requests > 1) return void request.socket.destroy()
        request.resume()
        response.end('{}')
      }),
    )
    await connectTo(`http://127.0.0.1:${port}`)
    expect(await connectTo(`http://127.0.0.1:${port}`)).toMatchObject({ failure: { kind: 'lost' } })
    expect(requests).toBe(2)
  })

  test('a server that wants a certificate of ours, and says so once TLS is agreed', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const strict = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const
    expect(await connectTo(`https://127.0.0.1:${await tls(strict)}`)).toMatchObject({
      failure: { kind: 'lost' },
    })
  })
})
