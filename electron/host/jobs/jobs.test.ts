import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { roles } from '#contract/shared/caller.ts'
import { operations } from '#contract/index.ts'
import { jobSchema, type Job, type JobSteering } from '#contract/jobs/jobs.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import { createDialect } from '#platform/dialect.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import { jobs, type JobPlan, type JobReport } from './jobs.ts'

const failure = (kind: CallFailure['kind'], retryAfterMs: number | null = null): CallFailure => ({
  kind,
  status: kind === 'answered' ? 403 : null,
  message: '',
  retryAfterMs,
})
const platform = {
  v3Url: 'http://127.0.0.1:9/v3',
  v1Url: null,
  tabsUrl: null,
  token: 't',
  channelToken: null,
  dialect: createDialect(),
}

/** The noun with a fake clock, and a job whose runs report what the test lists, one run after the other. */
function open(plan: Partial<JobPlan> = {}, connection: typeof platform | null = platform) {
  const clock = new FakeClock()
  const log = createRecordingLog()
  let ids = 0
  const built = jobs.create(
    contextOf({
      ...{ clock, log, connection },
      newId: () => (++ids === 1 ? 'j' : `j${String(ids)}`),
      backOff: new BackOff(() => 0.5),
      changed: () => undefined,
      db: { transact: (work: () => unknown) => work() } as never,
    }),
  )
  const lists = built.of<string>('guests.export')
  /** What each run reports; `waits` is a run that ends only with its signal. */
  const runs: (readonly JobReport[] | 'waits')[] = []
  const begun: Job[] = []
  async function* run({ signal, job }: Parameters<JobPlan['run']>[0]): AsyncGenerator<JobReport> {
    begun.push(job)
    const reports = runs.shift() ?? []
    if (reports !== 'waits') yield* reports
    else if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const start = (job?: Job) => lists.start({ run, ...plan }, 'kept', job)
  const steer = (how: JobSteering, role: (typeof roles)[number] = 'manager', jobId = 'j') =>
    built.handlers['jobs.steer']({ jobId, how }, { screen: 's', name: '', role })
  const state = () => lists.find('j')?.job.state ?? null
  const until = (expected: Job['state']) => expect.poll(state).toBe(expected)
  return { built, clock, log, lists, runs, begun, start, steer, state, until }
}

const page = (items: number): JobReport => ({ progress: { pages: 1, items } })

test('only those steer a job who may start it', async () => {
  for (const startedBy of jobSchema.shape.startedBy.options)
    for (const role of roles) {
      const { built, runs, steer } = open()
      const of = built.of<null>(startedBy)
      runs.push('waits')
      const run: JobPlan['run'] = async function* ({ signal }) {
        yield page(1)
        while (!signal.aborted) await nextTurn()
      }
      of.start({ run }, null)
      const may = operations[startedBy].roles.includes(role)
      expect([startedBy, role, await steer('pause', role)]).toEqual([
        startedBy,
        role,
        may ? ok(null) : fail('not-allowed'),
      ])
      expect(of.find('j')?.job.state).toBe(may ? 'paused' : 'running')
      await built.close()
    }
})

test('a job reports what it has, pauses, continues from there and ends; screens receive its newest state once', async () => {
  const done: Job[] = []
  const { built, runs, begun, start, steer, state, until } = open({ done: (job) => done.push(job) })
  runs.push('waits', [page(7), { progress: { pages: 2, items: 9 }, complete: true }])
  expect(start()).toMatchObject({ state: 'running', items: 0, endedAt: null })
  expect(built.changes()).toMatchObject([{ type: 'jobs.changed', job: { state: 'running' } }])
  expect(await steer('pause', 'manager', 'another')).toEqual(fail('not-found'))
  expect(await steer('resume')).toEqual(fail('too-late'))
  expect(await steer('pause')).toEqual(ok(null))
  expect(state()).toBe('paused')
  expect(await steer('pause')).toEqual(fail('too-late'))
  expect(await steer('resume')).toEqual(ok(null))
  await until('done')
  expect(begun).toHaveLength(2)
  expect(done).toMatchObject([{ items: 9, pages: 2, complete: true }])
  expect(built.changes()).toMatchObject([{ job: { state: 'done', items: 9, complete: true } }])
  expect(built.changes()).toEqual([])
  expect(await steer('cancel')).toEqual(fail('too-late'))
})

test('a running job shows its pace; a paused one shows none, and does not show the old one when it continues', async () => {
  const { lists, clock, start, steer } = open({
    async *run({ signal, job }) {
      yield { progress: { items: job.items + 10, totalItems: 30 } }
      await clock.advance(2_000)
      yield { progress: { items: job.items + 14 } }
      while (!signal.aborted) await nextTurn()
    },
  })
  const pace = () => {
    const { items, itemsPerSecond, secondsLeft } = lists.find('j')?.job ?? {}
    return { items, itemsPerSecond, secondsLeft }
  }
  const none = { itemsPerSecond: null, secondsLeft: null }
  start()
  await expect.poll(pace).toEqual({ items: 14, itemsPerSecond: 7, secondsLeft: 16 / 7 })
  await steer('pause')
  expect(pace()).toEqual({ items: 14, ...none })
  await steer('resume')
  expect(pace()).toEqual({ items: 14, ...none })
})

test('a failure stops it where it is, and the next run begins with what it had', async () => {
  const { runs, begun, start, steer, until, lists } = open()
  runs.push([page(7), { failure: failure('lost') }], [page(9)])
  start()
  await until('stopped')
  expect(lists.find('j')?.job).toMatchObject({ items: 7, error: { code: 'unreachable' } })
  await steer('resume')
  await until('done')
  expect(begun.map(({ items }) => items)).toEqual([0, 7])
  expect(lists.find('j')?.job).toMatchObject({ items: 9, error: null })
})

test('one that waits goes on by itself, later after each failure, until the platform has answered; a refusal stops it', async () => {
  const lost: JobReport[] = [{ failure: failure('lost') }]
  const { runs, begun, start, clock, until } = open({ waits: true })
  runs.push(lost, lost, [page(3), { failure: failure('lost') }], lost)
  runs.push([{ failure: failure('answered') }])
  start()
  await until('waiting')
  for (const [pause, nth] of [
    [5_000, 2],
    [10_000, 3],
    // A page arrived meanwhile.
    [5_000, 4],
    [10_000, 5],
  ] as const) {
    await clock.advance(pause - 1)
    expect(begun).toHaveLength(nth - 1)
    await clock.advance(1)
    await expect.poll(() => begun.length).toBe(nth)
    await nextTurn()
  }
  await until('stopped')
})

test('one that waits can be paused: then it does not go on by itself', async () => {
  const { runs, begun, start, steer, clock, until } = open({ waits: true })
  runs.push([{ failure: failure('lost') }])
  start()
  await until('waiting')
  expect(await steer('pause')).toEqual(ok(null))
  await clock.advance(600_000)
  expect(begun).toHaveLength(1)
})

test('what is cancelled is discarded once, and not brought back by another screen', async () => {
  let discarded = 0
  const { runs, start, steer, state } = open({ discard: () => (discarded += 1) })
  runs.push('waits')
  start()
  expect(await Promise.all([steer('cancel'), steer('pause'), steer('cancel')])).toEqual([
    ok(null),
    fail('too-late'),
    fail('too-late'),
  ])
  expect(await steer('resume')).toEqual(fail('too-late'))
  expect([state(), discarded]).toEqual(['cancelled', 1])
})

test('one that is full, or has no token, or throws, says so', async () => {
  const full = open()
  full.runs.push([{ ...(page(7) as { progress: object }), isFull: true }])
  full.start()
  await full.until('full')
  const without = open({}, null)
  without.start()
  await without.until('stopped')
  expect(without.lists.find('j')?.job.error).toEqual({ code: 'unauthorised', reason: 'no-token' })
  for (const [cause, error] of [
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), { code: 'storage', detail: 'ENOSPC' }],
    [new Error('x'), { code: 'internal', detail: 'guests.export' }],
  ] as const) {
    const { start, until, lists, log } = open({
      run() {
        throw cause
      },
    })
    start()
    await until('stopped')
    expect(lists.find('j')?.job.error).toEqual(error)
    expect(log.text().includes('bug')).toBe(error.code === 'internal')
  }
})

