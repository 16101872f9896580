import { writeFileSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { senders } from '#test/support/senders.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { isWhole } from '#test/support/tries.ts'
import { json, keyOf, openWeb } from '#test/support/web-door.ts'
import { call, nobody, openBrowser } from '#test/support/web-screen.ts'
import type { WebServer } from './server.ts'

const mebibyte = 1024 * 1024
/** The largest can't be sent before the answer arrives. */
const larger = isWhole ? [1_500_000, 20_000_000] : [1_500_000]

/** A call of exactly this many bytes that names nothing. */
function callOf(bytes: number): string {
  const empty = JSON.stringify({ name: 'nothing', input: '' })
  return JSON.stringify({ name: 'nothing', input: 'y'.repeat(bytes - empty.length) })
}

describe.each(senders)('%s', (name, is, send) => {
  test('a call of up to 1 MiB is accepted; a larger one is rejected with a readable 413', async (context) => {
    if (!(await is())) {
      context.skip(`${name} is not on this machine`)
      return
    }
    const server = await openWeb()
    const headers = { ...json, authorization: `Bearer ${keyOf(server)}` }
    const file = join(temporaryFolder(), 'call.json')
    for (const [bytes, answer] of [
      [mebibyte, /^200 .*"bad-input"/],
      [mebibyte + 1, /^413 too large$/],
      ...larger.map((size) => [size, /^413 too large$/] as const),
    ] as const) {
      writeFileSync(file, callOf(bytes))
      expect(await send(`${server.url}call`, file, headers)).toMatch(answer)
    }
  })
})

/** A body that is never complete. */
function stall(
  server: WebServer,
  headers: Record<string, string>,
  path = '/call',
): { sent: ClientRequest; answer: Promise<number> } {
  const body = Buffer.from(callOf(mebibyte))
  const sent = request(`${server.url}${path.slice(1)}`, {
    method: 'POST',
    agent: false,
    headers: { ...json, ...headers, 'content-length': String(body.length) },
  })
  onTestFinished(() => void sent.destroy())
  const answer = new Promise<number>((resolve) => {
    sent.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    sent.on('error', () => resolve(0))
  })
  sent.write(body.subarray(0, -1))
  return { sent, answer }
}

/** Resolves with the status of the first answered one. */
const firstAnswer = (stalled: readonly { answer: Promise<number> }[]): Promise<number> =>
  Promise.race(stalled.map(({ answer }) => answer))

test('an unfinished call of one screen takes no memory from another', async () => {
  const server = await openWeb()
  const [office, grill] = [await openBrowser(server), await openBrowser(server)]
  const stalled = Array.from({ length: 17 }, () => stall(server, office))
  expect(await firstAnswer(stalled)).toBe(503)
  expect(await call(server, grill, 'status.get')).toMatchObject({ ok: true })
})

test.each(['/key', '/call', '/session', '/first'])(
  'a stranger’s body at %s is not read, and gets an answer at once',
  async (path) => {
    const server = await openWeb()
    const grill = await openBrowser(server)
    const stalled = Array.from({ length: 18 }, () => stall(server, nobody, path))
    const answers = await Promise.all(stalled.map(({ answer }) => answer))
    expect(new Set(answers)).toEqual(new Set([401]))
    expect(await call(server, grill, 'status.get')).toMatchObject({ ok: true })
  },
)
