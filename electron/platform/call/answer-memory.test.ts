import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../connection.ts'
import { createDialect } from '../dialect.ts'
import { readMe } from '../me.ts'
import { AnswerMemory } from './answer-memory.ts'

const me = (name: string) =>
  JSON.stringify({
    success: true,
    data: { permissions: [], website: { _id: 'w', name }, stores: [] },
  })

const hourMs = 3_600_000

/** A platform with the test's answers, and a memory on the test's clock. */
async function served(answer: (headers: IncomingHttpHeaders, response: ServerResponse) => void) {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers)
    answer(headers, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const connection: Connection = {
    v3Url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    v1Url: null,
    tabsUrl: null,
    token: 'a-token-that-is-long-enough',
    channelToken: null,
    dialect: createDialect(),
    maxAnswerBytes: 100_000,
  }
  let time = 0
  const memory = new AnswerMemory({ max: 2, validForMs: hourMs, now: () => time })
  return {
    asked,
    memory,
    connection,
    pass: (ms: number) => (time += ms),
    read: () => readMe(connection, {}, { memory }),
  }
}

const nameOf = (result: Awaited<ReturnType<typeof readMe>>) =>
  result.ok ? [result.value.website.name, result.repeated === true] : result.failure

test('an answer with an ETag is asked for conditionally, and 304 is the last answer', async () => {
  let name = 'one'
  const { asked, read, memory } = await served((headers, response) => {
    const etag = `"${name}"`
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { etag }).end(me(name))
  })
  expect(nameOf(await read())).toEqual(['one', false])
  const bytes = memory.bytes
  expect(nameOf(await read())).toEqual(['one', true])
  expect(memory.bytes).toBe(bytes)
  name = 'two'
  expect(nameOf(await read())).toEqual(['two', false])
  expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"one"', '"one"'])
})

test('equal bytes are not parsed again, and a platform without validators gets plain requests', async () => {
  let name = 'one'
  const { asked, read } = await served((_headers, response) => response.end(me(name)))
  expect(nameOf(await read())).toEqual(['one', false])
  expect(nameOf(await read())).toEqual(['one', true])
  name = 'two'
  expect(nameOf(await read())).toEqual(['two', false])
  const conditions = asked.flatMap((headers) =>
    Object.keys(headers).filter((each) => each.startsWith('if-')),
  )
  expect(conditions).toEqual([])
})

test('a cache that always says “not modified” is trusted only for the time of the memory', async () => {
  let name = 'one'
  const { read, pass } = await served((headers, response) => {
    if (headers['if-none-match'] === undefined)
      response.writeHead(200, { etag: '"always"' }).end(me(name))
    else response.writeHead(304).end()
  })
  await read()
  name = 'two'
  pass(hourMs - 1)
  expect(nameOf(await read())).toEqual(['one', true])
  pass(1)
  expect(nameOf(await read())).toEqual(['two', false])
})

test('Last-Modified counts once it is a minute older than the answer', async () => {
  const at = (seconds: number) => new Date(1_764_000_000_000 + seconds * 1000).toUTCString()
  let date = at(59)
  const { asked, read } = await served((headers, response) => {
    const reported = { date, 'last-modified': at(0) }
    if (headers['if-modified-since'] === at(0)) response.writeHead(304, reported).end()
    else response.writeHead(200, reported).end(me('one'))
  })
  await read()
  await read()
  date = at(60)
  await read()
  expect(nameOf(await read())).toEqual(['one', true])
  expect(asked.map((headers) => headers['if-modified-since'])).toEqual([
    undefined,
    undefined,
    undefined,
    at(0),
  ])
})

test('an unexpected “not modified” is not an answer', async () => {
  const { read } = await served((_headers, response) => response.writeHead(304).end())
  expect(nameOf(await read())).toMatchObject({ kind: 'portal', status: 304 })
})

test('an answer that could not be stored is forgotten and read again', async () => {
  const { read, memory } = await served((_headers, response) => response.end(me('one')))
  await read()
  memory.clear()
  expect(nameOf(await read())).toEqual(['one', false])
})

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
const packings = [
  ['gzip', gzipSync],
  ['br', brotli],
  ['zstd', zstdCompressSync],
] as const

test.each(packings)(
  '%s is decoded, and a decompression bomb is abandoned',
  async (encoding, pack) => {
    let text = me('packed')
    const { asked, read, memory } = await served((_headers, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(text))
    })
    expect(nameOf(await read())).toEqual(['packed', false])
    expect(asked[0]?.['accept-encoding']?.split(', ')).toContain(encoding)
    expect(memory.bytes).toBe(pack(text).length)
    text = JSON.stringify({ success: true, data: 'x'.repeat(20_000_000) })
    expect(nameOf(await read())).toMatchObject({ kind: 'unreadable', status: 200 })
  },
)