test('each change is kept where the noun keeps it, and one that cannot be kept stops', async () => {
  const stored: Job[] = []
  const { runs, start, until } = open({
    save(job) {
      if (job.items === 9 && job.state === 'running')
        throw Object.assign(new Error('x'), { code: 'ENOSPC' })
      stored.push(job)
    },
  })
  runs.push([page(7), page(9)])
  start()
  await until('stopped')
  expect(stored.map(({ state, items }) => [state, items])).toEqual([
    ['running', 0],
    ['running', 7],
    ['stopped', 7],
  ])
})

test('one that is known goes on where it was under way, and else stays as it is', async () => {
  const first = open()
  const job = { ...first.start(), items: 7, itemsPerSecond: 3 }
  const again = open()
  again.runs.push([page(9)])
  again.start(job)
  expect(again.lists.find('j')?.job).toMatchObject({ items: 7, itemsPerSecond: null })
  await again.until('done')
  expect(again.begun).toMatchObject([{ items: 7 }])
  const paused = open()
  paused.start({ ...job, state: 'paused' })
  await nextTurn()
  expect([paused.state(), paused.begun]).toEqual(['paused', []])
})

test('a job that nobody reads is deleted after half an hour, unless it is permanent; a deleted job ends', async () => {
  for (const stays of [false, true]) {
    const { built, runs, start, clock, state, steer } = open({ stays })
    runs.push('waits')
    start()
    await clock.advance(29 * 60_000)
    built.catchUp()
    expect(state()).toBe('running')
    await clock.advance(31 * 60_000)
    built.catchUp()
    expect(state()).toBe(stays ? 'running' : null)
    await nextTurn()
    expect(await steer('pause')).toEqual(stays ? ok(null) : fail('not-found'))
  }
})

