import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase, type Database } from '../db/open.ts'
import type { Debt, DebtState } from './policy.ts'
import { createOutboxStore, type OutboxStore } from './store.ts'

const states: DebtState[] = [
  'queued',
  'sending',
  'unknown',
  'done',
  'rejected',
  'unconfirmed',
  'withdrawn',
  'dropped',
  'settled',
]

const debt = (state: DebtState, nth: number): Debt => ({
  id: `tap-${state}`,
  operation: 'preparation-ready',
  subject: `order-${state}`,
  state,
  createdAt: '2026-11-20T15:30:00.000Z',
  dueAt: `2026-11-20T15:30:0${9 - nth}.000Z`,
  waitMs: 8_000,
  attempts: 1,
  repeats: 0,
  firstSentAt: null,
  words: null,
})

/** A store with a debt in each state, and every statement that reads it. */
function openStore(): { store: OutboxStore; db: Database; asked: string[] } {
  const db = openDatabase(join(temporaryFolder(), 'outbox.sqlite'))
  const asked: string[] = []
  const store = createOutboxStore({
    ...db,
    all(sql, ...values) {
      asked.push(sql)
      return db.all(sql, ...values)
    },
  })
  for (const [nth, state] of states.entries()) store.keep(debt(state, nth))
  return { store, db, asked }
}

test('each question is answered by the states that it is about', () => {
  const { store, db } = openStore()
  expect(store.owed().map(({ state }) => state)).toEqual(['unknown', 'queued'])
  expect(store.sending().map(({ state }) => state)).toEqual(['sending'])
  expect(states.filter((state) => store.live(`order-${state}`) !== null)).toEqual([
    'queued',
    'sending',
    'unknown',
    'rejected',
    'unconfirmed',
  ])
  expect(store.counts()).toEqual({ owed: 3, sending: 1, unknown: 1, needsPerson: 2 })
  db.close()
})

test('years of past bumps cost nothing: every question goes through a partial index', () => {
  const { store, db, asked } = openStore()
  store.owed()
  store.sending()
  store.live('order-queued')
  store.counts()
  expect(asked).toHaveLength(4)
  for (const sql of asked) {
    const values = sql.includes('?') ? ['x'] : []
    const plan = db.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => String(row['detail']))
    expect(plan[0]).toMatch(/USING (COVERING )?INDEX outbox_(owed|one_each)/)
  }
  db.close()
})

test('a second debt of an order that is not over is refused', () => {
  const { store, db } = openStore()
  const again = (state: DebtState) => ({
    ...debt('queued', 0),
    id: 'another',
    subject: `order-${state}`,
  })
  expect(() => store.keep(again('unknown'))).toThrow('UNIQUE')
  expect(() => store.keep(again('done'))).not.toThrow()
  db.close()
})
