import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { fillInbox } from '#test/support/fill-inbox.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { databaseIn, openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tables } from '../nouns.ts'
import { DamagedDatabase, openDatabase } from './open.ts'

/** A folder with a cleanly closed database that has an open order. */
async function withOrder(): Promise<string> {
  const dataDir = temporaryFolder()
  const { kitchen, post, ask } = await openLoneKitchen(dataDir)
  expect(await post()).toBe(200)
  await expect.poll(async () => codesOf(await ask('tickets.snapshot'))).toEqual(['A1'])
  await kitchen.close()
  return dataDir
}

const codesOf = (snapshot: unknown): string[] =>
  (snapshot as TicketsSnapshot).tickets.map(({ code }) => code)

/** Changes the file in a way that SQLite normally refuses. */
function tamper(file: string, ...statements: string[]): void {
  const db = new DatabaseSync(file)
  db.enableDefensive(false)
  db.exec('PRAGMA writable_schema = ON')
  for (const sql of statements) db.exec(sql)
  db.close()
}

/**
 * Empties an index as if its page had lost its content: rebuilds it under a condition that matches
 * no rows, then restores the condition.
 */
function empty(file: string, index: string, where: string): void {
  const set = (from: string, to: string): string =>
    `UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${index}'`
  tamper(file, set(where, `${where}234`))
  tamper(file, `REINDEX ${index}`)
  tamper(file, set(`${where}234`, where))
}

test.each([
  ['a small file before it is used', 0],
  ['a large file soon after', 40],
])('an index that has lost an open ticket is built anew: %s', async (_name, megabytes) => {
  const dataDir = await withOrder()
  const file = databaseIn(dataDir)
  if (megabytes > 0) await fillInbox(file, megabytes, 1024)
  empty(file, 'tickets_open', 'open = 1')
  const clock = new FakeClock()
  const { kitchen, log, ask } = await openLoneKitchen(dataDir, { clock })
  onTestFinished(() => kitchen.close())
  async function codes(): Promise<string[]> {
    // The check runs later, and its queries run in another thread.
    await clock.advance(5_000)
    return codesOf(await ask('tickets.snapshot'))
  }
  await expect.poll(codes).toEqual(['A1'])
  expect(log.text()).toContain('built anew')
  expect(log.text().includes('opened again after damage')).toBe(megabytes > 0)
  expect(await ask('status.read')).toMatchObject({ damage: null, setAside: 0 })
})

test.each([
  ['its version', 'PRAGMA user_version = 40'],
  [
    'the name of a column',
    `UPDATE sqlite_schema SET sql = replace(sql, 'marks', 'narks') WHERE name = 'tickets'`,
  ],
  [
    'a trigger',
    `UPDATE sqlite_schema SET sql = replace(sql, 'never', 'Never') WHERE name = 'close_outs_stay'`,
  ],
  ['a page of two', `UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'bumps'`],
])('a file whose head lost %s is no healthy one', async (_name, sql) => {
  const file = databaseIn(await withOrder())
  tamper(file, sql)
  expect(() => openDatabase(file)).toThrow(DamagedDatabase)
})

test('rows that an index still knows of are not taken for gone by themselves', async () => {
  const file = databaseIn(await withOrder())
  tamper(
    file,
    `INSERT INTO bumps (id, bumped_at, queue_at, promised_at) VALUES ('A1', '2', '1', '3')`,
  )
  tamper(
    file,
    `CREATE TEMP TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'bumps_time';
     DELETE FROM sqlite_schema WHERE name = 'bumps_time';
     PRAGMA writable_schema = RESET;
     DELETE FROM bumps;
     PRAGMA writable_schema = ON;
     INSERT INTO sqlite_schema SELECT * FROM kept`,
  )
  expect(() => openDatabase(file)).toThrow('rows are gone')
})

test.each([[['past_words']], [['past_index_data']], [['past_words', 'past_index_data']]])(
  'pages that were left out do not prevent the file from freeing pages: %j',
  async (names) => {
    const file = databaseIn(await withOrder())
    const filled = openDatabase(file, { tables })
    filled.get('PRAGMA foreign_keys = OFF')
    filled.transact(() => {
      for (let nth = 0; nth < 2_000; nth++)
        filled.run(
          'INSERT INTO past_words (id, words) VALUES (?, ?)',
          `o${String(nth)}`,
          `word${String(nth)} `.repeat(40),
        )
    })
    filled.close()
    for (const name of names) damagePage(file, name)
    const db = openDatabase(file, { tables })
    expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    db.run('DELETE FROM past_words')
    db.get('PRAGMA incremental_vacuum(100000)')
    db.run('CREATE TABLE later (id INTEGER PRIMARY KEY)')
    expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    db.close()
  },
)

test('derived tables with unreadable pages are rebuilt, and the rest stays', async () => {
  const dataDir = await withOrder()
  const file = databaseIn(dataDir)
  const filled = openDatabase(file, { tables })
  for (let nth = 0; nth < 50; nth++)
    filled.run(
      `INSERT INTO pictures (url, type, body, read_at) VALUES (?, 'image/png', zeroblob(9000), '2026')`,
      `https://pictures.example/${String(nth)}`,
    )
  filled.close()
  damagePage(file, 'pictures', 'leaf')
  const { kitchen, log, ask } = await openLoneKitchen(dataDir)
  onTestFinished(() => kitchen.close())
  expect(codesOf(await ask('tickets.snapshot'))).toEqual(['A1'])
  expect(await ask('status.read')).toMatchObject({ damage: null, setAside: 0 })
  expect(log.text()).toContain('"table damaged","table":"pictures"')
})
