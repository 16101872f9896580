import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { oldStore } from '#test/support/old-store.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import { createOutboxRows, type OutboxRows } from '../outbox/rows.ts'
import { createCloseOuts } from '../shifts/close-outs.ts'
import { noJournal } from './journal.ts'
import { NewerDatabase, openDatabase, type Database } from './open.ts'
import { openOrQuarantine } from '../recovery/quarantine.ts'
import { tables } from '../nouns.ts'

const outboxOf = (db: Database): OutboxRows => createOutboxRows(db, createRecordingLog())

const entry = (n: number): OutboxEntry => ({
  id: `tap-${n}`,
  kind: 'preparation-ready',
  subject: `order-${n}`,
  payload: {},
  state: 'queued',
  createdAt: '2026-11-20T15:30:00.000Z',
  dueAt: '2026-11-20T15:30:08.000Z',
  waitMs: 8_000,
  attempts: 0,
  repeats: 0,
  firstSentAt: null,
  lane: null,
  reason: null,
  message: null,
  needsDecision: false,
  since: '2026-11-20T15:30:00.000Z',
  undoUntil: null,
})

function fileWith(entries: readonly OutboxEntry[]): string {
  const file = join(temporaryFolder(), 'store.sqlite')
  const db = openDatabase(file)
  const outbox = outboxOf(db)
  for (const each of entries) outbox.keep(each)
  db.close()
  return file
}
const fileWithEntries = (count: number): string =>
  fileWith(Array.from({ length: count }, (_, n) => entry(n)))

test('what was committed is there when it is opened again, durably', () => {
  const file = fileWithEntries(3)
  const db = openDatabase(file)
  expect(outboxOf(db).allOpen()).toHaveLength(3)
  expect(db.get('PRAGMA journal_mode')?.['journal_mode']).toBe('wal')
  expect(db.get('PRAGMA synchronous')?.['synchronous']).toBe(2)
  db.close()
})

test('a file that cannot give pages back is written anew once most of it is free, and can from then on', () => {
  const file = fileWithEntries(3)
  const old = new DatabaseSync(file)
  old.exec(`PRAGMA auto_vacuum = NONE; VACUUM; PRAGMA journal_mode = DELETE;
    INSERT INTO set_aside (origin, key, reason, at, row) VALUES ('x', 'x', 'x', 'x', hex(zeroblob(13000000)));
    DELETE FROM set_aside`)
  old.close()
  expect(statSync(file).size).toBeGreaterThan(25_000_000)
  openDatabase(file).close()
  expect(statSync(file).size).toBeGreaterThan(25_000_000)
  const journal = { ...noJournal }
  const db = openDatabase(file, { journal })
  expect(db.get('PRAGMA auto_vacuum')?.['auto_vacuum']).toBe(2)
  expect(outboxOf(db).allOpen()).toHaveLength(3)
  db.close()
  expect(statSync(file).size).toBeLessThan(1_000_000)
  openDatabase(file).close()
})

test('a second process cannot open a store that is in use', async () => {
  const file = fileWithEntries(1)
  const db = openDatabase(file)
  const script = join(temporaryFolder(), 'second.mjs')
  writeFileSync(
    script,
    `import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
     try { openDatabase(process.argv[2]); process.exit(0) } catch (cause) { process.exit(cause.message.includes('locked') ? 7 : 1) }`,
  )
  const second = fork(script, [file], { stdio: 'ignore' })
  const [code] = (await once(second, 'exit')) as [number]
  expect(code).toBe(7)
  db.close()
})

test('a newer file is left alone', () => {
  const file = fileWithEntries(1)
  const db = new DatabaseSync(file)
  db.exec('PRAGMA user_version = 99; PRAGMA application_id = 0')
  db.close()
  const before = readFileSync(file)
  expect(() => openOrQuarantine(file, 0, createRecordingLog(), { tables })).toThrow(NewerDatabase)
  expect(readFileSync(file)).toEqual(before)
})

test.each([
  ['no bytes', 'missing', ''],
  ['garbage', 'damaged', 'this is no database at all'.repeat(500)],
])('%s: put aside, never deleted, and a healthy file begun', (_name, kind, content) => {
  const folder = temporaryFolder()
  const file = join(folder, 'store.sqlite')
  writeFileSync(file, content)
  const log = createRecordingLog()
  const { db, damage } = openOrQuarantine(file, 42, log, { tables })
  expect(outboxOf(db).allOpen()).toEqual([])
  db.close()
  const [stored] = readdirSync(join(folder, 'quarantine'))
  expect(stored).toBe('42-store.sqlite')
  expect(readFileSync(join(folder, 'quarantine', stored ?? ''), 'utf8')).toBe(content)
  expect(damage).toEqual({ kind, keptAs: stored, salvaged: 0, restoredFrom: null })
  expect(log.text()).toContain('put aside')
})

test('pending entries are restored from a damaged file if their hash is right', () => {
  const file = fileWithEntries(40)
  // A row changed without updating its hash.
  const tampered = new DatabaseSync(file)
  tampered.exec("UPDATE outbox SET subject = 'someone-else' WHERE id = 'tap-7'")
  tampered.close()
  damagePage(file, 'inbox_unread')
  const { db, damage } = openOrQuarantine(file, 42, createRecordingLog(), { tables })
  const subjects = outboxOf(db)
    .allOpen()
    .map(({ subject }) => subject)
  expect(damage?.salvaged).toBe(39)
  expect(subjects).toHaveLength(39)
  expect(subjects).not.toContain('someone-else')
  db.close()
  expect(existsSync(`${file}-journal`)).toBe(false)
})

test('what waits is taken over from a damaged file of 0.1.0, with what it says', () => {
  const file = oldStore(temporaryFolder())
  damagePage(file, 'inbox_unread')
  const { db, damage } = openOrQuarantine(file, 42, createRecordingLog(), { tables })
  expect(damage?.salvaged).toBe(5)
  const entries = outboxOf(db)
    .allOpen()
    .map(({ kind, payload }) => `${kind} ${JSON.stringify(payload)}`)
    .toSorted()
  expect(entries).toEqual([
    'preparation-ready {}',
    'preparation-ready {}',
    'preparation-ready {}',
    expect.stringMatching(/^stock .*"state":"counted","left":7/),
    expect.stringMatching(/^stock .*"state":"out","left":null/),
  ])
  db.close()
})

test('sealed close-outs and counts are taken over from a damaged file, and their chain holds', () => {
  const file = join(temporaryFolder(), 'store.sqlite')
  const before = openDatabase(file)
  const sealed = createCloseOuts(before)
  for (const tap of ['a', 'b', 'c'])
    sealed.add({ shiftId: 's', notes: tap, corrects: null } as CloseOut, tap)
  before.close()
  damagePage(file, 'inbox_unread')
  const { db, damage } = openOrQuarantine(file, 42, createRecordingLog(), { tables })
  expect(damage).not.toBeNull()
  expect(createCloseOuts(db).verify()).toMatchObject({ checked: 3, broken: null })
  expect(createCloseOuts(db).byTap('b')).toMatchObject({ number: 2, notes: 'b' })
  db.close()
})
