import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { failed, type CallResult } from '#platform/failure.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase, watched } from '../db/open.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKind } from './kinds.ts'
import type { OutboxRules, Reconciled } from './rules.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxRows } from './rows.ts'
import { createOutboxWorker } from './worker.ts'

const nobody: Connection = {
  v3Url: 'http://127.0.0.1:9/v3',
  v1Url: null,
  tabsUrl: null,
  token: 'token',
  channelToken: null,
  dialect: createDialect(),
}
const yes: CallResult<unknown> = { ok: true, value: 'taken', answeredAt: null }
const lost = failed('lost', 'no answer')

interface Platform {
  /** What it answers to each request, in turn; the last again and again. */
  answers?: CallResult<unknown>[]
  /** What reading an entry says of it, in turn. */
  reads?: CallResult<Reconciled>[]
  together?: OutboxRules['together']
  repeatable?: boolean
  /** What catching up finds to enqueue, in turn. */
  due?: string[]
}

/** An outbox on a real file, whose one noun notes what it hears; `committed` runs after each commit. */
function openOutbox({
  answers = [yes],
  reads,
  together = null,
  repeatable = false,
  due = [],
}: Platform) {
  const clock = new FakeClock()
  const log = createKeptLog()
  const file = openDatabase(join(temporaryFolder(), 'outbox.sqlite'))
  let changed = false
  /** Commits, requests, and turns of the event loop after a commit, in which screens are told. */
  const happened: string[] = []
  const db = watched(file, {
    committed() {
      happened.push('commit')
      setImmediate(() => happened.push('screens'))
      if (changed) worker.plan()
      changed = false
    },
    rolledBack: () => (changed = false),
  })
  const rows = createOutboxRows(db, log)
  const outbox = createOutbox(rows, clock, () => (changed = true))
  /** What went over the wire: the subjects of each request. */
  const sent: string[][] = []
  const steps: [string, unknown][] = []
  const next = <Each>(list: Each[]): Each => {
    const each = list.length > 1 ? list.shift() : list[0]
    if (each === undefined) throw new Error('nothing to answer')
    return each
  }
  const rules: OutboxRules = {
    payload: z.strictObject({ dish: z.string() }),
    repeatable,
    together,
    send(_connection, entries) {
      happened.push('request')
      sent.push(entries.map(({ subject }) => subject))
      const answer = next(answers)
      return Promise.resolve(entries.map(() => answer))
    },
    settle: ({ subject, state }, answer) => steps.push([`${subject} ${state}`, answer]),
    ...(reads === undefined ? {} : { reconcile: () => Promise.resolve(next(reads)) }),
    salvage: () => 'keep',
  }
  const worker = createOutboxWorker({
    db,
    rows,
    kinds: { 'preparation-ready': rules, 'stock-switch': rules, 'stock-count': rules },
    clock,
    log,
    chance: () => 0.5,
    connection: nobody,
    catchUp() {
      happened.push('catch up')
      const subject = due.shift()
      if (subject !== undefined) enqueue(subject)
    },
    probe: () => Promise.resolve(true),
    onPause: () => undefined,
  })
  onTestFinished(async () => {
    await worker.stop()
    db.close()
  })
  const add = (subject: string, kind: OutboxKind, payload: unknown) =>
    outbox.enqueue({ id: `id-${subject}`, kind, subject, payload })
  const enqueue = (
    subject: string,
    kind: OutboxKind = 'stock-count',
    payload: unknown = { dish: 'soup' },
  ) => db.transact(() => add(subject, kind, payload))
  const entry = (subject: string): OutboxEntry | null => rows.live('stock-count', subject)
  return { clock, db, worker, happened, sent, steps, add, enqueue, entry }
}

