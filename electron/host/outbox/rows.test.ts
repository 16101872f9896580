import { expect, test } from 'vitest'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase, type Database } from '../db/open.ts'
import {
  deliveryKinds,
  deliveryStates as states,
  type DeliveryState,
} from '#contract/deliveries/delivery.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import type { OutboxEntry } from './rules.ts'
import { OutboxRows, waitingStates } from './rows.ts'

const entry = (state: DeliveryState, nth: number): OutboxEntry => ({
  id: `tap-${state}`,
  kind: 'preparation-ready',
  subject: `order-${state}`,
  payload: {},
  state,
  createdAt: '2026-11-20T15:30:00.000Z',
  dueAt: `2026-11-20T15:30:0${9 - nth}.000Z`,
  waitMs: 8_000,
  attempts: 1,
  repeats: 0,
  firstSentAt: null,
  lane: null,
  reason: null,
  message: null,
  needsDecision: state === 'refused',
  since: '2026-11-20T15:30:00.000Z',
  undoUntil: null,
})

/** An outbox with an entry in each state, and all statements that read it. */
function openOutbox(): { rows: OutboxRows; db: Database; asked: string[] } {
  const db = openDatabase(newDatabase())
  const asked: string[] = []
  const stored = {
    tables: db.tables,
    commits: 0,
    run: (sql, ...values) => db.run(sql, ...values),
    transact: (work) => db.transact(work),
    close: () => db.close(),
    all(sql, ...values) {
      asked.push(sql)
      return db.all(sql, ...values)
    },
    get(sql, ...values) {
      asked.push(sql)
      return db.get(sql, ...values)
    },
  } satisfies Database
  const rows = new OutboxRows(stored, createRecordingLog())
  for (const [nth, state] of states.entries()) {
    rows.save(entry(state, nth))
    const own = {
      id: `job-${state}`,
      kind: 'print',
      subject: `job-${state}`,
      lane: 'grill',
    } as const
    rows.save({ ...entry(state, nth), ...own })
  }
  return { rows, db, asked }
}

test('each question is answered by the states that it is about', () => {
  const { rows, db } = openOutbox()
  const first = { dueAt: '', id: '' }
  const due = rows.dueOfAll(first, '9999', 9)
  // The one that was enqueued last is due first.
  expect(due.map(({ id }) => rows.get(id)?.state)).toEqual(['unknown', 'queued'])
  expect(rows.dueOfAll(due[0] ?? first, '9999', 9)).toEqual(due.slice(1))
  const inOrder = waitingStates
    .flatMap((state) => rows.due('preparation-ready', state, '9999', 9))
    .toSorted((one, other) => one.nth - other.nth)
  expect(inOrder.map(({ id }) => rows.get(id)?.state)).toEqual(['queued', 'unknown'])
  expect(rows.waitingTried('preparation-ready', 'unknown').map(({ id }) => id)).toEqual([
    'tap-unknown',
  ])
  for (const state of waitingStates)
    expect(rows.due('preparation-ready', state, '2026-11-20T15:30:00.000Z', 9)).toEqual([])
  expect(rows.nextDue(due[0]?.dueAt ?? '')).toBe(due[1]?.dueAt)
  expect(rows.nextDue('9999')).toBeNull()
  expect(rows.sending().map((id) => rows.get(id)?.state)).toEqual(['sending', 'sending'])
  expect(
    states.filter((state) => rows.open('preparation-ready', `order-${state}`) !== null),
  ).toEqual(['queued', 'sending', 'accepted', 'refused', 'unknown'])
  expect(rows.counts()).toEqual({ pending: 3, sending: 1, unknown: 1, needsPerson: 1 })
  db.close()
})

test('entries with a lane are not counted as waiting for the platform, and are read by their lane', () => {
  const { rows, db } = openOutbox()
  rows.save({ ...entry('queued', 0), id: 'job-2', kind: 'print', subject: 'job-2', lane: 'grill' })
  rows.save({ ...entry('queued', 0), id: 'job-3', kind: 'print', subject: 'job-3', lane: 'bar' })
  expect(rows.laneHeads()).toEqual([
    { lane: 'bar', id: 'job-3' },
    { lane: 'grill', id: 'job-queued' },
  ])
  expect(rows.inLanes('print')).toHaveLength(states.length + 2)
  expect(rows.countUndecided(deliveryKinds)).toBe(2)
  expect(rows.forgetInLanes('print', entry('queued', 0).createdAt)).toBe(false)
  rows.forgetLane('grill')
  expect(rows.inLanes('print').map(({ id }) => id)).toEqual(['job-3'])
  expect(rows.forgetInLanes('print', '9999')).toBe(true)
  expect(rows.inLanes('print')).toEqual([])
  expect(rows.has('tap-queued')).toBe(true)
  db.close()
})

test('years of past bumps cost nothing: every question goes through a partial index', () => {
  const { rows, db, asked } = openOutbox()
  for (const state of waitingStates) rows.due('preparation-ready', state, '9999', 9)
  rows.dueOfAll({ dueAt: '', id: '' }, '9999', 9)
  rows.waitingTried('preparation-ready', 'queued')
  rows.nextDue('')
  rows.dueTooLate('2026-11-20T15:30:00.000Z', 9)
  rows.sending()
  rows.open('preparation-ready', 'order-queued')
  rows.allOpen('stock')
  rows.counts()
  rows.laneHeads()
  rows.countUndecided(deliveryKinds)
  rows.inLanes('print')
  rows.forgetInLanes('print', '2026-11-20T15:30:00.000Z')
  const questions = new Set(asked)
  expect(questions.size).toBe(14)
  for (const sql of questions) {
    const values = Array.from(sql.matchAll(/\?/g), () => 'x')
    const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => String(row['detail']))
    expect(plan).toHaveLength(1)
    expect(plan[0]).toMatch(
      /USING (COVERING )?INDEX outbox_(due|owed|sending|one_each|lanes|lane_made)/,
    )
  }
  db.close()
})

test('what is over and has no row any more is forgotten, by its kind and when it was made', () => {
  const { rows, db } = openOutbox()
  db.run('CREATE TABLE shown (id TEXT PRIMARY KEY)')
  db.run("INSERT INTO shown (id) VALUES ('order-confirmed')")
  const left = () => states.filter((state) => rows.has(`tap-${state}`))
  rows.forgetOver(['preparation-ready'], entry('confirmed', 0).createdAt, 'shown')
  rows.forgetOver(['print'], '9999', 'shown')
  expect(left()).toEqual(states)
  rows.forgetOver(['preparation-ready'], '9999', 'shown')
  const open = ['queued', 'sending', 'accepted', 'refused', 'unknown']
  expect(left().toSorted()).toEqual([...open, 'confirmed'].toSorted())
  db.close()
})

test('a second entry of an order that is not over is refused', () => {
  const { rows, db } = openOutbox()
  const again = (state: DeliveryState) => ({
    ...entry('queued', 0),
    id: 'another',
    subject: `order-${state}`,
  })
  expect(() => rows.save(again('unknown'))).toThrow('UNIQUE')
  expect(() => rows.save(again('confirmed'))).not.toThrow()
  db.close()
})
