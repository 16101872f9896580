import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from './open.ts'
import { countSetAside, forgetSetAside, Rows } from './rows.ts'
import type { DeclaredTable } from './table.ts'

const dish = z.object({
  id: z.string(),
  said: z.object({ name: z.string(), spicy: z.boolean() }),
  course: z.number(),
})

function open(tables: readonly DeclaredTable[] = []) {
  const db = openDatabase(newDatabase(), { tables })
  onTestFinished(() => db.close())
  return db
}

function openRows(lasting?: { column: 'said'; needed: 'course' }) {
  const db = open()
  db.run(
    'CREATE TABLE dishes (id TEXT PRIMARY KEY, said TEXT NOT NULL, course INTEGER NOT NULL) STRICT',
  )
  const log = createRecordingLog()
  const lost: string[] = []
  const rows = new Rows(db, log, {
    table: 'dishes',
    key: 'id',
    schema: dish,
    columns: ['id', 'said', 'course'],
    json: ['said'],
    rebuild: (id) => void lost.push(id),
    ...(lasting !== undefined && { lasting }),
  })
  return { db, log, rows, lost }
}
const soup = { id: 'soup', said: { name: 'Sopa', spicy: false }, course: 1 }
const curry = { id: 'curry', said: { name: 'Curry', spicy: true }, course: 2 }

test('a row that was put is there once, as last put', () => {
  const { rows } = openRows()
  rows.put({ ...soup, course: 3 })
  rows.put(soup)
  rows.put(curry)
  expect(rows.get('soup')).toEqual(soup)
  expect(rows.all('course > ? ORDER BY course', 0)).toEqual([soup, curry])
  expect([rows.remove('soup'), rows.remove('soup'), rows.get('soup')]).toEqual([true, false, null])
})

test('a lasting value is the same object until its text changes, also by somebody else', () => {
  const { db, rows } = openRows({ column: 'said', needed: 'course' })
  rows.put(soup)
  const stored = rows.get('soup')?.said
  expect(stored).toBe(soup.said)
  rows.put({ ...soup, said: { ...soup.said } })
  expect(rows.get('soup')).toEqual(soup)
  expect(rows.get('soup')?.said).toBe(stored)
  db.run(`UPDATE dishes SET said = '{"name":"Caldo","spicy":false}'`)
  expect(rows.get('soup')?.said).toEqual({ name: 'Caldo', spicy: false })
})

test('the value of a row that is no longer needed is forgotten', () => {
  const { rows } = openRows({ column: 'said', needed: 'course' })
  rows.put(soup)
  expect(rows.get('soup')?.said).toBe(soup.said)
  rows.put({ ...soup, course: 3 })
  expect(rows.get('soup')).toEqual({ ...soup, course: 3 })
  expect(rows.get('soup')?.said).not.toBe(soup.said)
})

test.each([
  ['is cut off', `substr(said, 1, 9)`, 'not JSON'],
  [
    'lacks a field',
    `'{"name":"Sopa"}'`,
    'said.spicy: Invalid input: expected boolean, received undefined',
  ],
])('a row whose JSON %s is set aside alone, once, with its reason', (_what, sql, reason) => {
  const { db, log, rows, lost } = openRows()
  rows.put(soup)
  rows.put(curry)
  db.run(`UPDATE dishes SET said = ${sql} WHERE id = 'soup'`)
  expect(rows.all()).toEqual([curry])
  expect(rows.get('soup')).toBeNull()
  expect([countSetAside(db), lost]).toEqual([1, ['soup']])
  expect(db.get('SELECT origin, key, reason FROM set_aside')).toEqual({
    origin: 'dishes',
    key: 'soup',
    reason,
  })
  expect(log.text()).toContain('row set aside')
  expect(log.text()).not.toContain('Sopa')
})

test('a long row is packed, and reads as it was put', async () => {
  const { rows } = openRows()
  // Random characters, which packing can't shorten.
  const name = randomBytes(150_000).toString('base64')
  const menu = { ...soup, id: 'menu', said: { name, spicy: false } }
  await rows.putLong(menu)
  expect(rows.get('menu')).toEqual(menu)
})

test('if the disk rejects writes, the bad row is skipped and found again later', () => {
  const { db, log, rows } = openRows()
  rows.put(soup)
  db.run(`UPDATE dishes SET said = '{}'`)
  db.run(
    `CREATE TRIGGER refuse BEFORE INSERT ON set_aside BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  expect(rows.all()).toEqual([])
  expect(log.text()).toContain('row not set aside')
  db.run('DROP TRIGGER refuse')
  expect(rows.all()).toEqual([])
  expect(countSetAside(db)).toBe(1)
})

test('what was set aside is forgotten by its table and its time, and still counts', () => {
  const db = open([
    { table: 'dishes', ofPeople: true, shows: { kinds: ['reservation'], entries: 'all' } },
    { table: 'drinks' },
  ])
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
  add('outbox', '2026-11-20', { kind: 'reservation' })
  add('outbox', '2026-11-20', { kind: 'print' })
  forgetSetAside(db, '2026-11-21')
  expect(db.all('SELECT row FROM set_aside ORDER BY id').map(({ row }) => row)).toEqual([
    '{}',
    '{"name":"new"}',
    '{"name":"other table"}',
    '{}',
    '{}',
    '{"kind":"print"}',
  ])
  expect(db.all('SELECT key FROM set_aside ORDER BY id').map(({ key }) => key)).toEqual([
    '',
    'k',
    'k',
    '',
    '',
    'k',
  ])
  expect(countSetAside(db)).toBe(6)
})

const note = z.object({ id: z.number(), said: z.string(), by: z.string().nullable() })

function openNotes() {
  const db = open()
  db.run('CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT NOT NULL UNIQUE, by TEXT) STRICT')
  const columns = note.keyof().options
  const rows = new Rows(db, createRecordingLog(), {
    table: 'notes',
    key: 'id',
    schema: note,
    columns,
    json: [],
  })
  return { db, rows }
}

test('a row is added once, under the next number, and changed in some columns', () => {
  const { rows } = openNotes()
  const added = ['a', 'b', 'a'].map((text) => rows.add({ said: text }))
  expect(added).toEqual([true, true, false])
  rows.change(2, { by: 'Ana' })
  expect(rows.all()).toEqual([
    { id: 1, said: 'a', by: null },
    { id: 2, said: 'b', by: 'Ana' },
  ])
})

test('what has not changed is not written again', () => {
  const { db, rows } = openNotes()
  const row = { id: 1, said: 'a', by: null }
  rows.put(row)
  db.run(`CREATE TRIGGER refuse BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'written'); END`)
  rows.put(row)
  expect(() => rows.put({ ...row, said: 'b' })).toThrow('written')
})
