import { expect, test } from 'vitest'
import { ok } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { nothingRead } from '#platform/lists/list-step.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { createReadings } from './readings.ts'

const nobody: Connection = {
  v3Url: 'http://127.0.0.1:9/v3',
  v1Url: null,
  tabsUrl: null,
  token: 't',
  channelToken: null,
  dialect: createDialect(),
}
const at = '2026-11-20T15:00:00.000Z'
const span = { from: '2026-11-20', to: '2026-11-20' }

/** Readings of a list of so many, a hundred to a page, without a platform. */
function readingsOf(count: number, clock = new FakeClock(), failsAt: number | null = null) {
  let ids = 0
  let told = 0
  let failed = false
  const readings = createReadings<{ _id: string }, string, null>(
    contextOf({
      clock,
      log: createKeptLog(),
      newId: () => `r${String(++ids)}`,
      connection: nobody,
      timeZone: () => 'UTC',
      changed: () => undefined,
    }),
    () => 'store',
    {
      of: 'waste',
      terms: () => null,
      async *steps() {
        for (let from = 0; from < count; from += 100) {
          told += 1
          await Promise.resolve()
          if (from === failsAt && !failed) {
            failed = true
            // The list moved: it is to be read from its beginning.
            const why = { kind: 'lost', status: null, words: '', retryAfterMs: null } as const
            yield { ok: false as const, failure: why, progress: nothingRead, resume: { page: 1 } }
            return
          }
          const value = Array.from({ length: 100 }, (_each, nth) => ({ _id: String(from + nth) }))
          const isLast = from + 100 >= count
          yield {
            ok: true as const,
            value,
            answeredAt: null,
            unreadOf: new Map(),
            leftOut: 0,
            progress: { ...nothingRead, pages: told, items: from + 100 },
            resume: isLast ? null : { page: from / 100 + 2 },
            complete: isLast ? true : null,
          }
        }
      },
      at: () => at,
      row: ({ _id }) => _id,
    },
  )
  return { readings, pages: () => told }
}

test('a list of more than the host keeps is read no further, and says so', async () => {
  const { readings, pages } = readingsOf(120_000)
  expect(readings.begin(span)).toMatchObject(ok({ id: 'r1', state: 'reading' }))
  await expect.poll(() => readings.find('r1')?.reading.state).toBe('full')
  expect(readings.find('r1')).toMatchObject({ reading: { items: 100_000, complete: null } })
  expect(readings.find('r1')?.rows).toHaveLength(100_000)
  expect(pages()).toBe(1_000)
  expect(readings.resume('r1')).toMatchObject({ error: { code: 'too-late' } })
  await readings.close()
})

test('what nobody looks at is forgotten after half an hour, and what somebody looks at is not', async () => {
  const clock = new FakeClock()
  const { readings } = readingsOf(100, clock)
  readings.begin(span)
  readings.begin(span)
  for (let minutes = 0; minutes < 40; minutes += 10) {
    await clock.advance(10 * 60_000)
    expect(readings.find('r2')).not.toBeNull()
    readings.catchUp()
  }
  expect(readings.find('r1')).toBeNull()
  expect(readings.find('r2')).not.toBeNull()
  await readings.close()
})

test('what is told again after a failure is kept once', async () => {
  const { readings } = readingsOf(500, new FakeClock(), 300)
  readings.begin(span)
  await expect.poll(() => readings.find('r1')?.reading.state).toBe('stopped')
  expect(readings.find('r1')?.rows).toHaveLength(300)
  expect(readings.resume('r1')).toMatchObject(ok(null))
  await expect.poll(() => readings.find('r1')?.reading.state).toBe('done')
  expect(readings.find('r1')?.rows).toHaveLength(500)
  await readings.close()
})
