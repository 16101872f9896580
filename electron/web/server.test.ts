import { describe, expect, test } from 'vitest'
import type { StockBoard } from '#contract/stock/stock.ts'
import { ask, json, keyOf, openWeb } from '#test/support/web-door.ts'
import { call, nobody } from '#test/support/web-screen.ts'

describe('the page', () => {
  test('has a policy and is never cached; files with a hash in their name are cached', async () => {
    const server = await openWeb()
    const page = await ask(server, '/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<title>Kitchen Pass</title>')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['cache-control']).toBe('no-store')
    const asset = /assets\/[\w-]{16}\/index-1.js/.exec(page.text)?.[0] ?? ''
    const { headers, text } = await ask(server, `/${asset}`, { headers: nobody })
    expect(headers['cache-control']).toContain('immutable')
    expect(text).toBe('void 0')
  })

  test('uses other file names at each start, so that a file that another program cached is not used', async () => {
    const nameIn = async (): Promise<string | undefined> =>
      /assets\/[\w-]+/.exec((await ask(await openWeb(), '/')).text)?.[0]
    expect(await nameIn()).not.toBe(await nameIn())
  })

  test('has one name: another program may have the same port of localhost', async () => {
    const server = await openWeb()
    const host = server.url.split('/')[2]?.replace('127.0.0.1', 'localhost') ?? ''
    const page = await ask(server, '/', { headers: { host } })
    expect(page).toMatchObject({ status: 302, headers: { location: server.url } })
    expect(await ask(server, '/call', { method: 'POST', headers: { host } })).toMatchObject({
      status: 421,
    })
  })

  test('ends a service worker that another program has left', async () => {
    const headers = { ...nobody, 'service-worker': 'script' }
    const { headers: answerHeaders, text } = await ask(await openWeb(), '/their-worker.js', {
      headers,
    })
    expect(answerHeaders['content-type']).toContain('text/javascript')
    expect(text).toContain('unregister')
  })

  test.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/assets/../../secret.html',
    '//secret.html',
    '/nothing.html',
    '/store.sqlite',
  ])('%s is not there', async (path) => {
    expect(await ask(await openWeb(), path)).toMatchObject({ status: 404 })
  })
})

test('a picture of the menu is loaded by its name, which only those who may read the board know', async () => {
  const server = await openWeb()
  const namesOf = async (): Promise<string[]> => {
    const { value } = (await call(server, {}, 'stock.board')) as { value: StockBoard }
    return value.items.flatMap(({ picture }) => picture ?? [])
  }
  await expect.poll(async () => (await namesOf()).length).toBeGreaterThan(0)
  const [name = ''] = await namesOf()
  // As an image is requested: with nothing of ours.
  const load = (path: string) => ask(server, path, { headers: nobody })
  const { status, headers, text } = await load(`/pictures/${name}`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('image/png')
  expect(headers['cache-control']).toContain('immutable')
  expect(text).toContain('PNG')
  const others = ['product%3AP101', '', '%E0', `${name}x`, 'a'.repeat(22)]
  for (const other of others) expect((await load(`/pictures/${other}`)).status).toBe(404)
})

describe('who may ask', () => {
  test.each<[string, Record<string, string>, number]>([
    ['our own page', {}, 200],
    ['a rebound name', { host: 'evil.example' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['another site', { origin: 'http://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['another page of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 405],
  ])('%s', async (_name, headers, status) => {
    const server = await openWeb()
    const body = JSON.stringify({ name: 'status.get', input: {} })
    const answer = await ask(server, '/call', {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
    })
    expect(answer.status).toBe(status)
    if (status !== 200)
      expect(await ask(server, '/events', { headers: { host: 'evil.example' } })).toMatchObject({
        status: 421,
      })
  })
})

test('an operation with a streamed answer accepts only GET', async () => {
  const server = await openWeb()
  for (const path of ['/events', '/exports/some.csv', '/call', '/key'])
    expect(await ask(server, path, { method: 'HEAD' }), path).toMatchObject({ status: 405 })
  expect(await ask(server, '/call')).toMatchObject({ status: 405, text: 'only POST of JSON' })
  expect(await ask(server, '/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
})

test('an address with a host is not ours, and gives no access', async () => {
  const server = await openWeb()
  for (const path of ['/first', '/call', '/', '/index.html'])
    expect(await ask(server, `${server.url.slice(0, -1)}${path}`)).toMatchObject({ status: 404 })
  expect(await ask(server, '/a\\b')).toMatchObject({ status: 400 })
})

describe('calls', () => {
  test.each([
    ['no JSON', 'ready!', 'bad-input'],
    ['no call', '[]', 'bad-input'],
    ['an operation that is not there', '{"name":"kitchen.burn","input":{}}', 'bad-input'],
    ['input of another shape', '{"name":"tickets.undo","input":{"ticketId":1}}', 'bad-input'],
  ])('%s returns an error and does not throw', async (_name, body, code) => {
    const answer = await ask(await openWeb(), '/call', { method: 'POST', headers: json, body })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { code } })
  })

  test('a body of megabytes is not read', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    const server = await openWeb()
    const answer = await ask(server, '/call', { method: 'POST', headers: json, body })
    expect(answer).toMatchObject({ status: 413, text: 'too large' })
  })
})

test('every screen receives the same events', async () => {
  const server = await openWeb()
  const screens = await Promise.all(
    [1, 2, 3].map(async () => {
      const response = await fetch(`${server.url}events`, {
        headers: { authorization: `Bearer ${keyOf(server)}` },
      })
      const reader = response.body?.getReader()
      if (reader === undefined) throw new Error('no stream')
      return reader
    }),
  )
  const body = JSON.stringify({ name: 'settings.change', input: { undoSeconds: 3 } })
  await ask(server, '/call', { method: 'POST', headers: json, body })
  for (const screen of screens) {
    let received = ''
    while (!received.includes('"settings.changed"')) {
      const chunk: { value?: Uint8Array; done: boolean } = await screen.read()
      if (chunk.value === undefined) throw new Error('ended')
      received += Buffer.from(chunk.value).toString()
    }
    expect(received).toContain('"undoSeconds":3')
    await screen.cancel()
  }
})