test('the end of the host ends every job, also forgotten ones, and leaves its state for the next start', async () => {
  let ended = 0
  const states: Job['state'][] = []
  const { built, lists, start } = open({
    save: ({ state }) => states.push(state),
    async *run({ signal }) {
      yield page(1)
      while (!signal.aborted) await nextTurn()
      await nextTurn()
      ended += 1
    },
  })
  for (const id of ['j', 'j2']) {
    start()
    await expect.poll(() => lists.find(id)?.job.items).toBe(1)
    if (id === 'j') void lists.forget(id)
  }
  await built.close()
  expect(ended).toBe(2)
  expect(states).toEqual(['running', 'running', 'running', 'running'])
})

test('a command that arrives as a job is deleted comes too late', async () => {
  const { lists, runs, start, steer, state } = open()
  runs.push('waits')
  start()
  const forgotten = lists.forget('j')
  expect(state()).toBeNull()
  expect(await steer('pause')).toEqual(fail('too-late'))
  await forgotten
  expect(await steer('pause')).toEqual(fail('not-found'))
})

test('a cancel that comes with a resume ends the run that was begun', async () => {
  const { runs, begun, start, steer, state } = open()
  runs.push('waits', [page(3)])
  start()
  await steer('pause')
  expect(await Promise.all([steer('resume'), steer('cancel')])).toEqual([ok(null), ok(null)])
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect([state(), begun.length]).toEqual(['cancelled', 2])
})
