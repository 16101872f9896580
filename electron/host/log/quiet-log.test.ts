import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { isLong } from '#test/support/tries.ts'
import { systemClock } from '../clock/clock.ts'
import { WebhookTokens } from '../feeds/request-guard.ts'
import { listenForEvents } from '../feeds/webhook.ts'
import { QuietLog } from './quiet-log.ts'

function start() {
  const clock = new FakeClock()
  const stored = createRecordingLog()
  const log = new QuietLog(stored, (ms, run) => clock.after(ms, () => void run()))
  const lines = (): object[] =>
    stored
      .text()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as object)
  return { clock, log, lines }
}

test('five lines of a kind as they come, then one a minute that says how many', async () => {
  const { clock, log, lines } = start()
  for (let n = 0; n < 8; n++) log.warn('refused', { status: 401, n })
  expect(lines()).toHaveLength(5)
  await clock.advance(60_000)
  expect(lines().at(-1)).toEqual({ event: 'refused', status: 401, n: 7, more: 3 })
  log.warn('refused', { status: 401, n: 8 })
  expect(lines()).toHaveLength(6)
  await clock.advance(60_000)
  expect(lines().at(-1)).toEqual({ event: 'refused', status: 401, n: 8, more: 1 })
  // After a quiet minute it is logged again.
  await clock.advance(60_000)
  log.warn('refused', { status: 401, n: 9 })
  expect(lines().at(-1)).toEqual({ event: 'refused', status: 401, n: 9 })
})

test('other kinds are written meanwhile, and kinds without end share one limit', async () => {
  const { clock, log, lines } = start()
  for (let n = 0; n < 20; n++) {
    log.warn('refused', { status: 401 })
    log.warn('refused', { status: 413 })
    log.error('bug', { in: 'timer' })
  }
  expect(lines()).toHaveLength(15)
  await clock.advance(180_000)
  const before = lines().length
  for (let n = 0; n < 10_000; n++) log.warn('order list failed', { code: String(n) })
  expect(lines().length - before).toBe(205)
})

test('10,000 wrong bearers leave at most 10 lines', async () => {
  const { clock, log, lines } = start()
  const webhook = await listenForEvents(
    { clock: systemClock, log, webhookTokens: new WebhookTokens('the good one', systemClock) },
    { address: '127.0.0.1', port: 0, names: [] },
    { receive: () => Promise.resolve(), onEvent: () => undefined },
  )
  onTestFinished(() => webhook.close())
  const refused = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer wrong' }
      const sent = request(webhook.url, { agent: false, method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })
  const count = isLong ? 10_000 : 300
  for (let n = 0; n < count; n += 20) {
    const statuses = await Promise.all(Array.from({ length: 20 }, refused))
    expect(new Set(statuses)).toEqual(new Set([401]))
    // Five minutes of it.
    if (n % (count / 5) === 0) await clock.advance(60_000)
  }
  expect(lines().length).toBeLessThanOrEqual(10)
  expect(lines().at(-1)).toMatchObject({ event: 'webhook refused', status: 401 })
})
