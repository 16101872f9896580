import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from './open.ts'
import { countSetAside, createRows, forgetSetAside } from './rows.ts'

const dish = z.object({
  id: z.string(),
  said: z.object({ name: z.string(), spicy: z.boolean() }),
  course: z.number(),
})

function openRows() {
  const db = openDatabase(join(temporaryFolder(), 'rows.sqlite'))
  onTestFinished(() => db.close())
  db.run(
    `CREATE TABLE dishes (id TEXT PRIMARY KEY, said TEXT NOT NULL, course INTEGER NOT NULL,
       version INTEGER NOT NULL DEFAULT 1, hash TEXT) STRICT`,
  )
  const log = createKeptLog()
  const rows = createRows(db, log, {
    table: 'dishes',
    key: 'id',
    schema: dish,
    columns: ['id', 'said', 'course'],
    json: ['said'],
    version: 2,
    upgrade: ({ said, ...row }) => ({ ...row, said: { spicy: false, ...(said as object) } }),
  })
  return { db, log, rows }
}
const soup = { id: 'soup', said: { name: 'Sopa', spicy: false }, course: 1 }
const curry = { id: 'curry', said: { name: 'Curry', spicy: true }, course: 2 }

test('what was put is there, once, as it was put last', () => {
  const { rows } = openRows()
  rows.put({ ...soup, course: 3 })
  rows.put(soup)
  rows.put(curry)
  expect(rows.get('soup')).toEqual(soup)
  expect(rows.all('course > ? ORDER BY course', 0)).toEqual([soup, curry])
  expect([rows.remove('soup'), rows.remove('soup'), rows.get('soup')]).toEqual([true, false, null])
})

test.each([
  ['a bit of its JSON', `said = replace(said, 'Sopa', 'Sopb')`, 'its hash is wrong'],
  ['a bit of another column', 'course = 3', 'its hash is wrong'],
  ['its hash', `hash = 'x' || hash`, 'its hash is wrong'],
  ['its hash away', 'hash = NULL', 'its hash is wrong'],
  ['its version', 'version = 1', 'its hash is wrong'],
])('a row that lost %s is set aside alone, once, with its reason', (_what, change, reason) => {
  const { db, log, rows } = openRows()
  rows.put(soup)
  rows.put(curry)
  db.run(`UPDATE dishes SET ${change} WHERE id = 'soup'`)
  expect(rows.all()).toEqual([curry])
  expect(rows.get('soup')).toBeNull()
  expect(countSetAside(db)).toBe(1)
  expect(db.get('SELECT origin, key, reason FROM set_aside')).toEqual({
    origin: 'dishes',
    key: 'soup',
    reason,
  })
  expect(log.text()).toContain('row set aside')
  expect(log.text()).not.toContain('Sopa')
})

test('a long row is written over several turns, reads as it was put, and a look finds it damaged', async () => {
  const { db, rows } = openRows()
  // Of signs that packing makes nothing shorter of.
  const name = randomBytes(150_000).toString('base64')
  const menu = { ...soup, id: 'menu', said: { name, spicy: false } }
  await rows.putLong(menu)
  rows.put(soup)
  expect(rows.get('menu')).toEqual(menu)
  const look = db.looks.get('dishes')
  expect(look?.(0, 20)).toBeNull()
  expect(countSetAside(db)).toBe(0)
  db.run(`UPDATE dishes SET said = replace(said, substr(said, 50000, 4), '....') WHERE id = 'menu'`)
  look?.(0, 20)
  expect(db.get('SELECT key, reason FROM set_aside')).toEqual({
    key: 'menu',
    reason: 'its hash is wrong',
  })
  expect(rows.all()).toEqual([soup])
})

test('a row from before there were hashes is read in the shape of now, where it parses', () => {
  const { db, rows } = openRows()
  const add = (id: string, said: string) =>
    db.run('INSERT INTO dishes (id, said, course) VALUES (?, ?, 1)', id, said)
  add('soup', '{"name":"Sopa"}')
  add('cut', '{"name":"So')
  add('odd', '{"title":"Sopa"}')
  expect(rows.all()).toEqual([soup])
  expect(db.all('SELECT key FROM set_aside ORDER BY key').map(({ key }) => key)).toEqual([
    'cut',
    'odd',
  ])
  rows.put(soup)
  expect(db.get('SELECT version FROM dishes')).toEqual({ version: 2 })
})

test('what was set aside is forgotten by its table and its time, and still counts', () => {
  const { db } = openRows()
  const add = (origin: string, at: string, row: object) =>
    db.run(
      "INSERT INTO set_aside (origin, key, reason, at, row) VALUES (?, 'k', 'r', ?, ?)",
      origin,
      at,
      JSON.stringify(row),
    )
  add('dishes', '2026-11-20', { name: 'old' })
  add('dishes', '2026-11-22', { name: 'new' })
  add('drinks', '2026-11-20', { name: 'other table' })
  add('outbox', '2026-11-20', { kind: 'reservation' })
  add('outbox', '2026-11-20', { kind: 'reservation-cance\u0000' })
  add('outbox', '2026-11-20', { kind: 'print' })
  forgetSetAside(db, '2026-11-21', ['dishes'], ['reservation'])
  expect(db.all('SELECT row FROM set_aside ORDER BY id').map(({ row }) => row)).toEqual([
    '{}',
    '{"name":"new"}',
    '{"name":"other table"}',
    '{}',
    '{}',
    '{"kind":"print"}',
  ])
  expect(countSetAside(db)).toBe(6)
})

test('a row of a newer version is not taken for one of ours', () => {
  const { rows } = openRows()
  const { rows: newer, db } = openRows()
  newer.put(soup)
  const raw = db.get('SELECT * FROM dishes') ?? {}
  expect(rows.verified(raw)).toEqual(soup)
  expect(rows.verified({ ...raw, version: 3 })).toBeNull()
})

test('where the disk takes no writes the row is passed over, and met again', () => {
  const { db, log, rows } = openRows()
  rows.put(soup)
  db.run(`UPDATE dishes SET course = 9`)
  db.run(
    `CREATE TRIGGER refuse BEFORE INSERT ON set_aside BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  expect(rows.all()).toEqual([])
  expect(log.text()).toContain('row not set aside')
  db.run('DROP TRIGGER refuse')
  expect(rows.all()).toEqual([])
  expect(countSetAside(db)).toBe(1)
})
