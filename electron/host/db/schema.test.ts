import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { DamagedDatabase, NewerDatabase, openDatabase } from './open.ts'
import { migrate } from './schema.ts'

const foreign = {
  'a trigger': `CREATE TRIGGER friend AFTER INSERT ON settings BEGIN DELETE FROM settings; END`,
  'a view': 'CREATE VIEW spy AS SELECT * FROM outbox',
  'an index that refuses rows': 'CREATE UNIQUE INDEX one_kind ON outbox (kind)',
  'an index of ours that refuses rows':
    'DROP INDEX outbox_subject; CREATE UNIQUE INDEX outbox_subject ON outbox (kind)',
  'an index of ours that is gone': 'DROP INDEX outbox_subject',
  'a protection of ours that is gone': 'DROP TRIGGER close_outs_stay',
  'another table': `DROP TABLE drafts; CREATE TABLE drafts (id TEXT CHECK (id = 'a'))`,
}

test.each(Object.entries(foreign))('a backup with %s is refused', (_name, sql) => {
  const file = join(temporaryFolder(), 'store.sqlite')
  openDatabase(file).close()
  openDatabase(file, { isBackup: true }).close()
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  expect(() => openDatabase(file, { isBackup: true })).toThrow(DamagedDatabase)
})

/** A file in memory in the first version of three. */
function openSteps() {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  const steps = [
    'CREATE TABLE dishes (name TEXT)',
    `ALTER TABLE dishes ADD COLUMN course INTEGER NOT NULL DEFAULT 1`,
    `UPDATE dishes SET course = course + 1`,
  ]
  migrate(db, steps.slice(0, 1))
  db.exec(`INSERT INTO dishes (name) VALUES ('Sopa')`)
  return { db, steps }
}

test('an older file gets each later step once, and keeps its rows', () => {
  const { db, steps } = openSteps()
  migrate(db, steps)
  migrate(db, steps)
  expect(db.prepare('SELECT * FROM dishes').all()).toEqual([{ name: 'Sopa', course: 2 }])
})

test('a step that fails leaves the version before it', () => {
  const { db, steps } = openSteps()
  expect(() => migrate(db, [...steps.slice(0, 2), 'DROP TABLE nothing'])).toThrow('nothing')
  db.exec('ROLLBACK')
  expect(db.prepare('SELECT * FROM dishes').all()).toEqual([{ name: 'Sopa', course: 1 }])
  migrate(db, steps)
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
})

test('a file of a newer version is not touched', () => {
  const { db, steps } = openSteps()
  migrate(db, steps)
  expect(() => migrate(db, steps.slice(0, 2))).toThrow(NewerDatabase)
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
})
