import { expect, onTestFinished, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import { inboxRows, type InboxRow } from '../inbox/rows.ts'
import { tables } from '../nouns.ts'
import { salvage } from './salvage.ts'

const log = createRecordingLog()
const readAgainFrom = '2026-11-20'

/** Fills a lost file and its replacement, and salvages the first into the second. */
function takenOver(isNewer: boolean, lost: (db: Database) => void, own?: typeof lost): Database {
  const from = newDatabase('lost.sqlite')
  const damaged = openDatabase(from)
  lost(damaged)
  damaged.close()
  const into = openDatabase(newDatabase(), { tables })
  onTestFinished(() => into.close())
  own?.(into)
  into.transact(() => salvage(from, into, { isNewer, readAgainFrom }, log))
  return into
}

test('what arrived last is read again where its text is there; what is older stays read', () => {
  const inboxMessage = (key: string, day: string, more: Partial<InboxRow>): Partial<InboxRow> => ({
    key,
    type: '',
    source: 'webhook',
    received_at: `2026-11-${day}`,
    body: '{}',
    state: 'done',
    ...more,
  })
  const into = takenOver(
    true,
    (db) => {
      const rows = createRows(db, log, inboxRows)
      rows.add({ id: 7, ...inboxMessage('old', '19', {}) })
      rows.add(inboxMessage('late', '21', {}))
      rows.add(inboxMessage('moved', '21', { body: '' }))
      rows.add(inboxMessage('known', '21', {}))
    },
    (db) => void createRows(db, log, inboxRows).add({ id: 1, ...inboxMessage('known', '21', {}) }),
  )
  const rows = createRows(into, log, inboxRows)
  expect(rows.all().map(({ key, state }) => [key, state])).toEqual([
    ['known', 'done'],
    ['old', 'done'],
    ['late', 'arrived'],
    ['moved', 'done'],
  ])
  // Each row passes its checksum, although it has a different id.
  for (let after: number | null | undefined = 0; typeof after === 'number';)
    after = into.looks.get('inbox')?.(after, 20)
  expect(into.all(`SELECT key FROM inbox WHERE state = 'unread'`)).toEqual([])
})

test('what is read from the platform again is not taken over', () => {
  const into = takenOver(
    true,
    (db) =>
      void db.run(
        `INSERT INTO pictures (url, type, body, read_at) VALUES ('https://a.example/1', 'image/png', x'01', '2026')`,
      ),
  )
  expect(into.all('SELECT url FROM pictures')).toEqual([])
})

test.each([
  [true, 2],
  [false, 1],
])('of two ends of a chain the newer one counts: lost file %j', (isNewer, number) => {
  const write = (end: number) => (db: Database) =>
    void db.run('INSERT INTO close_out_head (only, number, hash) VALUES (1, ?, ?)', end, 'x')
  const into = takenOver(isNewer, write(2), write(1))
  expect(into.all('SELECT number FROM close_out_head')).toEqual([{ number }])
})
