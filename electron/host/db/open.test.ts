import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#test/support/new-database.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from './open.ts'

test('what was committed is there when it is opened again, durably', () => {
  const file = newDatabase()
  const first = openDatabase(file)
  first.run(`INSERT INTO settings VALUES ('a', '1')`)
  first.close()
  const db = openDatabase(file)
  onTestFinished(() => db.close())
  expect(db.all('SELECT * FROM settings')).toEqual([{ name: 'a', value: '1' }])
  expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
})

test('another connection reads beside it, without waiting for a write', () => {
  const file = newDatabase()
  const db = openDatabase(file)
  onTestFinished(() => db.close())
  const reader = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => reader.close())
  db.transact(() => {
    db.run(`INSERT INTO settings VALUES ('a', '1')`)
    expect(reader.prepare('SELECT * FROM settings').all()).toEqual([])
  })
  expect(reader.prepare('SELECT * FROM settings').all()).toHaveLength(1)
})

test('a transaction that fails changes nothing and counts as no commit', () => {
  const db = openDatabase(join(temporaryFolder(), 'store.sqlite'))
  onTestFinished(() => db.close())
  const before = db.commits
  expect(() =>
    db.transact(() => {
      db.run(`INSERT INTO settings VALUES ('a', '1')`)
      throw new Error('no')
    }),
  ).toThrow('no')
  db.transact(() => db.all('SELECT * FROM settings'))
  expect([db.commits - before, db.all('SELECT * FROM settings')]).toEqual([0, []])
  db.run(`INSERT INTO settings VALUES ('a', '1')`)
  db.transact(() => db.run(`INSERT INTO settings VALUES ('b', '1')`))
  expect(db.commits - before).toBe(2)
})

test('an open database never waits for a reader', () => {
  const db = openDatabase(newDatabase())
  onTestFinished(() => db.close())
  expect(db.get('PRAGMA busy_timeout')).toEqual({ timeout: 0 })
})
