import { expect, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { JobSteering } from '#contract/jobs/jobs.ts'
import { ok } from '#contract/shared/result.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { nothingRead } from '#platform/lists/list-step.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import type { Use } from '../noun.ts'
import { DayLists } from './day-lists.ts'
import { jobs } from './jobs.ts'
import { ListReader } from './lists.ts'

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

const manager: Caller = { screen: 'office', name: '', role: 'manager' }

/** Jobs that read a list of this length, a hundred items to a page, without a platform. */
function listsOf(count: number, clock = new FakeClock(), failsAt: number | null = null) {
  let ids = 0
  let reported = 0
  let failed = false
  const context = contextOf({
    clock,
    log: createRecordingLog(),
    newId: () => `r${String(++ids)}`,
    connection: nobody,
    timeZone: () => 'UTC',
    settings: () => defaultSettings,
    changed: () => undefined,
    use: (() => built) as Use,
  })
  const built = jobs.create(context)
  const lists = new DayLists<{ _id: string }, string, null>(context, () => 'store', {
    startedBy: 'waste.read',
    terms: () => null,
    async *list() {
      for (let from = 0; from < count; from += 100) {
        reported += 1
        await Promise.resolve()
        if (from === failsAt && !failed) {
          failed = true
          // The list changed, so it has to be read from the start.
          const why = { kind: 'lost', status: null, message: '', retryAfterMs: null } as const
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
          progress: { ...nothingRead, pages: reported, items: from + 100 },
          resume: isLast ? null : { page: from / 100 + 2 },
          complete: isLast ? true : null,
        }
      }
    },
    at: () => at,
    row: ({ _id }) => _id,
  })
  const steer = (jobId: string, how: JobSteering) =>
    built.handlers['jobs.steer']({ jobId, how }, manager)
  return {
    start: (days: typeof span) => lists.start(days),
    find: (id: string) => lists.find(id),
    steer,
    built,
    pages: () => reported,
  }
}

test('a list of more than the host keeps is read no further, and says so', async () => {
  const { start, find, steer, built, pages } = listsOf(120_000)
  expect(start(span)).toMatchObject(ok({ id: 'r1', state: 'running' }))
  await expect.poll(() => find('r1')?.job.state).toBe('full')
  expect(find('r1')).toMatchObject({ job: { items: 100_000, complete: null } })
  expect(find('r1')?.rows).toHaveLength(100_000)
  expect(pages()).toBe(1_000)
  expect(await steer('r1', 'resume')).toMatchObject({ error: { code: 'too-late' } })
  await built.close()
})

test('a list that nobody reads is deleted after half an hour, and one that is read is not', async () => {
  const clock = new FakeClock()
  const { start, find, built } = listsOf(100, clock)
  start(span)
  start(span)
  for (let minutes = 0; minutes < 40; minutes += 10) {
    await clock.advance(10 * 60_000)
    expect(find('r2')).not.toBeNull()
    built.catchUp()
  }
  expect(find('r1')).toBeNull()
  expect(find('r2')).not.toBeNull()
  await built.close()
})

test('records that are repeated after a failure are stored once', async () => {
  const { start, find, steer, built } = listsOf(500, new FakeClock(), 300)
  start(span)
  await expect.poll(() => find('r1')?.job.state).toBe('stopped')
  expect(find('r1')?.rows).toHaveLength(300)
  expect(await steer('r1', 'resume')).toMatchObject(ok(null))
  await expect.poll(() => find('r1')?.job.state).toBe('done')
  expect(find('r1')?.rows).toHaveLength(500)
  await built.close()
})

test('lists that are read one after the other count as one, which is complete where each is', async () => {
  const reader = new ListReader<string>()
  const { signal } = new AbortController()
  const reported: unknown[] = []
  for (const complete of [true, false, true]) {
    const steps = reader.read(
      async function* () {
        await Promise.resolve()
        yield {
          ok: true as const,
          value: ['a', 'b'],
          answeredAt: null,
          unreadOf: new Map(),
          leftOut: 1,
          progress: { pages: 1, items: 2, leftOut: 1, totalPages: 1, totalCount: 3 },
          resume: null,
          complete,
        }
      },
      signal,
      ({ value }) => ({ items: value.length, leftOut: 1 }),
    )
    for await (const report of steps) reported.push(report)
  }
  const upTo = (nth: number, complete: boolean) => ({
    progress: {
      ...{ pages: nth, totalPages: nth, items: nth * 2, totalItems: nth * 3 },
      ...{ leftOut: nth * 2, outside: 0 },
    },
    complete,
  })
  expect(reported).toEqual([upTo(1, true), upTo(2, false), upTo(3, false)])
})
