import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Connection } from '../connection.ts'
import { createDialect } from '../dialect.ts'
import { readMe } from '../me.ts'
import { startPatientPlatform, type OddAnswer, type SeenRequest } from '../odd-platform.fixture.ts'
import { sendPreparationReady } from '../orders.ts'
import { EvenPace } from './pace.ts'
import { holdTimers } from './timers.fixture.ts'

const me = { success: true, data: { website: { _id: 'w' }, stores: [] } }

/** A connection to a server with custom raw answers. */
async function served(answer: RequestListener, more: Partial<Connection> = {}) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    v3Url: `${origin}/v3`,
    v1Url: null,
    tabsUrl: null,
    token: 't',
    channelToken: null,
    dialect: createDialect(),
    ...more,
  }
}

/** A platform with a list of answers, the last one repeated forever, and the recorded waits. */
async function patient(...answers: OddAnswer[]) {
  const platform = await startPatientPlatform(
    (_request, nth) => (nth <= answers.length ? answers[nth - 1] : answers.at(-1)) ?? null,
  )
  onTestFinished(() => platform.close())
  return platform
}

/** The head of a success, and a body that never ends. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"success":true,')
}

test('requests carry the name and version of the app', async () => {
  const { connection, seen } = await patient({ body: me })
  await readMe(connection)
  expect(seen.map(({ userAgent }: SeenRequest) => userAgent)).toEqual([
    `KitchenPass/${packageFile.version}`,
  ])
})

describe('a cancelled call returns a failure', () => {
  const calledOff = { ok: false, failure: { kind: 'called-off', status: null } }

  test('before it is sent', async () => {
    const { connection, seen } = await patient({ body: me })
    const answer = await readMe(connection, {}, { signal: AbortSignal.abort() })
    expect(answer).toMatchObject(calledOff)
    expect(seen).toEqual([])
  })

  test.each([
    ['while nothing has come', () => undefined],
    ['in the middle of its body', begin],
  ])('%s', async (_name, answer: (response: ServerResponse) => void) => {
    const controller = new AbortController()
    const left = Promise.withResolvers<undefined>()
    const connection = await served((_request, response) => {
      answer(response)
      response.once('close', () => {
        left.resolve(undefined)
      })
      // Gives the client time to receive what was written.
      setTimeout(() => {
        controller.abort()
      }, 50)
    })
    const { signal } = controller
    expect(await readMe(connection, {}, { signal })).toMatchObject(calledOff)
    await left.promise
  })

  test('between two attempts', async () => {
    const { connection, seen } = await patient({ status: 503, body: {} })
    const controller = new AbortController()
    const pace = new EvenPace({
      wait: () => {
        controller.abort()
        return Promise.resolve()
      },
    })
    const options = { signal: controller.signal, retries: 5 }
    expect(await readMe({ ...connection, pace }, {}, options)).toMatchObject(calledOff)
    expect(seen).toHaveLength(1)
  })

  test('a wait of the system’s own ends at once', async () => {
    const controller = new AbortController()
    const waiting = new EvenPace().wait(3_600_000, controller.signal)
    controller.abort()
    await waiting
  })
})

describe('the time of one call', () => {
  const tooSlow = { failure: { kind: 'lost', message: 'no answer in time', reason: 'too-slow' } }

  test('overrides the time limit of the connection', async () => {
    const { pass } = holdTimers()
    const connection = await served(() => pass(300), { answerWithinMs: 3_600_000 })
    expect(await readMe(connection, {}, { answerWithinMs: 300 })).toMatchObject(tooSlow)
  })

  test('holds for the body, too', async () => {
    const { pass } = holdTimers()
    const connection = await served((_request, response) => {
      begin(response)
    })
    const headCame = () => void setImmediate(() => pass(200))
    subscribe('undici:request:headers', headCame)
    onTestFinished(() => void unsubscribe('undici:request:headers', headCame))
    expect(await readMe(connection, {}, { answerWithinMs: 200 })).toMatchObject(tooSlow)
  })
})

describe('an answer has a largest size', () => {
  const large = JSON.stringify({ ...me, more: 'x'.repeat(50_000) })

  test('as large as it may be, and one byte more', async () => {
    const answer: RequestListener = (_request, response) => response.end(large)
    const exact = await served(answer, { maxAnswerBytes: large.length })
    expect(await readMe(exact)).toMatchObject({ ok: true })
    expect(await readMe({ ...exact, maxAnswerBytes: large.length - 1 })).toMatchObject({
      failure: {
        kind: 'unreadable',
        status: 200,
        message: `GET /api/me: status 200, an answer of more than ${large.length - 1} bytes`,
      },
    })
  })

  test('counted as it is decoded', async () => {
    const zipped = gzipSync(large)
    expect(zipped.length).toBeLessThan(1000)
    const connection = await served(
      (_request, response) => {
        response.setHeader('content-encoding', 'gzip')
        response.end(zipped)
      },
      { maxAnswerBytes: 1000 },
    )
    expect(await readMe(connection)).toMatchObject({ failure: { kind: 'unreadable' } })
  })

  test('an endless answer is abandoned, and its connection closed', async () => {
    const left = Promise.withResolvers<undefined>()
    const connection = await served(
      (_request, response) => {
        response.once('close', () => {
          left.resolve(undefined)
        })
        const pour = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1000)));
        }
        response.on('drain', pour)
        pour()
      },
      { maxAnswerBytes: 100_000 },
    )
    expect(await readMe(connection)).toMatchObject({ failure: { kind: 'unreadable' } })
    await left.promise
  })

  test('a rejection stays a rejection', async () => {
    const connection = await served(
      (_request, response) => {
        response.writeHead(500)
        response.end(large)
      },
      { maxAnswerBytes: 1000 },
    )
    expect(await readMe(connection)).toMatchObject({ failure: { kind: 'answered', status: 500 } })
  })

  test('16 MiB by default', async () => {
    const answer = (bytes: number) =>
      served((_request, response) => response.end(Buffer.alloc(bytes, ' ')))
    const max = 16 * 1024 * 1024
    const text = async (bytes: number) => {
      const result = await readMe(await answer(bytes))
      return result.ok ? '' : result.failure.message
    }
    expect(await text(max)).toBe('status 200, not JSON but nothing')
    expect(await text(max + 1)).toBe(`GET /api/me: status 200, an answer of more than ${max} bytes`)
  })
})

describe('read requests may be repeated', () => {
  test.each<[name: string, failure: OddAnswer]>([
    ['a line that was cut', null],
    ['too many requests', { status: 429, body: {} }],
    ['a platform that is down', { status: 502, body: {} }],
  ])('%s: after pauses that grow', async (_name, failure) => {
    const { connection, seen, waited } = await patient(failure, failure, failure, { body: me })
    expect(await readMe(connection, {}, { retries: 3 })).toMatchObject({ ok: true })
    expect(seen).toHaveLength(4)
    const bounds = [500, 1000, 2000]
    expect(waited).toHaveLength(bounds.length)
    for (const [index, pause] of bounds.entries()) {
      expect(waited[index]).toBeGreaterThanOrEqual(pause * 0.75)
      expect(waited[index]).toBeLessThanOrEqual(pause * 1.25)
    }
  })

  test('a port without a listener', async () => {
    const { connection, waited, close } = await startPatientPlatform(() => null)
    await close()
    const answer = await readMe(connection, {}, { retries: 2 })
    expect(answer).toMatchObject({ failure: { kind: 'not-sent' } })
    expect(waited).toHaveLength(2)
  })

  test('after the time that the platform gives', async () => {
    const later = { status: 429, headers: { 'retry-after': '7' }, body: {} }
    const { connection, waited } = await patient(later, { body: me })
    expect(await readMe(connection, {}, { retries: 1 })).toMatchObject({ ok: true })
    expect(waited).toEqual([7000])
  })

  test.each([
    ['at once', '0', 1_000],
    ['before now', '-30', 1_000],
    ['at a time that is past', 'Fri, 20 Nov 2026 15:29:00 GMT', 1_000],
    ['in forty seconds by its own clock', 'Fri, 20 Nov 2026 15:30:40 GMT', 40_000],
    ['in a day', '86400', 600_000],
    ['at the end of all days', 'Infinity', 600_000],
    ['in words', 'soon', null],
    ['nothing', ' ', null],
  ])('%s: from a second to ten minutes', async (_name, header, retryAfterMs) => {
    const headers = { 'retry-after': header, date: 'Fri, 20 Nov 2026 15:30:00 GMT' }
    const { connection } = await patient({ status: 503, headers, body: {} })
    expect(await readMe(connection)).toMatchObject({ failure: { retryAfterMs } })
  })

  test('not if it asks for more than a minute', async () => {
    const later = { status: 429, headers: { 'retry-after': '61' }, body: {} }
    const { connection, waited, seen } = await patient(later, { body: me })
    const answer = await readMe(connection, {}, { retries: 1 })
    expect(answer).toMatchObject({ failure: { status: 429, retryAfterMs: 61_000 } })
    expect([waited.length, seen.length]).toEqual([0, 1])
  })

  test.each<[name: string, failure: OddAnswer, options: { retries: number } | undefined]>([
    ['what is wrong stays wrong', { status: 400, body: {} }, { retries: 3 }],
    ['what cannot be read, neither', { body: 7 }, { retries: 3 }],
    ['unless it is asked for', { status: 503, body: {} }, undefined],
    ['by a number that is none', { status: 503, body: {} }, { retries: Number.NaN }],
  ])('not: %s', async (_name, failure, options) => {
    const { connection, seen } = await patient(failure, { body: me })
    expect(await readMe(connection, {}, options)).toMatchObject({ ok: false })
    expect(seen).toHaveLength(1)
  })

  test('never a write request: it does not compile, and is not sent', async () => {
    const { connection, seen } = await patient({ body: me })
    const input = { params: { orderId: 'o' } }
    // @ts-expect-error only what reads may be asked again
    const answer = await sendPreparationReady(connection, input, { retries: 1 })
    expect(answer).toMatchObject({
      failure: { kind: 'invalid', message: 'retries: it writes, and is sent once' },
    })
    expect(seen).toEqual([])
    const controller = new AbortController()
    const { signal } = controller
    expect(await sendPreparationReady(connection, input, { signal })).toMatchObject({ ok: true })
  })
})
