import { ArchiveFile, type PackedOrder } from '#host/archive/archive-file.ts'
import { archiveUsed } from '#host/archive/archive.ts'
import { archiveOf } from '#host/db/store-folder.ts'
import { openDatabase, type Database } from '#host/db/open.ts'
import { createValues } from '#host/db/values.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { callWeb } from '#test/support/web-process.ts'
import { openOrders } from './poster.ts'
import { codeOf, fillSampleDay, ordersADay, type SampleDay } from './sample-day.ts'
import { freshFolder, startBuilt } from './subject.ts'

/** A year with some holidays. */
export const aYear = 180_000
/** More than a year, so that nothing is deleted. */
const keepDays = 400
/** For so many days a store has the ids of events and the names of guests, and an archive the events. */
const [guestDays, textDays] = [30, 7]
/** The store's own file has the orders of so many days. Those of the second are to be moved. */
const liveDays = 2

/** What is a day's own in a table: its ids, and its instants. */
const tables = {
  bumps: { ids: ['id'], times: ['bumped_at', 'queue_at', 'promised_at'] },
  outbox: {
    ids: ['id', 'subject'],
    times: ['since', 'undo_until', 'created_at', 'due_at', 'first_sent_at'],
  },
  inbox: { ids: ['key', 'order_id'], times: ['received_at'] },
  tickets: { ids: ['id'], times: ['left_at'] },
}

/** How much earlier a day is than the sample. A day's orders have 25 hours until they are moved. */
const hoursOf = (day: number): number => (day === 0 ? 0 : 24 * day + 1)

function columnsOf(db: Database, table: string): string[] {
  const all = db.all(`PRAGMA table_info(${table})`).map(({ name }) => String(name))
  return table === 'inbox' ? all.filter((name) => name !== 'id') : all
}

/** Adds the sample's rows of a table, as they were so many days ago. */
function copyRows(db: Database, table: keyof typeof tables, day: number): void {
  const { ids, times } = tables[table]
  const columns = columnsOf(db, table)
  const values = columns.map((name) => {
    if (ids.includes(name)) return `?1 || ${name}`
    if (times.includes(name)) return `strftime('%Y-%m-%dT%H:%M:%fZ', ${name}, ?2)`
    return name === 'body' && day >= liveDays ? `''` : name
  })
  db.run(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM sample.${table} ORDER BY rowid`,
    `${String(day)}-`,
    `-${String(hoursOf(day))} hours`,
  )
}

function copyDay(db: Database, day: number): void {
  db.transact(() => {
    copyRows(db, 'bumps', day)
    copyRows(db, 'outbox', day)
    if (day < guestDays) copyRows(db, 'inbox', day)
    if (day < liveDays) copyRows(db, 'tickets', day)
  })
}

/** The code of the nth past order in the archive; the oldest is the first. */
export const codeAt = (nth: number): string => String(100_000 + nth)

/**
 * The sample's orders as the archive has them so many days later. Only ids, codes and times are their
 * own: an older order also keeps its guest's name, as words to find.
 */
function archivedDay({ packed }: SampleDay, day: number, first: number): PackedOrder[] {
  const earlierMs = hoursOf(day) * 3_600_000
  return packed.map(({ order, messages }, nth) => {
    const left_at = new Date(Date.parse(String(order['left_at'])) - earlierMs).toISOString()
    return {
      row: first + nth + 1,
      order: {
        ...order,
        id: `${String(day)}-${String(order['id'])}`,
        left_at,
        has_guest: day < guestDays ? 1 : 0,
        words: String(order['words']).replaceAll(codeOf(nth), codeAt(first + nth)),
      },
      messages: day < textDays && messages !== undefined ? { ...messages, left_at } : undefined,
    }
  })
}

/**
 * Adds past orders to a closed store, 500 a day until now, as its mover and its retention leave them.
 * One day comes through the host's own code; the others are copies of its rows.
 */
async function addPastOrders(dataDir: string, count: number): Promise<void> {
  const sample = await fillSampleDay(freshFolder())
  const file = databaseIn(dataDir)
  const db = openDatabase(file)
  const archive = new ArchiveFile(archiveOf(file))
  const days = Math.ceil(count / ordersADay)
  db.run(`ATTACH '${sample.file}' AS sample`)
  db.run('PRAGMA synchronous = OFF')
  for (let day = days - 1; day >= 0; day--) {
    copyDay(db, day)
    const first = (days - 1 - day) * ordersADay
    if (day >= liveDays) archive.takeOver('', archivedDay(sample, day, first), null)
  }
  archiveUsed(createValues(db, createRecordingLog())).write(true)
  archive.close()
  // Closing flushes it all, so that no later commit has to.
  db.run('PRAGMA synchronous = FULL')
  db.close()
}

/** The data folder of a closed store with past orders, and with open ones that came later. */
export async function folderWith({ past, open }: { past: number; open: number }): Promise<string> {
  const dataDir = freshFolder()
  const first = await startBuilt({ dataDir })
  await callWeb(first.ui, 'settings.change', { keepDays })
  await first.end()
  if (past > 0) await addPastOrders(dataDir, past)
  const second = await startBuilt({ dataDir })
  await openOrders(second, open)
  await second.end()
  return dataDir
}
