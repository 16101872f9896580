import type { SQLInputValue } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { archiveFor } from '#test/support/archive.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { contextOf } from '#test/support/context.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { createValues } from '../db/values.ts'
import { tables } from '../nouns.ts'
import { retention } from './retention.ts'

const recent = '2026-11-19T12:00:00.000Z'
const old = '2026-08-11T12:00:00.000Z'

const waiting = ['queued', 'sending', 'accepted', 'unknown', 'refused']

type Row = Record<string, SQLInputValue>

function add(db: Database, table: string, row: Row): void {
  const names = Object.keys(row)
  const places = names.map(() => '?').join(', ')
  db.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, ...Object.values(row))
}

const entry = (
  id: string,
  subject: string,
  state: string,
  at = old,
  kind: DeliveryKind = 'preparation-ready',
): Row => ({
  ...{ id, subject, state, kind, payload: '{}' },
  ...{ needs_decision: state === 'refused' ? 1 : 0, open: waiting.includes(state) ? 1 : 0 },
  ...{ since: at, created_at: at, due_at: at, wait_ms: 0, attempts: 0, repeats: 0 },
})
const ticket = (id: string, open: number, at = old): Row => ({
  ...{ id, open, left_at: at, words: '', known: '{}', marks: '{}' },
})
const past = (name: string, ended: string | null, at = old): Row => ({
  ...{ key: name, name, state: 'out', set_at: at, set_by: '', ended_at: ended },
})
const booked = (id: string, others: Row = {}): Row => ({
  ...{ id, reference: id, state: 'left', starts_at: old, undo_until: null, has_guest: 0 },
  ...{ words: '', kept: '{}' },
  ...others,
})
const completed = (id: string, at = old): Row => ({
  ...{ id, asked_at: at, needs_person: 0, kept: '{}' },
})

/** Everything that is left in a file after retention has run as often as it wants. */
async function afterDays(fill: (db: Database) => void): Promise<(sql: string) => unknown[]> {
  const db = openDatabase(newDatabase(), { tables })
  onTestFinished(() => db.close())
  db.transact(() => fill(db))
  const [clock, log] = [new FakeClock(recent), createRecordingLog()]
  const noun = retention.create(
    contextOf({
      db,
      file: db,
      clock,
      agreed: { now: clock.now.bind(clock), toDelete: clock.now.bind(clock) },
      settings: () => defaultSettings,
      allNouns: () => [],
      archive: archiveFor(db),
      values: createValues(db, log),
      use: () => ({ over: { over: () => [] } }) as never,
      log,
    }),
  )
  for (let beat = 0; beat < 20; beat++) {
    noun.catchUp()
    await clock.advance(10_000)
  }
  return (sql) => db.all(sql).map((row) => Object.values(row)[0])
}

test('keeps tickets that are open, that wait to be sent, or that are not old', async () => {
  const kept = await afterDays((db) => {
    add(db, 'tickets', ticket('over', 0))
    add(db, 'tickets', ticket('open', 1))
    add(db, 'tickets', ticket('recent', 0, recent))
    for (const state of waiting) {
      add(db, 'tickets', ticket(state, 0))
      add(db, 'outbox', entry(`tap-${state}`, state, state))
    }
  })
  expect(kept('SELECT id FROM tickets ORDER BY id')).toEqual(
    ['open', 'recent', ...waiting].toSorted(),
  )
})

test('of the outbox: what waits for a line or a person, what a ticket or an item still shows, and what is not old', async () => {
  const kept = await afterDays((db) => {
    for (const state of ['confirmed', 'withdrawn', 'expired'])
      add(db, 'outbox', entry(state, `nobody’s ${state}`, state))
    for (const state of waiting) add(db, 'outbox', entry(state, `nobody’s ${state}`, state))
    add(db, 'tickets', ticket('open', 1))
    add(db, 'outbox', entry('of-ticket', 'open', 'confirmed'))
    add(db, 'stock', { key: 'product:p', row: '{}' })
    for (const id of ['of-item, older', 'of-item'])
      add(db, 'outbox', entry(id, 'product:p', 'confirmed', old, 'stock'))
    add(db, 'outbox', entry('of no item', 'product:gone', 'confirmed', old, 'stock'))
    add(db, 'outbox', entry('recent', 'nobody’s', 'confirmed', recent))
  })
  expect(kept('SELECT id FROM outbox ORDER BY id')).toEqual(
    ['of-item', 'of-ticket', 'recent', ...waiting].toSorted(),
  )
})

test('of the 86 history: what is still sold out, and what is not old', async () => {
  const kept = await afterDays((db) => {
    add(db, 'stock_history', past('over', old))
    add(db, 'stock_history', past('lasting', null))
    add(db, 'stock_history', past('recent', recent, recent))
  })
  expect(kept('SELECT name FROM stock_history ORDER BY name')).toEqual(['lasting', 'recent'])
})

test('of the book: what has a guest, can be taken back, was not booked yet or waits to be sent', async () => {
  const kept = await afterDays((db) => {
    add(db, 'reservations', booked('over'))
    add(db, 'reservations', booked('guest', { has_guest: 1 }))
    add(db, 'reservations', booked('undo', { undo_until: old }))
    add(db, 'reservations', booked('not-yet'))
    add(db, 'outbox', entry('tap-not-yet', 'not-yet', 'queued', old, 'reservation'))
    add(db, 'reservations', booked('unsent'))
    add(db, 'outbox', entry('tap', 'unsent', 'unknown', old, 'reservation'))
    add(db, 'reservations', booked('recent', { starts_at: recent }))
    for (const id of ['over', 'recent'])
      add(db, 'outbox', entry(`tap-${id}`, id, 'confirmed', old, 'reservation'))
  })
  expect(kept('SELECT id FROM reservations ORDER BY id')).toEqual([
    'guest',
    'not-yet',
    'recent',
    'undo',
    'unsent',
  ])
  // Its outbox entry is deleted with it.
  expect(kept('SELECT id FROM outbox ORDER BY id')).toEqual(['tap', 'tap-not-yet', 'tap-recent'])
})

test('of the sales channel: what waits for a person or to be sent, and what is not old, with their entries', async () => {
  const kept = await afterDays((db) => {
    for (const state of ['confirmed', ...waiting]) {
      add(db, 'channel_orders', completed(state))
      add(db, 'outbox', entry(`tap-${state}`, state, state, old, 'complete-order'))
    }
    add(db, 'channel_orders', completed('recent', recent))
    add(db, 'outbox', entry('tap-recent', 'recent', 'confirmed', old, 'complete-order'))
  })
  const stay = ['recent', ...waiting].toSorted()
  expect(kept('SELECT id FROM channel_orders ORDER BY id')).toEqual(stay)
  expect(kept('SELECT subject FROM outbox ORDER BY subject')).toEqual(stay)
})
