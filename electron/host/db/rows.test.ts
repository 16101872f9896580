import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from './open.ts'
import { countSetAside, createRows, forgetSetAside } from './rows.ts'
import type { DeclaredTable, SummedFormat } from './table.ts'

const dish = z.object({
  id: z.string(),
  said: z.object({ name: z.string(), spicy: z.boolean() }),
  course: z.number(),
})

function open(tables: readonly DeclaredTable[] = []) {
  const db = openDatabase(newDatabase('rows.sqlite'), { tables })
  onTestFinished(() => db.close())
  return db
}

function openRows() {
  const db = open()
  db.run(
    `CREATE TABLE dishes (id TEXT PRIMARY KEY, said TEXT NOT NULL, course INTEGER NOT NULL,
       version INTEGER NOT NULL DEFAULT 1, hash TEXT) STRICT`,
  )
  const log = createRecordingLog()
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

test('a row that was put is there once, as last put', () => {
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
  // Random characters, which packing can't shorten.
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
  add('outbox', '2026-11-20', { kind: 'reservation-cance\u0000' })
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

test('a row of a newer version is not taken for one of ours', () => {
  const { rows } = openRows()
  const { rows: newer, db } = openRows()
  newer.put(soup)
  const raw = db.get('SELECT * FROM dishes') ?? {}
  expect(rows.verified(raw)).toEqual(soup)
  expect(rows.verified({ ...raw, version: 3 })).toBeNull()
})

test('if the disk rejects writes, the damaged row is skipped and found again later', () => {
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

const note = z.object({
  id: z.number(),
  said: z.string(),
  by: z.string().nullable(),
  state: z.enum(['new', 'read', 'red']),
})
type Note = z.infer<typeof note>

function openNotes(more: Partial<SummedFormat<Note>> = {}) {
  const db = open()
  db.run(
    `CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT NOT NULL UNIQUE, by TEXT, state TEXT NOT NULL,
       sum INTEGER, state_sum INTEGER) STRICT`,
  )
  const log = createRecordingLog()
  const damaged: string[] = []
  const rows = createRows<Note>(db, log, {
    table: 'notes',
    key: 'id',
    schema: note,
    columns: note.keyof().options,
    sums: [
      { column: 'sum', over: ['said'], later: ['by'] },
      { column: 'state_sum', over: ['id', 'state'], unless: ({ state }) => state === 'new' },
    ],
    rebuild: (key) => void damaged.push(key),
    ...more,
  })
  return { db, log, rows, damaged }
}

test('a row with checksums is added once, and changed in what has a checksum of its own', () => {
  const { db, rows } = openNotes()
  const added = ['a', 'b', 'a'].map((said) => rows.add({ said, state: 'new' }))
  expect(added).toEqual([true, true, false])
  rows.change(2, { state: 'read' })
  expect(rows.all()).toEqual([
    { id: 1, said: 'a', by: null, state: 'new' },
    { id: 2, said: 'b', by: null, state: 'read' },
  ])
  // `said` has a different checksum than `state`.
  expect(() => rows.change(2, { by: 'Ana' })).toThrow('no checksum is over these alone')
  rows.put({ id: 1, said: 'c', by: 'Ana', state: 'read' })
  expect(rows.get('1')).toEqual({ id: 1, said: 'c', by: 'Ana', state: 'read' })
  expect(db.all('SELECT id FROM set_aside')).toEqual([])
})

test.each([
  ['a bit of its text', `said = 'x'`],
  ['a column that came later', `by = 'Eva'`],
  ['its state', `state = 'red'`],
  ['its number', 'id = 9'],
  ['its checksum', 'sum = sum + 1'],
])('a row with checksums that lost %s is set aside', (_what, change) => {
  const { db, rows, damaged } = openNotes()
  rows.add({ id: 5, said: 'a', by: 'Ana', state: 'read' })
  db.run(`UPDATE notes SET ${change}`)
  db.looks.get('notes')?.(0, 20)
  expect(rows.all()).toEqual([])
  expect(countSetAside(db)).toBe(1)
  expect(damaged).toHaveLength(1)
})

test('rows from before there were checksums are believed, and what a checksum says nothing of', () => {
  const { db, rows } = openNotes()
  db.run(`INSERT INTO notes (said, state) VALUES ('old', 'read')`)
  db.run(`INSERT INTO notes (said, state, state_sum) VALUES ('again', 'new', 1)`)
  expect(rows.all().map(({ said }) => said)).toEqual(['old', 'again'])
})

test('a derived row that is damaged is deleted, and made anew', () => {
  const { db, log, rows, damaged } = openNotes({ derivedFrom: 'rows' })
  rows.add({ said: 'a', state: 'new' })
  db.run(`UPDATE notes SET said = 'b'`)
  expect(rows.get('1')).toBeNull()
  expect(db.all('SELECT * FROM notes')).toEqual([])
  expect([countSetAside(db), damaged]).toEqual([0, ['1']])
  expect(log.text()).toContain('row damaged')
})

test('a damaged row that must stay stays, and is stored as it was read', () => {
  const { db, rows, damaged } = openNotes({
    stays: ({ id }) => ({ id: Number(id), said: 'damaged', by: null, state: 'read' }),
  })
  rows.add({ said: 'a', state: 'new' })
  db.run(`UPDATE notes SET said = 'b'`)
  expect(rows.all()).toEqual([])
  expect(rows.all()).toEqual([{ id: 1, said: 'damaged', by: null, state: 'read' }])
  expect([countSetAside(db), damaged]).toEqual([0, ['1']])
})

test('a check reads long rows one at a time, and all of them', () => {
  const { db, rows, damaged } = openNotes()
  for (const said of 'abc') rows.add({ said, state: 'new' })
  db.run(`UPDATE notes SET by = 'x' WHERE id <> 2`)
  const look = db.looks.get('notes')
  expect([0, 1, 2, 3].map((after) => look?.(after, 20))).toEqual([1, 2, 3, null])
  expect(damaged).toEqual(['1', '3'])
})

test('what has not changed is not written again', () => {
  const { db, rows } = openNotes()
  const row: Note = { id: 1, said: 'a', by: null, state: 'read' }
  rows.put(row)
  db.run(`CREATE TRIGGER refuse BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'written'); END`)
  rows.put(row)
  expect(() => rows.put({ ...row, state: 'new' })).toThrow('written')
})
