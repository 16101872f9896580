import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openTestStore, webhookToken, type TestStore } from '#test/support/kitchen.ts'
import { senders } from '#test/support/senders.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { isWhole } from '#test/support/tries.ts'

const mebibyte = 1024 * 1024
const max = 4 * mebibyte
/** Of these only the beginning is read, and a sender may be sending still. */
const larger = isWhole ? [15 * mebibyte, 20_000_000] : []
const tooLarge = '{"ok":false,"why":"too large"}'

function eventOf(bytes: number): string {
  const empty = JSON.stringify({ type: 'x', filler: '' })
  return JSON.stringify({ type: 'x', filler: 'y'.repeat(bytes - empty.length) })
}

describe.each(senders)('%s', (name, is, send) => {
  test('a body of 4 MiB is taken, and a larger one is refused with a 413 that it reads', async (context) => {
    if (!(await is())) {
      context.skip(`${name} is not on this machine`)
      return
    }
    const store = await openTestStore()
    const url = store.host.webhookUrl ?? ''
    const file = join(temporaryFolder(), 'body.json')
    for (const [bytes, answer] of [
      [max, '200 {"ok":true}'],
      [max + 1, `413 ${tooLarge}`],
      ...larger.map((size) => [size, `413 ${tooLarge}`] as const),
    ] as const) {
      writeFileSync(file, eventOf(bytes))
      expect(await send(url, file, { authorization: `Bearer ${webhookToken}` })).toBe(answer)
    }
  })
})

/** Sends a body of the maximum size, except its last byte. */
function begin(store: TestStore, body: Buffer): ClientRequest {
  const sent = request(store.host.webhookUrl ?? '', {
    method: 'POST',
    headers: { authorization: `Bearer ${webhookToken}`, 'content-length': String(body.length) },
  })
  sent.on('error', () => undefined)
  sent.write(body.subarray(0, -1))
  return sent
}

test('bodies in progress share 64 MiB: a sender above that is asked to retry, and then there is room', async () => {
  const store = await openTestStore()
  const body = Buffer.from(eventOf(max))
  const held = Array.from({ length: 17 }, () => begin(store, body))
  // Any sixteen of them fill the room.
  const [response] = (await Promise.race(held.map((sent) => once(sent, 'response')))) as [
    IncomingMessage,
  ]
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
  expect(await text(response)).toBe('{"ok":false,"why":"too much at once"}')
  for (const sent of held) sent.destroy()
  await expect.poll(async () => (await store.post(body)).status).toBe(200)
})

test('a body with a wrong bearer is not read, and takes no memory', async () => {
  const store = await openTestStore()
  const sent = request(store.host.webhookUrl ?? '', {
    method: 'POST',
    headers: { authorization: 'Bearer wrong', 'content-length': String(max) },
  })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(401)
  response.resume()
  await once(response, 'close')
})
