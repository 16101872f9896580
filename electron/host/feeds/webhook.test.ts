import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openTestStore, webhookToken, type TestStore } from '#test/support/kitchen.ts'
import { put } from '#test/support/put.ts'
import { sample, sampleText } from '#test/support/samples.ts'
import { DatabaseSync } from 'node:sqlite'

/** Reads the inbox after the host has closed the file. */
async function inboxOf(store: TestStore): Promise<Record<string, unknown>[]> {
  await store.host.close()
  const db = new DatabaseSync(store.file, { readOnly: true })
  const rows = db.prepare('SELECT key, type, state, reason FROM inbox ORDER BY id').all()
  db.close()
  return rows
}

/** A raw request, for headers that fetch doesn't send. */
function send(
  store: TestStore,
  headers: Record<string, string>,
  { method = 'POST', path = '/', body = sampleText('order-created-pickup') } = {},
): Promise<number> {
  const url = new URL(store.host.webhookUrl ?? '')
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        method,
        path,
        headers: { authorization: `Bearer ${webhookToken}`, ...headers },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('requests that are accepted', () => {
  test('an event is on disk before its 200, a repeat is 200 and one row', async () => {
    const store = await openTestStore()
    const body = sampleText('order-created-delivery')
    expect((await store.post(body)).status).toBe(200)
    expect((await store.post(body)).status).toBe(200)
    await expect.poll(() => store.ticket('ord-15244')).toBeDefined()
    expect(await inboxOf(store)).toEqual([
      { key: 'id:evt-0001', type: 'ecommerce.order.created', state: 'done', reason: null },
    ])
  })

  test('the path may name the type, and the body’s type decides', async () => {
    const store = await openTestStore()
    expect(await send(store, {}, { path: '/ecommerce.order.created' })).toBe(200)
    expect(
      await send(
        store,
        {},
        { path: '/something.else?x=1', body: sampleText('order-created-large') },
      ),
    ).toBe(200)
    await expect.poll(() => store.ticket('ord-15247')).toMatchObject({ code: '15247' })
  })

  test('events without an id are distinguished by their bytes', async () => {
    const store = await openTestStore()
    for (const name of ['process-running', 'process-finished', 'process-running'])
      expect((await store.post(sampleText(name))).status).toBe(200)
    expect(await inboxOf(store)).toHaveLength(2)
  })

  test('an unreadable event is stored with its reason, and an event of another store is stored and not shown', async () => {
    const store = await openTestStore({ list: true })
    const elsewhere = (name: string, field: string, eventId: string) => {
      const body = put(sample(name), `data.order.${field}`, 'another')
      return put(put(body, field, 'another'), 'eventId', eventId)
    }
    const other = elsewhere('order-created-pickup', 'storeId', 'e1')
    const broken = { ...sample('order-created-pickup'), data: { order: {} }, eventId: 'e2' }
    const strange = { type: 'menu.burned', eventId: 'e3' }
    const website = elsewhere('order-created-large', 'websiteId', 'e4')
    await expect
      .poll(async () => (await store.call('status.get', {})).ok && store.practice.effects())
      .toBeTruthy()
    await expect
      .poll(async () => {
        const status = await store.call('status.get', {})
        return status.ok && status.value.store !== null
      })
      .toBe(true)
    for (const body of [other, broken, strange, website, {}])
      expect((await store.post(body)).status).toBe(200)
    await expect
      .poll(async () => {
        const status = await store.call('status.get', {})
        return status.ok && status.value.inbox
      })
      .toEqual({ unread: 3, elsewhere: 2, refusing: false })
    const unread = await store.call('inbox.unread', {})
    expect(unread.ok && unread.value.map(({ type, reason }) => [type, reason])).toEqual([
      [null, expect.stringContaining('type')],
      ['menu.burned', 'unknown type menu.burned'],
      ['ecommerce.order.created', 'data: names no order'],
    ])
  })
})

describe('requests that are rejected', () => {
  const tooDeep = `{"type":"x","a":${'['.repeat(65)}${']'.repeat(65)}}`
  test.each<[string, string | Uint8Array, number]>([
    ['no JSON', 'order up!', 400],
    ['half of it', '{"type":', 400],
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['too deep', tooDeep, 400],
    ['__proto__', '{"type":"x","__proto__":{"admin":true}}', 400],
    ['__proto__ in escapes, further in', '{"type":"x","a":[{"\\u005f_proto__":1}]}', 400],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['more than 4 MiB', `{"type":"${'x'.repeat(4 * 1024 * 1024)}"}`, 413],
  ])('%s', async (_name, body, status) => {
    const store = await openTestStore()
    expect((await store.post(body)).status).toBe(status)
    expect(await inboxOf(store)).toEqual([])
  })

  test('an unended stream is not read past the limit', async () => {
    const store = await openTestStore()
    const url = new URL(store.host.webhookUrl ?? '')
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          host: url.hostname,
          port: url.port,
          method: 'POST',
          headers: { authorization: `Bearer ${webhookToken}` },
        },
        (response) => {
          resolve(response.statusCode ?? 0)
          sent.destroy()
        },
      )
      sent.on('error', reject)
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const feed = (): void => {
        while (sent.writable && sent.write(chunk));
        sent.once('drain', feed)
      }
      feed()
    })
    expect(status).toBe(413)
  })

  test('text that only speaks of __proto__ is let in', async () => {
    const store = await openTestStore()
    expect((await store.post({ type: 'x', comment: '__proto__' })).status).toBe(200)
  })

  test('wrong bearers of every length and encoding, before the body is read', async () => {
    const store = await openTestStore()
    const headers: (string | null)[] = [
      null,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${webhookToken}`,
      webhookToken,
    ]
    for (let length = 1; length <= 300; length++) headers.push(`Bearer ${'a'.repeat(length)}`)
    for (const odd of [
      'é',
      '\u00ff',
      `${webhookToken}x`,
      webhookToken.slice(1),
      webhookToken.toUpperCase(),
    ])
      headers.push(`Bearer ${odd}`)
    for (const header of headers) {
      const authorization = header === null ? {} : { authorization: header }
      const url = new URL(store.host.webhookUrl ?? '')
      const status = await new Promise<number>((resolve, reject) => {
        const sent = request(
          // Expects an answer although the body is never sent.
          {
            host: url.hostname,
            port: url.port,
            method: 'POST',
            headers: { ...authorization, 'content-length': '10' },
          },
          (response) => {
            resolve(response.statusCode ?? 0)
            sent.destroy()
          },
        )
        sent.on('error', reject)
        sent.flushHeaders()
      })
      expect([header, status]).toEqual([header, 401])
    }
  })

  const hosts = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost:1',
    '127.0.0.1:1',
    '10.0.0.1',
    '0',
    '[::]',
    'localhost.',
  ]
  const origins = [
    'null',
    'http://evil.example',
    'http://127.0.0.1',
    'http://localhost',
    'app://kitchen',
    '',
  ]
  test.each(hosts.map((host) => [host]))('Host %s', async (host) => {
    const store = await openTestStore()
    expect(await send(store, { host })).toBe(421)
  })

  test.each(origins.map((origin) => [origin]))('Origin “%s”', async (origin) => {
    const store = await openTestStore()
    expect(await send(store, { origin })).toBe(403)
  })

  test.each([
    ['GET', '/', 405],
    ['PUT', '/', 405],
    ['OPTIONS', '/', 405],
    ['POST', '//', 404],
    ['POST', '/../etc/passwd', 404],
    ['POST', '/a/b', 404],
    ['POST', `/${'a'.repeat(300)}`, 404],
  ])('%s %s', async (method, path, status) => {
    const store = await openTestStore()
    expect(await send(store, {}, { method, path })).toBe(status)
  })

  test('compressed bodies', async () => {
    const store = await openTestStore()
    expect(await send(store, { 'content-encoding': 'gzip' })).toBe(415)
  })
})

test('2,000 stalled senders do not shut out an honest one', async () => {
  const store = await openTestStore()
  const { port, hostname } = new URL(store.host.webhookUrl ?? '')
  const stalled: Socket[] = []
  for (let n = 0; n < 2000; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nHost: 127')
    stalled.push(socket)
    if (n % 100 === 0) await new Promise((connected) => setImmediate(connected))
  }
  expect((await store.post(sampleText('order-created-large'))).status).toBe(200)
  await expect.poll(() => store.ticket('ord-15247')).toBeDefined()
  // The connections that were silent longest are closed, so their number is limited.
  await expect.poll(() => stalled.filter(({ closed }) => closed).length).toBeGreaterThan(1_400)
  for (const socket of stalled) socket.destroy()
})

test('no token and nothing of a person reaches the log', async () => {
  const store = await openTestStore()
  await store.post(sampleText('order-created-delivery'))
  await store.post('{"type":"ecommerce.order.created","data":{"order":{"buyerName":"Nicolás L."}}}')
  await store.post('x', { authorization: 'Bearer not-the-one' })
  await store.host.close()
  for (const secret of [
    webhookToken,
    store.practice.token,
    'not-the-one',
    'Nicolás',
    '+569',
    '@example',
  ])
    expect(store.log.text()).not.toContain(secret)
})
