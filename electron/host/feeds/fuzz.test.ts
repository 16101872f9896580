import { createServer } from 'node:http'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { sampleText, webhookSamples } from '#test/support/samples.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { tries } from '#test/support/tries.ts'
import { systemClock } from '../clock/clock.ts'
import { openDatabase } from '../db/open.ts'
import { Inbox } from '../inbox/inbox.ts'
import { WebhookTokens, hashTokens, isBearer } from './request-guard.ts'
import { inspectBody } from '#platform/event-body.ts'
import { listenForEvents } from './webhook.ts'

const samples = webhookSamples.map((name) => Buffer.from(sampleText(name)))

/** A sample with some bytes cut out, overwritten or duplicated. */
const mutilated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.uint8Array({ maxLength: 8 })), { maxLength: 6 }),
  )
  .map(([body, cuts]) =>
    cuts.reduce((left, [at, length, bytes]) => {
      const from = at % (left.length + 1)
      return Buffer.concat([left.subarray(0, from), bytes, left.subarray(from + length)])
    }, body),
  )

test('any bytes are accepted or rejected; accepted ones are read or reported as unreadable', () => {
  const dialect = createDialect()
  const bodies = fc.oneof(
    mutilated,
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.json({ depthSize: 'large' }).map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      const inspected = inspectBody(body)
      if (!inspected.ok) {
        expect(inspected.error.code).toBe('bad-input')
        return
      }
      const parsed = parseEvent(JSON.parse(inspected.value.text), dialect)
      if (!parsed.ok) expect(parsed.error.detail).toMatch(/./)
    }),
    { numRuns: tries(1_000, 50_000) },
  )
})

test('only the right header counts as the bearer', () => {
  const accepted = hashTokens('the-old-token\nthe-new-token\na-third-one')
  expect(isBearer('Bearer the-old-token', accepted)).toBe(true)
  expect(isBearer('bearer the-new-token', accepted)).toBe(true)
  // Two tokens are enough for a rotation.
  expect(isBearer('Bearer a-third-one', accepted)).toBe(false)
  expect(isBearer('Bearer ', hashTokens(''))).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (token) => {
      expect(isBearer(`Bearer ${token}`, accepted)).toBe(
        ['the-old-token', 'the-new-token'].includes(token.trimStart()),
      )
      expect(isBearer(token, accepted)).toBe(false)
    }),
    { numRuns: tries(1_000, 50_000) },
  )
})

test('a disk that is full gets its sender a 503, never a 200, and the next one is welcome when there is room', async () => {
  const db = openDatabase(newDatabase())
  const inbox = new Inbox(db, createRecordingLog(), {
    onStored: () => undefined,
    onStatus: () => undefined,
  })
  const webhook = await listenForEvents(
    {
      clock: systemClock,
      log: createRecordingLog(),
      webhookTokens: new WebhookTokens('a-token', systemClock),
    },
    { address: '127.0.0.1', port: 0, names: [] },
    { receive: (inboxMessage) => inbox.receive(inboxMessage), onEvent: () => undefined },
  )
  onTestFinished(async () => {
    await webhook.close()
    db.close()
  })
  const post = async (eventId: string): Promise<number> => {
    const body = JSON.stringify({ type: 'x', eventId, padding: 'x'.repeat(100_000) })
    const headers = { authorization: 'Bearer a-token' }
    return (await fetch(webhook.url, { method: 'POST', headers, body })).status
  }
  expect(await post('one')).toBe(200)
  db.run(`PRAGMA max_page_count = ${Number(db.get('PRAGMA page_count')?.['page_count'])}`)
  expect(await post('two')).toBe(503)
  db.run('PRAGMA max_page_count = 1000000')
  expect(await post('two')).toBe(200)
  expect(inbox.arrived(9).map(({ key }) => key)).toEqual(['id:one', 'id:two'])
})

test('a port that is in use is reported', async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(
    listenForEvents(
      {
        clock: systemClock,
        log: createRecordingLog(),
        webhookTokens: new WebhookTokens(null, systemClock),
      },
      { address: '127.0.0.1', port, names: [] },
      { receive: () => Promise.resolve(), onEvent: () => undefined },
    ),
  ).rejects.toThrow('EADDRINUSE')
})
