import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { oldStore } from '#test/support/old-store.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tables } from '../nouns.ts'
import { DamagedDatabase, openDatabase } from './open.ts'

const newFile = (): string => {
  const file = join(temporaryFolder(), 'store.sqlite')
  openDatabase(file, { tables }).close()
  return file
}

/** Changes a closed file; without its seal it looks like one of an older version. */
function change(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(`${sql}; PRAGMA application_id = 0`)
  db.close()
}

const schemaOf = (file: string): Record<string, unknown>[] => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  } finally {
    db.close()
  }
}

const foreign = {
  'a trigger': `CREATE TRIGGER "no ""friend""" AFTER INSERT ON settings BEGIN DELETE FROM settings; END`,
  'a trigger that starts with our migrations': `CREATE TRIGGER harm AFTER INSERT ON outbox BEGIN DELETE FROM outbox; END`,
  'a view': 'CREATE VIEW spy AS SELECT * FROM outbox',
  'an index that refuses rows': 'CREATE UNIQUE INDEX one_kind ON outbox (kind)',
  'an index of ours that refuses rows':
    'DROP INDEX outbox_subject; CREATE UNIQUE INDEX outbox_subject ON outbox (kind)',
  'an index of ours that is gone': 'DROP INDEX outbox_subject',
}

const code = ['a trigger', 'a trigger that starts with our migrations', 'a view'] as const

test.each([
  ['this version', newFile, Object.keys(foreign) as (keyof typeof foreign)[]],
  ['version 0.1.0', () => oldStore(temporaryFolder()), code],
] as const)(
  'of %s: what is not ours in a backup does not survive, and has not run',
  (_version, make, kinds) => {
    const plain = make()
    openDatabase(plain, { tables, isBackup: true }).close()
    for (const name of kinds) {
      const file = make()
      change(file, foreign[name])
      const log = createRecordingLog()
      const db = openDatabase(file, { tables, isBackup: true, log })
      db.close()
      expect(schemaOf(file), name).toEqual(schemaOf(plain))
    }
  },
)

test('a backup whose table is another one is refused', () => {
  const file = newFile()
  change(file, `DROP TABLE drafts; CREATE TABLE drafts (id TEXT CHECK (id = 'a'))`)
  expect(() => openDatabase(file, { tables, isBackup: true })).toThrow(DamagedDatabase)
})

test('an older backup that can’t become this version is refused', () => {
  const file = oldStore(temporaryFolder())
  change(file, 'CREATE TABLE drafts (id)')
  expect(() => openDatabase(file, { tables, isBackup: true })).toThrow(DamagedDatabase)
})