test('what is enqueued is sent without anyone asking, once, and its noun hears each step', async () => {
  const { clock, sent, steps, enqueue } = openOutbox({})
  enqueue('one')
  expect(sent).toEqual([])
  await clock.advance(60_000)
  expect(sent).toEqual([['one']])
  expect(steps).toEqual([
    ['one sending', undefined],
    ['one done', 'taken'],
  ])
})

test('nothing comes between the mark of an attempt and its request', async () => {
  const { clock, happened, enqueue } = openOutbox({})
  enqueue('one')
  await clock.advance(60_000)
  expect(happened.join(' ')).toMatch(/^commit screens catch up commit request /)
})

test('what catching up enqueues is sent by the wake that caught up, and wakes nobody', async () => {
  const { clock, worker, happened, sent } = openOutbox({ due: ['one'] })
  worker.wake()
  await clock.advance(0)
  expect(sent).toEqual([['one']])
  // The wake itself, and the one that follows an attempt.
  expect(happened.filter((each) => each === 'catch up')).toHaveLength(2)
})

test('what is rolled back is not sent', async () => {
  const { clock, db, sent, add, enqueue } = openOutbox({})
  expect(() =>
    db.transact(() => {
      add('one', 'stock-count', { dish: 'soup' })
      throw new Error('a bug')
    }),
  ).toThrow('a bug')
  await clock.advance(60_000)
  expect(sent).toEqual([])
  enqueue('two')
  await clock.advance(60_000)
  expect(sent).toEqual([['two']])
})

test('entries of one batch share requests, no more than fit', async () => {
  const { clock, worker, sent, enqueue } = openOutbox({ together: { batch: 'stock', most: 2 } })
  for (const subject of ['a', 'b', 'c'])
    enqueue(subject, subject === 'b' ? 'stock-switch' : 'stock-count')
  worker.wake()
  await clock.advance(60_000)
  expect(sent).toEqual([['a', 'b'], ['c']])
})

test('an entry that says what nobody can read is for a person, and the others go', async () => {
  const { clock, sent, entry, enqueue } = openOutbox({ together: { batch: 'stock', most: 9 } })
  enqueue('one')
  enqueue('two', 'stock-count', { drink: 7 })
  await clock.advance(60_000)
  expect(sent).toEqual([['one']])
  expect(entry('two')).toMatchObject({ state: 'rejected', words: 'what it says cannot be read' })
})

const read = (value: Reconciled): CallResult<Reconciled> => ({ ok: true, value, answeredAt: null })

test.each<[string, Platform, { sends: number; steps: string }]>([
  [
    'of what must not be repeated is for a person',
    { answers: [lost] },
    { sends: 1, steps: 'sending unconfirmed' },
  ],
  [
    'of what can be repeated is followed by a repeat',
    { answers: [lost, yes], repeatable: true },
    { sends: 2, steps: 'sending unknown sending done' },
  ],
  [
    'is settled by reading: it happened',
    { answers: [lost], reads: [read('happened')] },
    { sends: 1, steps: 'sending unknown sending done' },
  ],
  [
    'is settled by reading: it did not happen, and is sent again',
    { answers: [lost, yes], reads: [read('did-not-happen')] },
    { sends: 2, steps: 'sending unknown sending queued sending done' },
  ],
  [
    'is read again where reading failed',
    { answers: [lost], reads: [failed('not-sent', 'refused'), read('happened')] },
    { sends: 1, steps: 'sending unknown sending unknown sending done' },
  ],
  [
    'is for a person where reading fails for too long',
    { answers: [lost], reads: [failed('not-sent', 'refused')] },
    { sends: 1, steps: `sending ${'unknown sending '.repeat(5)}unconfirmed` },
  ],
])('a lost answer %s', async (_what, platform, expected) => {
  const { clock, sent, steps, enqueue } = openOutbox(platform)
  enqueue('one')
  await clock.advance(11 * 60_000)
  expect(sent).toHaveLength(expected.sends)
  expect(steps.map(([step]) => step.replace('one ', '')).join(' ')).toBe(expected.steps)
})
