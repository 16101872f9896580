import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { senders } from '#test/support/senders.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { json, keyOf, openWeb } from '#test/support/web-door.ts'

const mebibyte = 1024 * 1024

/** A call of exactly so many bytes, which names nothing that there is. */
function callOf(bytes: number): string {
  const empty = JSON.stringify({ name: 'nothing', input: '' })
  return JSON.stringify({ name: 'nothing', input: 'y'.repeat(bytes - empty.length) })
}

describe.each(senders)('%s', (name, is, send) => {
  test('what a screen says is heard up to 1 MiB; more is refused with a 413 that it reads', async (context) => {
    if (!(await is())) {
      context.skip(`${name} is not on this machine`)
      return
    }
    const server = await openWeb()
    const given = { ...json, authorization: `Bearer ${keyOf(server)}` }
    const file = join(temporaryFolder(), 'call.json')
    for (const [bytes, answer] of [
      [mebibyte, /^200 .*"bad-input"/],
      [mebibyte + 1, /^413 too large$/],
      [1_500_000, /^413 too large$/],
      [20_000_000, /^413 too large$/],
    ] as const) {
      writeFileSync(file, callOf(bytes))
      expect(await send(`${server.url}call`, file, given)).toMatch(answer)
    }
  })
})

test('calls under way have 16 MiB together: who comes above that is asked to come again', async () => {
  const server = await openWeb()
  const body = Buffer.from(callOf(mebibyte))
  const held = Array.from({ length: 17 }, () => {
    const sent = request(`${server.url}call`, {
      method: 'POST',
      headers: {
        ...json,
        authorization: `Bearer ${keyOf(server)}`,
        'content-length': String(body.length),
      },
    })
    sent.on('error', () => undefined)
    sent.write(body.subarray(0, -1))
    return sent
  })
  const [response] = (await Promise.race(held.map((sent) => once(sent, 'response')))) as [
    IncomingMessage,
  ]
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
  for (const sent of held) sent.destroy()
})
